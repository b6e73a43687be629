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
from kamchatka.server.storage.writers import Step, writer_for

MOST_AT_ONCE = 200  # statements of one shared commit
PAUSE_EACH = 0.001  # seconds that the next commit waits for others, for each who was not alone in the last one …
LONGEST_PAUSE = 0.010  # … and at most: a commit costs a third of a millisecond of computing, for one or for twenty
COMMITTING = 30.0  # seconds for a commit: then the database is taken to be out of reach

Statement = tuple[Executable, dict[str, Any] | None]
Waiting = tuple[Sequence[Statement], asyncio.Future[None]]
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
        self.waiting: asyncio.Queue[Waiting] = asyncio.Queue()
        self.writer = writer_for(self.engine)
        self.writing: asyncio.Task[None] | None = None
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
        self.writing = asyncio.create_task(self._write())

    async def close(self) -> None:
        """Finish what is being written, then let go."""
        if self.writing is not None:
            while not self.waiting.empty():
                await asyncio.sleep(0.01)
            self.writing.cancel()
            await asyncio.gather(self.writing, return_exceptions=True)
        await self.writer.close()
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
        """Batch after batch; the more come together the longer others are waited for, so that commits grow with the
        load and not their number. Where one sender's statements are wrong only they hear of it; a database that fails
        fails all, at once: whoever waited for it in a row would wait for a long time after its return."""
        pause = 0.0
        while True:
            batch = [await self.waiting.get()]
            if pause:
                await asyncio.sleep(pause)
            while not self.waiting.empty() and len(batch) < MOST_AT_ONCE:
                batch.append(self.waiting.get_nowait())
            error = await self._failure(batch)
            pause = min(LONGEST_PAUSE, PAUSE_EACH * (len(batch) - 1))
            for one in batch:
                alone = error is not None and len(batch) > 1 and not _is_out_of_reach(error)
                _settle(one[1], await self._failure([one]) if alone else error)

    async def _failure(self, batch: Sequence[Waiting]) -> Exception | None:
        """Commit it together; what went wrong, if something did."""
        try:
            await self._commit([statements for statements, _ in batch])
        except Exception as error:
            return error
        return None

    async def _commit(self, groups: Sequence[Sequence[Statement]]) -> None:
        begun = time.perf_counter()
        try:
            with self._noting("writing"):
                async with asyncio.timeout(COMMITTING):
                    await self.writer.commit(_together(groups))
        except Exception as error:
            if not isinstance(error, Unstorable | Conflict | Fenced):  # those are their sender's affair, not the disk's
                self.metrics.failed_commits.inc()
            raise
        self.metrics.commits.observe(time.perf_counter() - begun)


def _together(groups: Sequence[Sequence[Statement]]) -> list[Step]:
    """The statements of all groups, each group's in its order; what several ask with other values is asked once.

    A statement costs a journey to the database's machine, whatever the number of its values.
    """
    steps: list[Step] = []
    alike: dict[tuple[int, ...], list[Sequence[Statement]]] = {}
    for group in groups:
        if all(values is not None for _, values in group):
            alike.setdefault(tuple(id(statement) for statement, _ in group), []).append(group)
        else:
            steps += ((statement, None if values is None else [values]) for statement, values in group)
    for same in alike.values():
        for step in zip(*same, strict=True):
            steps.append((step[0][0], [values for _, values in step if values is not None]))
    return steps


def _is_out_of_reach(error: Exception) -> bool:
    """Whether it is nobody's fault: the database fails, or does not answer in time."""
    return isinstance(error, TimeoutError) or (isinstance(error, Fault) and error.code == "storage")


def _settle(done: asyncio.Future[None], error: Exception | None) -> None:
    if not done.done():
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)
