"""Database connections when the tasks that use them are cancelled."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import text

from kamchatka.server.storage.database import Database
from tests.connections import open_connections
from tests.server.together import together

pytestmark = pytest.mark.sqlite

TURNS = 30  # steps of the event loop; a read takes about a dozen


async def read(database: Database) -> None:
    """Read a row."""
    await database.rows(text("SELECT 1"))


async def write(database: Database) -> None:
    """Change a table in a transaction."""
    async with database.begin() as connection:
        await connection.execute(text("UPDATE players SET name = name"))


@pytest.mark.parametrize(("use", "cancellations"), [(read, 1), (read, 2), (write, 1)])
@together
async def test_a_cancelled_user_leaves_no_connection(
    tmp_path: Path, use: Callable[[Database], Awaitable[None]], cancellations: int
) -> None:
    """Wherever a task is cancelled, and a reading one even twice, closing the database closes every connection."""
    loop, before = asyncio.get_running_loop(), asyncio.all_tasks()
    for turns in range(TURNS):
        database = Database(f"sqlite+aiosqlite:///{tmp_path / 'games.db'}")
        await database.open()
        task = asyncio.ensure_future(use(database))
        for _ in range(turns):
            await asyncio.sleep(0)
        for _ in range(cancellations):
            task.cancel()
            await asyncio.sleep(0)
        await database.close()
        await asyncio.gather(task, return_exceptions=True)
        assert open_connections(loop) == 0, turns
    assert asyncio.all_tasks() == before
