"""Where servers of tests keep their games: files of SQLite, or with `pytest --database postgresql` a PostgreSQL."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from sqlalchemy import Row, text
from sqlalchemy.pool import NullPool

from kamchatka.server.storage.opening import engine_for
from tests.postgres import Postgres
from tests.stored.make_house import sqlalchemy_address


class Databases:
    """Databases of the selected kind. A PostgreSQL database is identified by the SQLite file it replaces."""

    def __init__(self) -> None:
        self.postgres: Postgres | None = None
        self.addresses: dict[Path, str] = {}

    def at(self, file: Path) -> str:
        """Return the database address for `kamchatka serve --database`; the same file gives the same address."""
        if self.postgres is None:
            return str(file)
        if file not in self.addresses:
            self.addresses[file] = self.postgres.fresh()
        return self.addresses[file]

    def beside(self, file: Path) -> dict[str, str]:
        """Settings of a server there: its tournaments lie beside a file by themselves, beside a PostgreSQL by name."""
        return {} if self.postgres is None else {"events": str(file.with_name(f"{file.stem}-events"))}

    def url(self, file: Path) -> str:
        """Return the database URL for code that opens it directly."""
        return sqlalchemy_address(self.at(file))


chosen = Databases()


def ask(database: str, statement: str, **values: object) -> Sequence[Row[Any]]:
    """Read or change a database beside the server that uses it."""

    async def asked() -> Sequence[Row[Any]]:
        engine = engine_for(sqlalchemy_address(database), poolclass=NullPool)
        async with engine.begin() as connection:
            found = await connection.execute(text(statement), values)
            return found.all() if found.returns_rows else []

    with ThreadPoolExecutor(1) as thread:  # this thread has no event loop yet
        return thread.submit(asyncio.run, asked()).result()
