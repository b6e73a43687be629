"""The connection to the database: SQLite made durable, PostgreSQL as it is; and the shared commit of many rooms."""

import asyncio
import time
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Executable, Row, event
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from kamchatka.server.operations.metrics import Metrics
from kamchatka.server.storage.migrations import is_current, upgrade

MOST_AT_ONCE = 200  # statements of one shared commit

Statement = tuple[Executable, dict[str, Any] | None]


class Database:
    """Reads through a pool; writes by one task, so that rooms that act together are committed together."""

    def __init__(self, url: str, metrics: Metrics | None = None) -> None:
        self.metrics = metrics or Metrics()
        self.engine: AsyncEngine = create_async_engine(url, pool_pre_ping=not url.startswith("sqlite"))
        if self.engine.dialect.name == "sqlite":
            event.listen(self.engine.sync_engine, "connect", _durable)
        self.waiting: asyncio.Queue[tuple[Sequence[Statement], asyncio.Future[None]]] = asyncio.Queue()
        self.writer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Bring the database up to date and begin to write."""
        async with self.engine.begin() as connection:
            await connection.run_sync(upgrade)
        self.writer = asyncio.create_task(self._write())

    async def close(self) -> None:
        """Finish what is being written, then let go."""
        if self.writer is not None:
            while not self.waiting.empty():
                await asyncio.sleep(0.01)
            self.writer.cancel()
            await asyncio.gather(self.writer, return_exceptions=True)
        await self.engine.dispose()

    async def is_current(self) -> bool:
        """Whether it answers, and has the shape that this program knows."""
        async with self.engine.connect() as connection:
            return await connection.run_sync(is_current)

    async def rows(self, query: Executable) -> Sequence[Row[Any]]:
        """What a query finds."""
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).all()

    async def do(self, *statements: Executable | Statement) -> None:
        """Statements that count together or not at all; durable when this returns."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        await self.waiting.put(
            ([statement if isinstance(statement, tuple) else (statement, None) for statement in statements], done)
        )
        await done

    async def _write(self) -> None:
        while True:
            batch = [await self.waiting.get()]
            while not self.waiting.empty() and len(batch) < MOST_AT_ONCE:
                batch.append(self.waiting.get_nowait())
            try:
                await self._commit([statements for statements, _ in batch])
            except Exception as error:
                await self._one_by_one(batch, error)
            else:
                for _, done in batch:
                    _settle(done, None)

    async def _one_by_one(
        self, batch: Sequence[tuple[Sequence[Statement], asyncio.Future[None]]], error: Exception
    ) -> None:
        """Something in the batch is wrong: only who handed it in shall hear of it."""
        for statements, done in batch:
            if len(batch) > 1:
                try:
                    await self._commit([statements])
                except Exception as own:
                    _settle(done, own)
                else:
                    _settle(done, None)
            else:
                _settle(done, error)

    async def _commit(self, groups: Sequence[Sequence[Statement]]) -> None:
        begun = time.perf_counter()
        try:
            async with self.engine.begin() as connection:
                for statements in groups:
                    for statement, values in statements:
                        await _execute(connection, statement, values)
        except Exception:
            self.metrics.failed_commits.inc()
            raise
        self.metrics.commits.observe(time.perf_counter() - begun)


async def _execute(connection: AsyncConnection, statement: Executable, values: dict[str, Any] | None) -> None:
    await connection.execute(statement, values) if values is not None else await connection.execute(statement)


def _settle(done: asyncio.Future[None], error: Exception | None) -> None:
    if not done.done():
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)


def _durable(connection: Any, record: object) -> None:
    """A commit is on the disk; readers do not wait for the writer."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
