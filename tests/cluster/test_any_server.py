"""Two servers, one platform: both know what either of them is told."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from tests.cluster.parts import LocalPlatform
from tests.cluster.players import Member
from tests.cluster.screens import PATIENCE, Screen
from tests.server.together import together


@asynccontextmanager
async def two_people(parts: LocalPlatform) -> AsyncIterator[tuple[Member, Member]]:
    """Return Ada at one server and Bruno at the other."""
    here, there = (server.address for server in parts.servers)
    ada, bruno = await Member([here], "Ada").come(), await Member([there], "Bruno").come()
    try:
        yield ada, bruno
    finally:
        await ada.http.aclose()
        await bruno.http.aclose()


async def both_at_a_table(ada: Member, bruno: Member) -> str:
    """Create a game of theirs at one server, joined at the other."""
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot"}]
    table = str((await ada.ask("POST", "/api/tables", {"edition": "modern", "seats": seats}))["id"])
    await bruno.ask("POST", f"/api/tables/{table}/join", {})
    return table


def is_over(said: Any) -> bool:
    return bool(said.get("result"))


@together
async def test_a_table_of_one_server_is_in_the_lobby_of_the_other(parts: LocalPlatform) -> None:
    async with two_people(parts) as (ada, bruno), Screen(bruno, "/ws/lobby") as lobby:
        table = await both_at_a_table(ada, bruno)
        await lobby.until(lambda said: table in [row["id"] for row in said.get("tables", ())])


@together
async def test_talk_votes_and_rematch_across_servers(parts: LocalPlatform) -> None:
    async with two_people(parts) as (ada, bruno):
        table = await both_at_a_table(ada, bruno)
        async with Screen(ada, f"/ws/tables/{table}") as one, Screen(bruno, f"/ws/tables/{table}") as other:
            await other.say(type="say", text="Good evening")
            await one.until(lambda said: said["type"] == "said" and said["text"] == "Good evening")
            await ada.ask("POST", f"/api/tables/{table}/stop", {})
            await other.until(lambda said: any(seat.get("stops") for seat in said.get("seats", ())))
            await bruno.ask("POST", f"/api/tables/{table}/stop", {})
            await one.until(is_over)
            await other.until(is_over)
            again = (await bruno.ask("POST", f"/api/tables/{table}/rematch", {}))["id"]
            await one.until(lambda said: again in str(said))  # other clients at the table learn its address
        assert (await ada.ask("POST", f"/api/tables/{table}/rematch", {}))["id"] == again
        assert (await bruno.ask("GET", f"/api/tables/{again}"))["status"] == "playing"


@together
async def test_people_who_wait_at_different_servers_find_each_other(parts: LocalPlatform) -> None:
    """Any server tells both where to go, not only the one they asked."""
    async with two_people(parts) as (ada, bruno):
        for one in (ada, bruno):
            await one.ask("POST", "/api/quick", {"preset": "duel", "bots_after": 0})
        ada.addresses, bruno.addresses = bruno.addresses, ada.addresses

        async def table_of(one: Member) -> str:
            async with asyncio.timeout(PATIENCE):
                while not (table := ((await one.ask("GET", "/api/quick"))["mine"] or {}).get("table")):
                    await asyncio.sleep(0.05)
            return str(table)

        table = await table_of(ada)
        assert await table_of(bruno) == table
        seats = (await ada.ask("GET", f"/api/tables/{table}"))["seats"]
        assert sorted(seat["name"] for seat in seats) == ["Ada", "Bruno"]


@together
async def test_who_logs_out_is_out_at_every_server(parts: LocalPlatform) -> None:
    here, there = (server.address for server in parts.servers)
    async with two_people(parts) as (ada, bruno):
        table = await both_at_a_table(ada, bruno)
        ada.addresses = [there]
        async with Screen(ada, f"/ws/tables/{table}") as seat:
            ada.addresses = [here]
            await ada.ask("POST", "/api/logout", {})
            assert await seat.closed() == 4401
