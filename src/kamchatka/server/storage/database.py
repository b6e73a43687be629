"""The connection to the database: SQLite made durable, PostgreSQL as it is; and the shared commit of many rooms."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import structlog
from sqlalchemy import Executable, Row
from sqlalchemy.ext.asyncio import AsyncConnection

from kamchatka.server.faults import Fault
from kamchatka.server.operations.metrics import Metrics
from kamchatka.server.storage.errors import Conflict, Fenced, Unstorable, described, understood
from kamchatka.server.storage.migrations import is_current, is_known, revision
from kamchatka.server.storage.opening import bring_up_to_date, engine_for, explained, look_at_file, when_it_answers
from kamchatka.server.storage.server_lock import server_lock

MOST_AT_ONCE = 200  # statements of one shared commit
COMMITTING = 30.0  # seconds for a commit: then the database is taken to be out of reach

Statement = tuple[Executable, dict[str, Any] | None]
log = structlog.get_logger()


class Database:
    """Reads through a pool; writes by one task, so that rooms that act together are committed together.

    What goes wrong in it comes out as a Fault or a Conflict (`errors`), and is logged once until it goes well again.
    """

    def __init__(self, url: str, metrics: Metrics | None = None, shared: bool = False) -> None:
        self.metrics = metrics or Metrics()
        self.url = url
        self.engine = engine_for(url)
        self.shared = shared  # with other servers of the same platform
        self.lock = server_lock(url, shared)
        self.waiting: asyncio.Queue[tuple[Sequence[Statement], asyncio.Future[None]]] = asyncio.Queue()
        self.writer: asyncio.Task[None] | None = None
        self.failing: set[str] = set()  # of reading and writing, what went wrong last time

    async def open(self, patience: float = 0.0) -> None:
        """Bring the database up to date and begin to write, as the only server; a Problem says what hinders it."""
        try:
            await when_it_answers(self.url, patience)
            await self.lock.take()
            await look_at_file(self.url)
            async with self.engine.begin() as connection:
                await connection.run_sync(bring_up_to_date)
        except Exception as error:
            await self.lock.release()
            await self.engine.dispose()
            raise explained(error, self.url) from None
        self.begin_writing()

    def begin_writing(self) -> None:
        """Take statements: a server, or a command beside it."""
        self.writer = asyncio.create_task(self._write())

    async def close(self) -> None:
        """Finish what is being written, then let go."""
        if self.writer is not None:
            while not self.waiting.empty():
                await asyncio.sleep(0.01)
            self.writer.cancel()
            await asyncio.gather(self.writer, return_exceptions=True)
        await self.engine.dispose()
        await self.lock.release()

    async def is_current(self) -> bool:
        """Whether it answers, and has the shape that this program knows.

        Where servers are changed one after another a newer one may have made it wider: that is as good.
        """
        async with self.engine.connect() as connection:
            found: str | None = await connection.run_sync(revision)
            return await connection.run_sync(is_current) or (self.shared and not is_known(found or ""))

    async def rows(self, query: Executable) -> Sequence[Row[Any]]:
        """What a query finds."""
        with self._noting("reading"):
            async with self.engine.connect() as connection:
                return (await connection.execute(query)).all()

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """A transaction of one's own, for a row whose number must be known."""
        with self._noting("writing"):
            async with self.engine.begin() as connection:
                yield connection

    @contextmanager
    def _noting(self, what: str) -> Iterator[None]:
        """Errors become refusals; the first of a row of failures is logged, and the first success after them."""
        try:
            yield
        except Exception as error:
            meant = understood(error)
            if isinstance(meant, Fault) and meant.code == "storage" and what not in self.failing:
                self.failing.add(what)
                log.error("the database fails", at=what, error=described(error))
            if meant is error:
                raise
            raise meant from None
        if what in self.failing:
            self.failing.discard(what)
            log.info("the database answers again", at=what)

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
            async with asyncio.timeout(COMMITTING), self.begin() as connection:
                for statement, values in _together(groups):
                    await connection.execute(statement, values)
        except Exception as error:
            if not isinstance(error, Unstorable | Conflict | Fenced):  # those are their sender's affair, not the disk's
                self.metrics.failed_commits.inc()
            raise
        self.metrics.commits.observe(time.perf_counter() - begun)


def _together(groups: Sequence[Sequence[Statement]]) -> Iterator[tuple[Executable, list[dict[str, Any]] | None]]:
    """The statements of all groups, each group's in its order; what several ask with other values is asked once.

    A statement costs a journey to the database's thread or machine, whatever the number of its values.
    """
    alike: dict[tuple[int, ...], list[Sequence[Statement]]] = {}
    for group in groups:
        if all(values is not None for _, values in group):
            alike.setdefault(tuple(id(statement) for statement, _ in group), []).append(group)
        else:
            yield from ((statement, None if values is None else [values]) for statement, values in group)
    for same in alike.values():
        for step in zip(*same, strict=True):
            yield step[0][0], [values for _, values in step if values is not None]


def _settle(done: asyncio.Future[None], error: Exception | None) -> None:
    if not done.done():
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)
