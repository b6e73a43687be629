"""The lock that keeps a second server off a database, since it would not know the first server's memory.

Servers with a common bus share PostgreSQL's lock: a server that runs alone keeps them out, and they keep it out.

Both locks belong to the operating system or to PostgreSQL, and end with the process. Command-line tools take none.
"""

import asyncio
from pathlib import Path
from typing import BinaryIO, Protocol

import structlog
from sqlalchemy import BigInteger, func, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.pool import NullPool

from kamchatka.journal import keep_alone
from kamchatka.kernel.problem import Problem
from kamchatka.server import supervision
from kamchatka.server.clock import monotonic
from kamchatka.server.storage.errors import describe_error
from kamchatka.server.storage.opening import engine_for, is_in_memory, name_database, sqlite_file

KEY = int.from_bytes(b"kamchatk")  # of PostgreSQL's advisory lock; each database has its own
LOOK_EVERY = 5.0  # seconds between two checks that PostgreSQL still holds our lock
PATIENCE = 5.0  # seconds for PostgreSQL to notice that the previous server was killed

log = structlog.get_logger()


class ServerLock(Protocol):
    """Held by a database's server while it runs."""

    is_lost: bool  # whether another server has taken it meanwhile

    async def take(self) -> None:
        """Take the lock. Raise a Problem if another server has it."""

    async def release(self) -> None:
        """Release the lock, if it is ours."""


def server_lock(url: str, shared: bool = False) -> ServerLock:
    """Return the lock of a database: a file next to SQLite's, or a PostgreSQL lock that several servers may share."""
    file = sqlite_file(url)
    if file is None:
        return AdvisoryLock(url, shared)
    return FileLock(None if is_in_memory(file) else file)


class FileLock:
    """A lock on the file NAME.lock, which remains and is always empty. A database in memory needs none."""

    def __init__(self, database: Path | None) -> None:
        self.database = database
        self.file: BinaryIO | None = None
        self.is_lost = False

    async def take(self) -> None:
        """Take the lock. Raise a Problem if another server has it."""
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
        """Release the lock, if it is ours."""
        if self.file is not None:
            self.file.close()
            self.file = None


class AdvisoryLock:
    """PostgreSQL's advisory lock, held by a separate connection and retaken after PostgreSQL was away."""

    def __init__(self, url: str, shared: bool = False) -> None:
        self.url = url
        self.taking = func.pg_try_advisory_lock_shared if shared else func.pg_try_advisory_lock
        self.engine = engine_for(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        self.connection: AsyncConnection | None = None
        self.keeping: asyncio.Task[None] | None = None
        self.is_lost = False

    async def take(self) -> None:
        """Take the lock. Raise a Problem if another server has it."""
        until = monotonic() + PATIENCE
        while not await self._try():
            if monotonic() > until:
                raise Problem("database.in_use", database=name_database(self.url))
            await asyncio.sleep(PATIENCE / 10)
        self.keeping = supervision.keep("database lock", self._keep)

    async def release(self) -> None:
        """Release the lock, if it is ours."""
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
        """Check that the lock is still ours, and retake it after PostgreSQL was away."""
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
                log.warning("the lock of the database is gone", error=describe_error(error))
                await self._let_go()
