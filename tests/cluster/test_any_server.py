"""Two servers, one platform: whatever one of them is told, the other one knows."""

import asyncio
import json

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.cluster.parts import LocalPlatform
from tests.server.client import Browser
from tests.server.together import together

PATIENCE = 60.0


async def _at(server: str, browser: Browser) -> Browser:
    """The same person before another server."""
    there = Browser(server, "")
    there.http.cookies.update(browser.http.cookies)
    there.csrf = browser.csrf
    return there


@together
async def test_lobby_talk_votes_and_rematch_across_servers(parts: LocalPlatform) -> None:
    here, there = (server.address for server in parts.servers)
    async with Browser(here, "Ada") as ada, Browser(there, "Bruno") as bruno:
        async with connect(f"{there.replace('http', 'ws', 1)}/ws/lobby?lang=en", proxy=None, max_size=None) as lobby:
            await lobby.recv()
            table = await ada.lay("modern", "mob", name="Both")
            async with asyncio.timeout(PATIENCE):
                while table not in [row["id"] for row in json.loads(await lobby.recv()).get("tables", ())]:
                    pass
        await bruno.post(f"/api/tables/{table}/join")
        async with ada.at(table) as one, bruno.at(table) as other:
            await one.asked()
            await other.until("scene")
            await other.say(type="say", text="Good evening")
            assert (await one.until("said"))["text"] == "Good evening"
            await ada.post(f"/api/tables/{table}/stop")
            async with asyncio.timeout(PATIENCE):
                while not any(seat["stops"] for seat in (await other.until("presence"))["seats"]):
                    pass
            await bruno.post(f"/api/tables/{table}/stop")
            async with asyncio.timeout(PATIENCE):
                while not one.scene["result"]:
                    await one.until("moved", "scene")
        again = (await bruno.post(f"/api/tables/{table}/rematch"))["id"]
        assert (await ada.post(f"/api/tables/{table}/rematch"))["id"] == again
        assert (await ada.get(f"/api/tables/{again}"))["status"] == "playing"


@together
async def test_who_logs_out_is_out_at_every_server(parts: LocalPlatform) -> None:
    here, there = (server.address for server in parts.servers)
    async with Browser(here, "Ada") as ada:
        elsewhere = await _at(there, ada)
        try:
            table = await ada.lay("modern", "mbb")
            async with elsewhere.at(table) as seat:
                await seat.until("scene")
                await ada.post("/api/logout")
                with pytest.raises(ConnectionClosed) as closed:
                    await seat.until("nothing of this kind")
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 4401
            assert (await elsewhere.get("/api/me"))["name"] is None
        finally:
            await elsewhere.http.aclose()
