"""Server settings, read from environment variables: storage, limits, mail and other services."""

import math
import os
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints
from urllib.parse import parse_qs, urlsplit

import msgspec

from kamchatka.kernel.problem import Problem

PREFIX = "KAMCHATKA_"
ALIKE = 0.9  # similarity of a misspelt variable to a setting
AT_LEAST_ONE = ("thinkers", "work_processes")  # other numbers may be 0
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
BUS_SCHEMES = ("nats", "tls", "ws", "wss")  # for these a user without a password is a token
PUSH_SERVICES = (
    "fcm.googleapis.com,updates.push.services.mozilla.com,*.push.services.mozilla.com,*.notify.windows.com,"
    "web.push.apple.com,*.push.apple.com"
)


class ServerSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Each field may be set by an environment variable, KAMCHATKA_DATABASE, or by a file, KAMCHATKA_DATABASE_FILE."""

    database: str = "sqlite+aiosqlite:///kamchatka.db"  # or postgresql://…
    database_patience: float = 30.0  # seconds to wait at startup for a PostgreSQL that is starting or recovering
    bus: str = ""  # nats://…, for several servers on one PostgreSQL; default: a single server
    bus_ca: str = ""  # file with the certificate authority of NATS; default: those that this machine trusts
    bus_secret: str = ""  # shared secret of messages on the bus; default: generated and stored in the database
    lease_seconds: float = 10.0  # seconds of silence after which other servers take this server's tables
    events: str = ""  # folder of tournaments; default: next to the database
    exports: str = ""  # folder of monthly files that anybody may download; default: none are offered
    cups: str = ""  # file of the cups that this server runs; default: a daily and a weekly one; "off": none
    secure_cookies: bool = False  # set to True behind HTTPS
    connections_per_address: int = 60  # sockets per network: an IPv4 address, an IPv6 /64
    sockets_in_all: int = 4000
    sockets_a_minute: float = 600.0  # opened per network
    open_per_address: int = 200  # connections of any kind; proxies of FORWARDED_ALLOW_IPS may hold more
    open_in_all: int = 5000  # connections in total, if the process may open that many files
    header_seconds: float = 10.0  # for a request's headers to arrive
    body_seconds: float = 60.0  # for a request's body to arrive
    reading_seconds: float = 30.0  # for a client to read what it is sent
    idle_seconds: int = 5  # between two requests on one connection
    messages_a_second: float = 20.0  # per socket
    requests_a_minute: float = 600.0  # per network
    logins_a_minute: float = 10.0  # per network
    events_a_minute: float = 10.0  # lists of events opened per network
    events_in_all: int = 1000
    entries_per_game: int = 10_000  # journal entries until the referee ends the game; real games have fewer than 3,000
    tables_per_player: int = 40  # waiting or running
    thinkers: int = 2  # processes that compute bot decisions
    work_processes: int = 2  # processes for expensive requests: odds, replays, draws, PDFs, lists, uploads
    work_waiting: int = 32  # expensive requests in the queue
    work_seconds: int = 60  # computing time per request
    work_memory: int = 1024  # megabytes per process
    work_a_minute: float = 30.0  # seconds of computing per client, and per network
    analysis_seconds: float = 20.0  # search time per analysed game
    idle_minutes: float = 10.0  # until a room without listeners is closed
    metrics_port: int | None = None  # port for Prometheus; default: none
    metrics_host: str = "127.0.0.1"
    public_address: str = ""  # public URL of this server, https://play.example.org, used in e-mails
    push_services: str = PUSH_SERVICES  # allowed push endpoints, separated by commas
    smtp_host: str = ""  # default: no e-mail is sent
    smtp_port: int = 587
    smtp_security: Literal["starttls", "tls", "none"] = "starttls"
    smtp_user: str = ""
    smtp_password: str = ""
    mail_from: str = ""  # "Kamchatka <play@example.org>"
    bot_seconds: float | None = None  # overrides every table's pace (for tests and benchmarks)

    @classmethod
    def from_environment(cls, **given: object) -> "ServerSettings":
        """Read settings from the environment and the files it names. Values in `given` take precedence."""
        found: dict[str, object] = {name: value for name, value in given.items() if value is not None}
        for name, kind in get_type_hints(cls).items():
            said = None if name in found else _from_environment(PREFIX + name.upper())
            if said or (said is not None and kind is str):  # an empty number or switch is not set
                found[name] = _parse_value(name, said, kind)
        if "database" in found:
            found["database"] = database_url(str(found["database"]))
        return msgspec.convert(found, cls)

    @property
    def events_folder(self) -> Path:
        """The folder of tournament files: `club-events` for a database `club.db`."""
        if self.events:
            return Path(self.events)
        name = self.database.partition(":///")[2] if self.database.startswith("sqlite") else ""
        file = Path(name or "kamchatka.db")
        return file.with_name(f"{file.stem}-events")


def find_unknown_settings(names: Iterable[str]) -> dict[str, str]:
    """Return the variables that look like a misspelt setting, and the setting that each resembles.

    >>> find_unknown_settings(["KAMCHATKA_THINKER", "KAMCHATKA_THINKERS", "KAMCHATKA_BUILD", "PATH"])
    {'KAMCHATKA_THINKER': 'KAMCHATKA_THINKERS'}
    """
    fields = [PREFIX + field.name.upper() for field in msgspec.structs.fields(ServerSettings)]
    known = {*fields, *(f"{field}_FILE" for field in fields)}
    asked = [name for name in names if name.startswith(PREFIX) and name not in known]
    found = {name: get_close_matches(name, sorted(known), 1, ALIKE) for name in asked}
    return {name: alike[0] for name, alike in found.items() if alike}


def _parse_value(name: str, said: str, kind: object) -> object:
    """Parse the value of a setting. A Problem names the variable and what it may be."""
    try:
        value: object = msgspec.convert(said, kind, strict=False)
    except msgspec.ValidationError:
        value = None
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    least = 1 if name in AT_LEAST_ONE else 0
    if value is None or (is_number and not least <= float(str(value)) < math.inf):
        allowed = ", ".join(get_args(kind)) if get_origin(kind) is Literal else ""
        expected = next((one for one in (bool, int, float) if one is kind or one in get_args(kind)), str).__name__
        raise Problem(f"settings.{expected}", variable=PREFIX + name.upper(), value=said, allowed=allowed, least=least)
    return value


def _from_environment(variable: str) -> str | None:
    """Return a variable's value, or the content of the file that its `_FILE` variant names.

    Raise a Problem if both are set.
    """
    value, file = os.environ.get(variable), os.environ.get(f"{variable}_FILE")
    if not file:
        return value
    if value:  # an empty one takes back what an image sets
        raise Problem("settings.twice", variable=variable)
    try:
        return Path(file).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeError) as error:
        said = error.strerror if isinstance(error, OSError) else "UTF-8"
        raise Problem("settings.no_file", variable=f"{variable}_FILE", file=file, error=said) from None


def holds_secret(address: str) -> bool:
    """Return whether the URL of a database or bus contains a password or token, which other users could read.

    >>> holds_secret("postgresql://club@localhost/games")
    False
    >>> holds_secret("postgresql://club:secret@localhost/games")
    True
    """
    try:
        parts = [urlsplit(one) for one in (address, *address.split(","))]
    except ValueError:
        return "@" in address
    return any(
        one.password or "password" in parse_qs(one.query) or (one.username and one.scheme in BUS_SCHEMES)
        for one in parts
    )


def database_url(said: str) -> str:
    """Return the SQLAlchemy URL of a database given as a file, or as a URL with or without driver.

    >>> database_url("club.db")
    'sqlite+aiosqlite:///club.db'
    >>> database_url("postgresql://club@localhost/games")
    'postgresql+asyncpg://club@localhost/games'
    """
    kind, is_url, rest = said.partition("://")
    return f"{DRIVERS.get(kind, kind)}://{rest}" if is_url else sqlite_url(Path(said))


def sqlite_url(path: Path) -> str:
    """Return the URL of an SQLite file."""
    return f"sqlite+aiosqlite:///{path}"
