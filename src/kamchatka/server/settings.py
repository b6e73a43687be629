"""What whoever runs a server decides: where data lives, who may knock how often. Read from the environment."""
import os
from pathlib import Path

import msgspec

PREFIX = "KAMCHATKA_"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Each field may be set by an environment variable: KAMCHATKA_DATABASE, KAMCHATKA_SECURE_COOKIES …"""

    database: str = "sqlite+aiosqlite:///kamchatka.db"  # or postgresql+asyncpg://…
    secure_cookies: bool = False                        # True behind HTTPS
    connections_per_address: int = 60
    sockets_in_all: int = 4000
    messages_a_second: float = 20.0                     # of one socket
    requests_a_minute: float = 600.0                    # of one address
    logins_a_minute: float = 10.0                       # of one address
    tables_per_player: int = 40                         # that wait or play
    thinkers: int = 2                                   # threads, and processes, in which bots think
    idle_minutes: float = 10.0                          # then a room without listeners is closed until it is needed
    bot_seconds: float | None = None                    # overrides every table's pace (tests, benches)

    @classmethod
    def from_environment(cls, **given: object) -> "Settings":
        """The settings of the environment; `given` ones win."""
        names = {field.name for field in msgspec.structs.fields(cls)}
        found: dict[str, object] = {
            name: os.environ[PREFIX + name.upper()] for name in names if PREFIX + name.upper() in os.environ}
        found |= {name: value for name, value in given.items() if value is not None}
        return msgspec.convert(found, cls, strict=False)


def sqlite_url(path: Path) -> str:
    """The address of an SQLite file."""
    return f"sqlite+aiosqlite:///{path}"
