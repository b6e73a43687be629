"""A PostgreSQL in memory: SQLite driven on the event loop, behind the interface of SQLAlchemy's asyncio engines.

The statements are the server's own. A transaction is atomic at the moment at which the database executes it, so it is
serializable, and the rules of the tables (the fence, one nonce, one owner) are SQLite's, as PostgreSQL has them. Before
and after that moment, requests and responses travel: a process can then die, be cut off or lose a commit's answer.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from types import SimpleNamespace
from typing import Any

from sqlalchemy import create_engine, make_url
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import StaticPool

from kamchatka.server.storage.opening import bring_up_to_date
from tests.simulation.loop import Process, current
from tests.simulation.network import Network

LOCKS = ("pg_try_advisory_lock", "pg_try_advisory_lock_shared", "pg_advisory_xact_lock")
JULIAN_EPOCH = 2440587.5  # the Julian day on which Unix time begins
DAY = 86_400.0
GIVEN_UP = 30.0  # seconds until a client that gets no answer considers the connection broken


class SimulatedDatabase:
    """The database of the platform. `clock` returns its Unix seconds, which may jump."""

    def __init__(self, network: Network, clock: Callable[[], float]) -> None:
        self.network = network
        self.raw = sqlite3.connect(":memory:", check_same_thread=False)
        self.raw.deserialize(empty())
        self.raw.execute("PRAGMA foreign_keys=ON")
        self.raw.create_function("julianday", 1, lambda _: clock() / DAY + JULIAN_EPOCH)
        for lock in LOCKS:
            self.raw.create_function(lock, 1, lambda _: 1)
        self.engine = create_engine("sqlite://", creator=lambda: self.raw, poolclass=StaticPool)
        self.connection = self.engine.connect()
        self.is_busy = False  # a transaction is open
        self.is_full = False  # the disk is full: nothing can be written
        self.commits = 0
        self.writer = ""  # the process whose transaction is open

    def close(self) -> None:
        """Free the memory."""
        self.connection.close()
        self.raw.close()

    def query(self, text: str, *values: object) -> list[tuple[Any, ...]]:
        """Query the stored rows, for checks."""
        return self.raw.execute(text, values).fetchall()


@cache
def empty() -> bytes:
    """Return a database with the current schema."""
    raw = sqlite3.connect(":memory:")
    engine = create_engine("sqlite://", creator=lambda: raw, poolclass=StaticPool)
    with engine.begin() as connection:
        bring_up_to_date(connection)
    return raw.serialize()


class SimulatedConnection:
    """A connection of one process."""

    dialect = SimpleNamespace(name="postgresql")

    def __init__(self, engine: "SimulatedEngine", in_transaction: bool) -> None:
        self.engine = engine
        self.in_transaction = in_transaction

    async def execute(self, statement: Any, values: Any = None) -> Any:
        """Execute a statement, by default in its own transaction."""
        return await self.run_sync(lambda connection: _result(connection.execute(statement, values)))

    async def scalar(self, statement: Any) -> Any:
        """Return the first column of the first row."""
        return (await self.execute(statement)).scalar()

    async def run_sync(self, function: Callable[..., Any], *args: Any) -> Any:
        """Call a function with the connection."""
        if self.in_transaction:
            return function(self.engine.database.connection, *args)
        async with self.engine.transaction():
            return function(self.engine.database.connection, *args)

    async def close(self) -> None:
        """Do nothing."""


def _result(result: Any) -> Any:
    """Return a result that doesn't change when other statements run."""
    return result.freeze()() if result.returns_rows else result


class _Connecting:
    """What `engine.connect()` returns: to be awaited or entered."""

    def __init__(self, connection: SimulatedConnection) -> None:
        self.connection = connection

    def __await__(self) -> Any:
        yield from ()
        return self.connection

    async def __aenter__(self) -> SimulatedConnection:
        return self.connection

    async def __aexit__(self, *error: object) -> None:
        pass


class SimulatedEngine:
    """An engine of one process."""

    dialect = SimpleNamespace(name="postgresql")

    def __init__(self, database: SimulatedDatabase, process: Process, url: str) -> None:
        self.database = database
        self.process = process
        self.url = make_url(url)

    def connect(self) -> _Connecting:
        """Connect."""
        return _Connecting(SimulatedConnection(self, in_transaction=False))

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[SimulatedConnection]:
        """Open a transaction."""
        async with self.transaction():
            yield SimulatedConnection(self, in_transaction=True)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[None]:
        """Send a transaction, execute it at one moment, and wait for the answer."""
        database, link = self.database, self.database.network.link(self.process.name, "database")
        await self._travel()
        if link.happens("late commit"):
            await asyncio.sleep(link.draw(0.5, 12.0))
        assert not database.is_busy, "a transaction was open while its owner waited"
        before, database.is_busy, database.writer = database.raw.total_changes, True, self.process.identity
        opened = database.connection.begin()
        try:
            yield
            wrote = database.raw.total_changes != before
            if wrote and (database.is_full or link.happens("commit fails")):
                raise broken("disk full" if database.is_full else "the commit failed")
            opened.commit()
        except BaseException:
            opened.rollback()
            raise
        finally:
            database.is_busy = False
        database.commits += wrote
        if wrote and link.happens("slow commit"):
            await asyncio.sleep(link.delay() + link.draw(0.5, 8.0))
        if wrote and link.happens("answer lost"):
            await asyncio.sleep(link.draw(0.1, 3.0))
            raise broken("the connection was lost during the commit")
        await self._travel()

    async def _travel(self) -> None:
        link = self.database.network.link(self.process.name, "database")
        if link.is_cut:
            await asyncio.sleep(min(GIVEN_UP, link.draw(1.0, 12.0)))
            raise broken("the database is out of reach")
        await asyncio.sleep(link.delay())

    async def dispose(self) -> None:
        """Do nothing."""


def broken(reason: str) -> OperationalError:
    """Return the error of a driver."""
    return OperationalError("", None, sqlite3.OperationalError(reason))


def engine_of(database: SimulatedDatabase) -> Callable[..., SimulatedEngine]:
    """Return the replacement of `create_async_engine`."""
    return lambda url, **options: SimulatedEngine(database, current.get(), str(url))
