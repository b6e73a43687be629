"""What whoever runs a server decides: where data lives, who may knock how often. Read from the environment."""

import os
from pathlib import Path
from typing import Literal

import msgspec

PREFIX = "KAMCHATKA_"
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
PUSH_SERVICES = (
    "fcm.googleapis.com,updates.push.services.mozilla.com,*.push.services.mozilla.com,*.notify.windows.com,"
    "web.push.apple.com,*.push.apple.com"
)


class ServerSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Each field may be set by an environment variable: KAMCHATKA_DATABASE, KAMCHATKA_SECURE_COOKIES …"""

    database: str = "sqlite+aiosqlite:///kamchatka.db"  # or postgresql://…
    database_patience: float = 30.0  # seconds that a start waits for a PostgreSQL which is starting or recovering
    bus: str = ""  # nats://…: one of several servers over one PostgreSQL; alone unless said
    lease_seconds: float = 10.0  # that one of several may be silent before others take its tables
    events: str = ""  # the folder of tournaments; beside the database unless said
    secure_cookies: bool = False  # True behind HTTPS
    connections_per_address: int = 60  # sockets of one client
    sockets_in_all: int = 4000
    sockets_a_minute: float = 600.0  # that one address may open
    open_per_address: int = 200  # connections of any kind; proxies of FORWARDED_ALLOW_IPS may hold more
    open_in_all: int = 5000  # the same of everybody, if the process may have as many files
    header_seconds: float = 10.0  # for a request to arrive
    body_seconds: float = 60.0  # for what it carries
    reading_seconds: float = 30.0  # for a client to take what it is sent
    idle_seconds: int = 5  # between two requests on one connection
    messages_a_second: float = 20.0  # of one socket
    requests_a_minute: float = 600.0  # of one address
    logins_a_minute: float = 10.0  # of one address
    events_a_minute: float = 10.0  # that one address may open
    events_in_all: int = 1000
    tables_per_player: int = 40  # that wait or play
    thinkers: int = 2  # processes in which bots think
    work_processes: int = 2  # in which heavy questions are answered: odds, replays, draws, papers, lists, uploads
    work_waiting: int = 32  # such questions that may wait for one
    work_seconds: int = 60  # of computing for one question
    work_memory: int = 1024  # megabytes of one process
    work_a_minute: float = 30.0  # seconds of computing for one client, and for one address
    analysis_seconds: float = 20.0  # of search in one finished game
    idle_minutes: float = 10.0  # then a room without listeners is closed until it is needed
    metrics_port: int | None = None  # where Prometheus may ask; nowhere unless said
    metrics_host: str = "127.0.0.1"
    public_address: str = ""  # where people find this server: https://play.example.org; letters lead there
    push_services: str = PUSH_SERVICES  # whose endpoints may be called, with commas
    smtp_host: str = ""  # without one no e-mail is written
    smtp_port: int = 587
    smtp_security: Literal["starttls", "tls", "none"] = "starttls"
    smtp_user: str = ""
    smtp_password: str = ""
    mail_from: str = ""  # "Kamchatka <play@example.org>"
    bot_seconds: float | None = None  # overrides every table's pace (tests, benches)

    @classmethod
    def from_environment(cls, **given: object) -> "ServerSettings":
        """The settings of the environment; `given` ones win."""
        names = {field.name for field in msgspec.structs.fields(cls)}
        found: dict[str, object] = {
            name: os.environ[PREFIX + name.upper()] for name in names if PREFIX + name.upper() in os.environ
        }
        found |= {name: value for name, value in given.items() if value is not None}
        if "database" in found:
            found["database"] = database_url(str(found["database"]))
        return msgspec.convert(found, cls, strict=False)

    @property
    def events_folder(self) -> Path:
        """Where the files of tournaments are: `club.db` has them in `club-events` beside it."""
        if self.events:
            return Path(self.events)
        name = self.database.partition(":///")[2] if self.database.startswith("sqlite") else ""
        file = Path(name or "kamchatka.db")
        return file.with_name(f"{file.stem}-events")


def database_url(said: str) -> str:
    """The address of a database as people write it: a file, or a URL with or without the name of our driver.

    >>> database_url("club.db")
    'sqlite+aiosqlite:///club.db'
    >>> database_url("postgresql://club@localhost/games")
    'postgresql+asyncpg://club@localhost/games'
    """
    kind, is_url, rest = said.partition("://")
    return f"{DRIVERS.get(kind, kind)}://{rest}" if is_url else sqlite_url(Path(said))


def sqlite_url(path: Path) -> str:
    """The address of an SQLite file."""
    return f"sqlite+aiosqlite:///{path}"
