"""Games over days: table time does not end after the 24 days that 32 bits of milliseconds hold."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import text

from examples.bot import choose
from kamchatka.server.storage.database import Database
from tests.postgres import Postgres
from tests.server.client import Browser
from tests.server.running import Server
from tests.server.together import to_its_end
from tests.stored.make_house import alter, sqlalchemy_address

MONTHS = 90 * 86_400  # seconds of table time


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_game_of_three_months_goes_on(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """A game with three months on its clock continues, and its moves are stored and read with those times."""
    postgres: Postgres | None = request.getfixturevalue("postgres") if kind == "postgresql" else None
    address = postgres.fresh() if postgres is not None else str(tmp_path / "games.db")
    server = Server(address, tmp_path / "log", events=str(tmp_path / "events"))
    try:
        to_its_end(_goes_on(server))
    finally:
        server.stop()


async def _goes_on(server: Server) -> None:
    await asyncio.to_thread(server.start)
    async with Browser(server.address, "Ada") as ada:
        table = await ada.lay("modern", "mrr", clock={"per": "move", "seconds": 14 * 86_400})
        await _moves(ada, table)
        await asyncio.to_thread(server.stop)
        await alter(server, "UPDATE tables SET clock = :played", played=float(MONTHS))
        await asyncio.to_thread(server.start)
        await _moves(ada, table)
        await _moves(ada, table)
        await asyncio.to_thread(server.stop)
        database = Database(sqlalchemy_address(server.database))
        clocks = [row.clock for row in await database.rows(text("SELECT clock FROM entries ORDER BY n"))]
        await database.engine.dispose()
        assert clocks == sorted(clocks)
        assert clocks[-1] > MONTHS * 1000 > 1 << 32
        await asyncio.to_thread(server.start)
        async with ada.at(table) as seat:
            assert (await seat.asked())["version"] >= len(clocks)


async def _moves(ada: Browser, table: str) -> None:
    async with ada.at(table) as seat:
        scene = await seat.asked()
        assert (await seat.act(choose(scene["ask"])))["type"] == "done"
