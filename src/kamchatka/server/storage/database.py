"""The database connection, for SQLite and PostgreSQL, with commits shared by many rooms."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any, TypeAlias

import structlog
from sqlalchemy import Executable, Row
from sqlalchemy.ext.asyncio import AsyncConnection

from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.server import supervision
from kamchatka.server.clock import monotonic
from kamchatka.server.faults import Fault
from kamchatka.server.metrics import Metrics
from kamchatka.server.storage.errors import Conflict, Fenced, Unstorable, describe_error, translate_error
from kamchatka.server.storage.migrations import is_current, is_known, revision
from kamchatka.server.storage.opening import bring_up_to_date, engine_for, explain_error, look_at_file, when_it_answers
from kamchatka.server.storage.server_lock import server_lock
from kamchatka.server.storage.uses import Uses
from kamchatka.server.storage.writers import Step, writer_for

MOST_AT_ONCE = 200  # statements in one shared commit
PAUSE_EACH = 0.001  # seconds that the next commit waits per additional sender in the last one
# upper bound in seconds: a commit costs a third of a millisecond of computing, for one sender or twenty
LONGEST_PAUSE = 0.010
COMMITTING = 30.0  # seconds for a commit; afterwards the database counts as out of reach

StoredRow: TypeAlias = Row[Any]
Statement = tuple[Executable, JsonObject | None]
Waiting = tuple[Sequence[Statement], asyncio.Future[None]]
log = structlog.get_logger()


class Database:
    """Reads through a pool; writes through one task, so that rooms acting at the same time share a commit.

    Database errors are raised as a Fault or a Conflict (`errors`). The first failure and the recovery are logged.
    """

    def __init__(self, url: str, metrics: Metrics | None = None, shared: bool = False) -> None:
        self.metrics = metrics or Metrics()
        self.url = url
        self.engine = engine_for(url)
        self.uses = Uses()
        self.shared = shared  # with other servers of the same platform
        self.lock = server_lock(url, shared)
        self.waiting: asyncio.Queue[Waiting] = asyncio.Queue()
        self.writer = writer_for(self.engine)
        self.writing: asyncio.Task[None] | None = None
        self.failing: set[str] = set()  # whether reading or writing failed last time

    async def open(self, patience: float = 0.0) -> None:
        """Upgrade the database and start writing, as its only server. Raise a Problem if that is impossible."""
        try:
            await when_it_answers(self.url, patience)
            await self.lock.take()
            await look_at_file(self.url)
            async with self.engine.begin() as connection:
                await connection.run_sync(bring_up_to_date)
        except Exception as error:
            await self.lock.release()
            await self.engine.dispose()
            raise explain_error(error, self.url) from None
        self.begin_writing()

    def begin_writing(self) -> None:
        """Start the writer task, for a server or a command-line tool."""
        self.writing = supervision.keep("database writer", self._write)

    async def close(self) -> None:
        """Finish pending writes, then close the connections."""
        if self.writing is not None:
            while not self.waiting.empty():
                await asyncio.sleep(0.01)
            self.writing.cancel()
            await asyncio.gather(self.writing, return_exceptions=True)
        await self.uses.finish()
        await self.writer.close()
        await self.engine.dispose()
        await self.lock.release()

    async def is_current(self) -> bool:
        """Whether the database responds and has the schema this program expects.

        With a shared database, a newer schema is fine too: another server may already have been upgraded.
        """
        async with self.uses.enter(self.engine.connect()) as connection:
            found: str | None = await connection.run_sync(revision)
            return await connection.run_sync(is_current) or (self.shared and not is_known(found or ""))

    async def rows(self, query: Executable) -> Sequence[StoredRow]:
        """Return the rows of a query."""
        with self._noting("reading"):
            return await self.uses.run(self._read(query))

    async def _read(self, query: Executable) -> Sequence[StoredRow]:
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).all()

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """Open a separate transaction, for example to read a new row's id."""
        with self._noting("writing"):
            async with self.uses.enter(self.engine.begin()) as connection:
                yield connection

    @contextmanager
    def _noting(self, what: str) -> Iterator[None]:
        """Convert errors to Faults. Log the first failure in a row, and the first success afterwards."""
        try:
            yield
        except Exception as error:
            meant = translate_error(error)
            if isinstance(meant, Fault) and meant.code == "storage" and what not in self.failing:
                self.failing.add(what)
                log.error("the database fails", at=what, error=describe_error(error))
            if meant is error:
                raise
            raise meant from None
        if what in self.failing:
            self.failing.discard(what)
            log.info("the database answers again", at=what)

    async def do(self, *statements: Executable | Statement) -> None:
        """Execute statements in one transaction. They are durable when this returns."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        await self.waiting.put(
            ([statement if isinstance(statement, tuple) else (statement, None) for statement in statements], done)
        )
        await done

    async def _write(self) -> None:
        """Commit batch after batch.

        The larger the last batch, the longer the next one waits, so that under load commits grow larger instead of more
        frequent. If one sender's statements are invalid, only that sender gets the error. If the database fails, all
        senders fail at once: retrying each would delay them long after its return.
        """
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
        """Commit a batch; return the error, if any."""
        try:
            await self._commit([statements for statements, _ in batch])
        except Exception as error:
            return error
        return None

    async def _commit(self, groups: Sequence[Sequence[Statement]]) -> None:
        begun = monotonic()
        try:
            with self._noting("writing"):
                async with asyncio.timeout(COMMITTING):
                    await self.writer.commit(_together(groups))
        except Exception as error:
            if not isinstance(error, Unstorable | Conflict | Fenced):  # the sender's error, not the disk's
                self.metrics.failed_commits.inc()
            raise
        self.metrics.commits.observe(monotonic() - begun)


def _together(groups: Sequence[Sequence[Statement]]) -> list[Step]:
    """Merge the statements of all groups, keeping each group's order. The same statement with other values runs once.

    Each statement costs a round trip to the database, whatever its number of values.
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
    """Whether the database is at fault: it fails or does not answer in time."""
    return isinstance(error, TimeoutError) or (isinstance(error, Fault) and error.code == "storage")


def _settle(done: asyncio.Future[None], error: Exception | None) -> None:
    if not done.done():
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)
