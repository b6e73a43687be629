"""One server a database: a second one would not know what the first has in memory, and says so instead of starting.

Servers that share a bus share the lock of PostgreSQL, too: one that is alone keeps them out, and they keep it out.

Both locks are the system's: they are gone when the process is, however it ends. Commands beside a server take none.
"""

import asyncio
import time
from pathlib import Path
from typing import BinaryIO, Protocol

import structlog
from sqlalchemy import BigInteger, func, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.pool import NullPool

from kamchatka.journal import keep_alone
from kamchatka.kernel.problem import Problem
from kamchatka.server.storage.errors import described
from kamchatka.server.storage.opening import engine_for, is_in_memory, named, sqlite_file

KEY = int.from_bytes(b"kamchatk")  # of PostgreSQL's advisory lock, which every database has for itself
LOOK_EVERY = 5.0  # seconds between two looks whether PostgreSQL still holds the lock for us
PATIENCE = 5.0  # seconds for a server that has just been killed: PostgreSQL must notice it first

log = structlog.get_logger()


class ServerLock(Protocol):
    """Held by the one server of a database while it runs."""

    is_lost: bool  # another server has taken it meanwhile

    async def take(self) -> None:
        """Take it; a Problem when another server has it."""

    async def release(self) -> None:
        """Give it back, if it is ours."""


def server_lock(url: str, shared: bool = False) -> ServerLock:
    """The lock of a database: beside a file of SQLite, in PostgreSQL itself, where several servers may share it."""
    file = sqlite_file(url)
    if file is None:
        return AdvisoryLock(url, shared)
    return FileLock(None if is_in_memory(file) else file)


class FileLock:
    """A lock on the file NAME.lock, which stays there and is always empty; none for a database in memory."""

    def __init__(self, database: Path | None) -> None:
        self.database = database
        self.file: BinaryIO | None = None
        self.is_lost = False

    async def take(self) -> None:
        """Take it; a Problem when another server has it."""
        if self.database is None:
            return
        real = self.database.resolve()
        file = real.with_name(f"{real.name}.lock").open("ab")
        try:
            keep_alone(file, real)
        except Problem:
            raise Problem("database.in_use", database=self.database) from None
        self.file = file

    async def release(self) -> None:
        """Give it back, if it is ours."""
        if self.file is not None:
            self.file.close()
            self.file = None


class AdvisoryLock:
    """PostgreSQL's own lock, held by a connection of its own; taken again when PostgreSQL was away."""

    def __init__(self, url: str, shared: bool = False) -> None:
        self.url = url
        self.taking = func.pg_try_advisory_lock_shared if shared else func.pg_try_advisory_lock
        self.engine = engine_for(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        self.connection: AsyncConnection | None = None
        self.keeping: asyncio.Task[None] | None = None
        self.is_lost = False

    async def take(self) -> None:
        """Take it; a Problem when another server has it."""
        until = time.monotonic() + PATIENCE
        while not await self._try():
            if time.monotonic() > until:
                raise Problem("database.in_use", database=named(self.url))
            await asyncio.sleep(PATIENCE / 10)
        self.keeping = asyncio.create_task(self._keep())

    async def release(self) -> None:
        """Give it back, if it is ours."""
        if self.keeping is not None:
            self.keeping.cancel()
            await asyncio.gather(self.keeping, return_exceptions=True)
        await self._let_go()

    async def _try(self) -> bool:
        connection = await self.engine.connect()
        taken = bool(await connection.scalar(select(self.taking(literal(KEY, BigInteger)))))
        if taken:
            self.connection = connection
        else:
            await connection.close()
        return taken

    async def _let_go(self) -> None:
        if self.connection is not None:
            await asyncio.gather(self.connection.close(), return_exceptions=True)  # perhaps broken
            self.connection = None

    async def _keep(self) -> None:
        """See that it is still ours, and take it again when PostgreSQL was away."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            try:
                if self.connection is not None:
                    await self.connection.scalar(select(1))
                elif await self._try():
                    self.is_lost = False
                    log.info("the database is ours again")
                elif not self.is_lost:
                    self.is_lost = True
                    log.error("another server uses the database")
            except Exception as error:
                log.warning("the lock of the database is gone", error=described(error))
                await self._let_go()
