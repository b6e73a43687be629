"""The same server on PostgreSQL: tables, play, kill -9, resuming."""

import asyncio
from pathlib import Path

from examples.bot import choose
from tests.postgres import Postgres
from tests.server.client import Browser
from tests.server.running import Server
from tests.server.together import to_its_end


def test_a_game_on_postgresql_survives_a_kill(postgres: Postgres, tmp_path: Path) -> None:
    server = Server(postgres.fresh(), tmp_path / "log")
    try:
        to_its_end(_survives(server.start()))
    finally:
        server.stop()


async def _survives(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada:
        await ada.post("/api/accounts", {"name": "Ada", "password": "correct horse"})
        table = await ada.lay("modern", "mrr")
        async with ada.at(table) as seat:
            for n in range(8):
                scene = await seat.asked()
                done = await seat.act(choose(scene["ask"]), nonce=f"n{n}")
                assert done["type"] == "done"
                await seat.until("moved")
            await seat.say(type="say", phrase="luck")
            await seat.until("said")
        server.kill()
        await asyncio.to_thread(server.start)
        async with ada.at(table) as seat:
            scene = await seat.asked()
            assert scene["version"] >= done["version"]
            assert await seat.act({"act": "pass"}, nonce="n7") == done
        await ada.post(f"/api/tables/{table}/stop")
        assert (await ada.get("/api/mine"))["tables"][0]["status"] == "over"
        assert len((await ada.get(f"/api/tables/{table}/replay"))["steps"]) > 8
