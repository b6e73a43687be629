"""After any fault nothing acknowledged is lost or duplicated, no screen was wrong, and all clients continue."""

import asyncio
import os
import signal
from datetime import date
from itertools import islice
from pathlib import Path

import pytest

from tests.cluster.evening import evening
from tests.cluster.faults import Trouble, cuttable
from tests.cluster.parts import LocalPlatform
from tests.server.together import together


@pytest.mark.faults
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
async def test_every_kind_of_fault_once(parts: LocalPlatform, tmp_path: Path) -> None:
    """It is a short `make kill-everything`, in another order each day."""
    seed = date.today().toordinal()
    print(f"seed {seed}")
    running = LocalPlatform(parts.postgres, parts.nats, tmp_path)
    trouble = Trouble(running, seed, (0.2, 1.0), lease=4.0, stopped=6.0)
    async with cuttable(running, trouble, 2):
        await asyncio.to_thread(running.think)
        async with evening(running, ("modern", "risk2210")) as there:
            await there.goes_on()
            for fault in islice(trouble.deck(), len(trouble.FAULTS)):
                print(fault.__name__)
                await fault(trouble)
                await there.goes_on(1)
                await there.check()


@together
async def test_a_server_leaves_and_nobody_sees_an_error(parts: LocalPlatform) -> None:
    """On SIGTERM, one server after the other, every socket is asked to reconnect and does; no table is lost."""
    async with evening(parts, ("modern",)) as there:
        await there.goes_on()
        for server in parts.servers:
            await asyncio.to_thread(server.stop)
            await there.goes_on()
            await asyncio.to_thread(server.start)
        assert {code for player in there.players for code in player.closed} == {1012}
        await there.check()


@pytest.mark.faults
@together
async def test_a_server_that_was_stopped_comes_back_and_may_write_nothing(parts: LocalPlatform) -> None:
    """A server is paused by SIGSTOP until others have its tables; after SIGCONT it is fenced."""
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
