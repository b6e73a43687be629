"""Who commits: for SQLite a thread with a connection of its own, for PostgreSQL a connection of the pool.

Either is handed everything that counts together at once. A thread is visited once a commit, however many statements it
has: each visit costs more than what SQLite does there.
"""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol, cast

from sqlalchemy import ClauseElement, Connection, Dialect, Engine, Executable, Float, LargeBinary
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.sql.compiler import SQLCompiler

from kamchatka.server.storage.opening import writing_engine

MOST_KNOWN = 64  # statements that are kept as the database knows them
Step = tuple[Executable, list[dict[str, Any]] | None]  # a statement, and the values that it is done with, one by one


class Committer(Protocol):
    """Does steps in one transaction."""

    async def commit(self, steps: Sequence[Step]) -> None: ...
    async def close(self) -> None: ...


class ThreadWriter:
    """SQLite's."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.thread = ThreadPoolExecutor(1, "writer")
        self.known: dict[tuple[Executable, tuple[str, ...]], Prepared | None] = {}

    async def commit(self, steps: Sequence[Step]) -> None:
        """Durable when this returns."""
        await asyncio.get_running_loop().run_in_executor(self.thread, self._commit, steps)

    async def close(self) -> None:
        """What is being written is finished first."""
        await asyncio.to_thread(self.thread.shutdown)
        self.engine.dispose()

    def _commit(self, steps: Sequence[Step]) -> None:
        with self.engine.begin() as connection:
            for statement, values in steps:
                prepared = None if values is None else self._prepared(statement, tuple(values[0]))
                if values is None or prepared is None:
                    connection.execute(statement, values)
                else:
                    connection.exec_driver_sql(prepared.sql, [prepared.row(one) for one in values])

    def _prepared(self, statement: Executable, names: tuple[str, ...]) -> "Prepared | None":
        """The statement as SQLite knows it, put together once for the same names: it is done for every action.

        None where SQLAlchemy must do more than put values in their order.
        """
        if (statement, names) not in self.known:
            if len(self.known) >= MOST_KNOWN:
                self.known.clear()
            self.known[statement, names] = prepare(statement, names, self.engine.dialect)
        return self.known[statement, names]


@dataclass(frozen=True)
class Prepared:
    """A statement in the words of a database, and the names of its values in their order."""

    sql: str
    names: Sequence[str]

    def row(self, values: dict[str, Any]) -> tuple[Any, ...]:
        """The values in their order."""
        return tuple([values[name] for name in self.names])


def prepare(statement: Executable, names: tuple[str, ...], dialect: Dialect) -> Prepared | None:
    """A statement for these values; None if a column has a default to be filled in, or a type of its own."""
    compiled = cast(ClauseElement, statement).compile(dialect=dialect, column_keys=list(names))
    assert isinstance(compiled, SQLCompiler)
    asked = compiled.positiontup or []
    types = [compiled.binds[name].type.dialect_impl(dialect) for name in asked]
    plain = all(isinstance(one, LargeBinary | Float) or one.bind_processor(dialect) is None for one in types)
    return Prepared(compiled.string, asked) if plain and set(asked) == set(names) else None


class PoolWriter:
    """PostgreSQL's."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def commit(self, steps: Sequence[Step]) -> None:
        """Durable when this returns."""
        async with self.engine.begin() as connection:
            await connection.run_sync(_do, steps)

    async def close(self) -> None:
        """The pool is its owner's."""


def writer_for(engine: AsyncEngine) -> Committer:
    """Who commits to the database that an engine reads."""
    return ThreadWriter(writing_engine(engine.url)) if engine.dialect.name == "sqlite" else PoolWriter(engine)


def _do(connection: Connection, steps: Sequence[Step]) -> None:
    for statement, values in steps:
        connection.execute(statement, values)
