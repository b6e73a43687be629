"""Writers that commit: a thread with its own connection for SQLite, a pool connection for PostgreSQL.

Each receives everything that forms one transaction at once. The thread is entered once per commit, because each switch
costs more than the work SQLite does there.
"""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol, cast

from sqlalchemy import ClauseElement, Connection, Dialect, Engine, Executable, Float, LargeBinary
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.sql.compiler import SQLCompiler

from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.server.storage.opening import writing_engine

MOST_KNOWN = 64  # compiled statements kept
Step = tuple[Executable, list[JsonObject] | None]  # a statement, and the parameters of each execution


class Committer(Protocol):
    """Executes steps in one transaction."""

    async def commit(self, steps: Sequence[Step]) -> None: ...
    async def close(self) -> None: ...


class ThreadWriter:
    """Writes to SQLite from one thread."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.thread = ThreadPoolExecutor(1, "writer")
        self.known: dict[tuple[Executable, tuple[str, ...]], Prepared | None] = {}

    async def commit(self, steps: Sequence[Step]) -> None:
        """Commit the steps; they are durable when this returns."""
        await asyncio.get_running_loop().run_in_executor(self.thread, self._commit, steps)

    async def close(self) -> None:
        """Finish pending writes and stop the thread."""
        await asyncio.to_thread(self.thread.shutdown)
        self.engine.dispose()

    def _commit(self, steps: Sequence[Step]) -> None:
        with self.engine.begin() as connection:
            for statement, values in steps:
                prepared = None if values is None else self._prepare(statement, tuple(values[0]))
                if values is None or prepared is None:
                    connection.execute(statement, values)
                else:
                    connection.exec_driver_sql(prepared.sql, [prepared.row(one) for one in values])

    def _prepare(self, statement: Executable, names: tuple[str, ...]) -> "Prepared | None":
        """Return the statement compiled for SQLite, cached because it runs for every action.

        None if SQLAlchemy must do more than order the parameters.
        """
        if (statement, names) not in self.known:
            if len(self.known) >= MOST_KNOWN:
                self.known.clear()
            self.known[statement, names] = prepare(statement, names, self.engine.dialect)
        return self.known[statement, names]


@dataclass(frozen=True)
class Prepared:
    """A statement in a database's SQL, and the order of its parameters."""

    sql: str
    names: Sequence[str]

    def row(self, values: JsonObject) -> tuple[Any, ...]:
        """Return the parameters in order."""
        return tuple([values[name] for name in self.names])


def prepare(statement: Executable, names: tuple[str, ...], dialect: Dialect) -> Prepared | None:
    """Compile a statement. Return None if a column has a default to fill in or a type to convert."""
    element = cast(ClauseElement, statement)  # every statement of ours is one
    compiled = element.compile(dialect=dialect, column_keys=list(names))
    assert isinstance(compiled, SQLCompiler)
    asked = compiled.positiontup or []
    types = [compiled.binds[name].type.dialect_impl(dialect) for name in asked]
    plain = all(isinstance(one, LargeBinary | Float) or one.bind_processor(dialect) is None for one in types)
    return Prepared(compiled.string, asked) if plain and set(asked) == set(names) else None


class PoolWriter:
    """Writes to PostgreSQL through the pool."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def commit(self, steps: Sequence[Step]) -> None:
        """Commit the steps; they are durable when this returns."""
        async with self.engine.begin() as connection:
            await connection.run_sync(_do, steps)

    async def close(self) -> None:
        """Do nothing: the owner closes the pool."""


def writer_for(engine: AsyncEngine) -> Committer:
    """Return the writer for an engine's database."""
    return ThreadWriter(writing_engine(engine.url)) if engine.dialect.name == "sqlite" else PoolWriter(engine)


def _do(connection: Connection, steps: Sequence[Step]) -> None:
    for statement, values in steps:
        connection.execute(statement, values)
