"""Databases for test servers: SQLite files, or PostgreSQL with `pytest --database postgresql`."""

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
        """Return server settings for this database: where its tournaments are stored, if not beside it."""
        return {} if self.postgres is None else {"events": str(file.with_name(f"{file.stem}-events"))}

    def url(self, file: Path) -> str:
        """Return the database URL for code that opens it directly."""
        return sqlalchemy_address(self.at(file))


chosen = Databases()


def ask(database: str, statement: str, **values: object) -> Sequence[Row[Any]]:
    """Query or change a database while its server uses it."""

    async def asked() -> Sequence[Row[Any]]:
        engine = engine_for(sqlalchemy_address(database), poolclass=NullPool)
        async with engine.begin() as connection:
            found = await connection.execute(text(statement), values)
            return found.all() if found.returns_rows else []

    with ThreadPoolExecutor(1) as thread:  # this thread has no event loop yet
        return thread.submit(asyncio.run, asked()).result()
