"""Copies a whole database into another one: between PostgreSQL and backups, or from one kind to the other."""

from sqlalchemy import Connection, Table, func, insert, inspect, select
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from kamchatka.kernel.problem import Problem
from kamchatka.server.storage.migrations import is_current, upgrade
from kamchatka.server.storage.opening import explain_error, sqlite_file
from kamchatka.server.storage.schema import metadata

AT_ONCE = 1000  # rows in memory


async def transfer(source: str, target: str) -> None:
    """Copy everything committed at one moment. The target must be empty."""
    origin, goal = (create_async_engine(url, hide_parameters=True) for url in (source, target))
    if origin.dialect.name != "sqlite":
        origin = origin.execution_options(isolation_level="REPEATABLE READ")
    try:
        async with origin.connect() as reading, goal.begin() as writing:
            if not await reading.run_sync(is_current):
                raise Problem("transfer.other_version")
            await writing.run_sync(_prepare)
            for table in metadata.sorted_tables:
                await _copy(table, reading, writing)
    except Exception as error:
        raise explain_error(error, target if sqlite_file(source) else source) from None
    finally:
        await origin.dispose()
        await goal.dispose()


def _prepare(connection: Connection) -> None:
    if inspect(connection).get_table_names():
        raise Problem("transfer.not_empty")
    upgrade(connection)


async def _copy(table: Table, reading: AsyncConnection, writing: AsyncConnection) -> None:
    rows = await reading.stream(select(table), execution_options={"yield_per": AT_ONCE})
    async for part in rows.mappings().partitions(AT_ONCE):
        await writing.execute(insert(table), [dict(row) for row in part])
    number = table.autoincrement_column
    if number is not None and writing.dialect.name == "postgresql":  # continue the ids after the copied rows
        sequence = func.pg_get_serial_sequence(table.name, number.name)
        last = select(func.max(number)).scalar_subquery()
        await writing.execute(select(func.setval(sequence, func.coalesce(last, 1), last.is_not(None))))
