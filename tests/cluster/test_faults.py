"""Any part may die: nothing acknowledged is lost or doubled, nothing was shown that is not there, all play on."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.cluster.history import History
from tests.cluster.parts import LocalPlatform
from tests.cluster.players import Member, TablePlayer
from tests.cluster.stored import full_check
from tests.server.together import together

PATIENCE = 120.0  # seconds; a busy machine is slow, not wrong


class Evening:
    """Some tables in play, and everybody at them."""

    def __init__(self, parts: LocalPlatform, history: History) -> None:
        self.parts = parts
        self.history = history
        self.players: list[TablePlayer] = []

    @property
    def tables(self) -> list[str]:
        """Where they play."""
        return list(dict.fromkeys(player.table for player in self.players))

    async def goes_on(self, by: int = 4) -> None:
        """Every player at every table has been shown some more, whatever happened before."""
        wanted = {player: player.version + by for player in self.players}
        until = asyncio.get_running_loop().time() + PATIENCE
        while late := [one for one in self.players if one.version < wanted[one] and not one.is_over]:
            assert asyncio.get_running_loop().time() < until, late
            await asyncio.sleep(0.05)

    async def check(self) -> None:
        """Everything that anybody was told."""
        assert await full_check(self.parts.plain_database, self.history, self.tables) == []


@asynccontextmanager
async def evening(parts: LocalPlatform, editions: tuple[str, ...]) -> AsyncIterator[Evening]:
    """A table of two people and a bot for each edition, and a spectator at each."""
    addresses, history = [server.address for server in parts.servers], History()
    there = Evening(parts, history)
    members = [await Member(addresses, name).come() for name in ("Ada", "Bruno", "Carla")]
    for edition in editions:
        seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot"}]
        table = (await members[0].ask("POST", "/api/tables", {"edition": edition, "seats": seats}))["id"]
        await members[1].ask("POST", f"/api/tables/{table}/join", {})
        there.players += [TablePlayer(member, table, history) for member in members]
    tasks = [asyncio.create_task(player.play()) for player in there.players]
    try:
        yield there
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for member in members:
            await member.http.aclose()


@together
async def test_a_server_is_killed(parts: LocalPlatform) -> None:
    async with evening(parts, ("modern", "risk2210")) as there:
        await there.goes_on()
        for server in parts.servers:
            server.kill()
            await there.goes_on()
            await asyncio.to_thread(server.start)
        await there.check()


@together
async def test_the_bus_is_killed_and_comes_back(parts: LocalPlatform) -> None:
    async with evening(parts, ("classic",)) as there:
        await there.goes_on()
        parts.nats.kill()
        await asyncio.sleep(1.0)
        await asyncio.to_thread(parts.nats.start)
        await there.goes_on()
        await there.check()


@together
async def test_the_database_is_killed_and_comes_back(parts: LocalPlatform) -> None:
    async with evening(parts, ("modern",)) as there:
        await there.goes_on()
        parts.postgres.kill()
        await asyncio.sleep(1.0)
        await asyncio.to_thread(parts.postgres.start)
        await there.goes_on()
        await there.check()


@together
async def test_a_server_leaves_and_nobody_sees_an_error(parts: LocalPlatform) -> None:
    """SIGTERM, one after the other: every socket is asked to come again, and does; no table is lost."""
    async with evening(parts, ("modern",)) as there:
        await there.goes_on()
        for server in parts.servers:
            await asyncio.to_thread(server.stop)
            await there.goes_on()
            await asyncio.to_thread(server.start)
        assert {code for player in there.players for code in player.closed} == {1012}
        await there.check()


@together
async def test_a_server_that_was_stopped_comes_back_and_may_write_nothing(parts: LocalPlatform) -> None:
    """SIGSTOP until others have its tables, then SIGCONT: it was fenced meanwhile."""
    async with evening(parts, ("modern",)) as there:
        await there.goes_on()
        for server in parts.servers:
            assert server.process is not None
            os.kill(server.process.pid, signal.SIGSTOP)
            try:
                await there.goes_on()
            finally:
                os.kill(server.process.pid, signal.SIGCONT)
            await there.goes_on()
            await there.check()
