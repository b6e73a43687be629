"""Any part may die: nothing acknowledged is lost or doubled, nothing was shown that is not there, all play on."""

import asyncio
import os
import signal

import pytest

from tests.cluster.evening import evening
from tests.cluster.parts import LocalPlatform
from tests.server.together import together

pytestmark = pytest.mark.faults


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
        assert 1012 in {code for player in there.players for code in player.closed}
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
