"""Requests to another server: a disconnected caller doesn't wait for a response."""

import asyncio
from collections.abc import Callable

import pytest

from kamchatka.server.bus.local_bus import Hub, LocalBus
from kamchatka.server.cluster import remote_tables
from kamchatka.server.cluster.remote_tables import RemoteTables
from kamchatka.server.cluster.server_requests import AskedAtTable, BeginGame, desk_of
from kamchatka.server.faults import Fault
from tests.server.together import together


@pytest.mark.parametrize(
    "learns",
    [
        pytest.param(lambda far: far.send_away("other"), id="it is back, and has forgotten"),
        pytest.param(lambda far: far.see_out(frozenset({"me"})), id="it lives no more"),
    ],
)
@together
async def test_nobody_waits_for_a_server_that_was_out_of_reach(
    learns: Callable[[RemoteTables], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote_tables, "PATIENCE", 3600.0)
    hub, asked = Hub(), asyncio.Event()
    here, there = LocalBus(hub), LocalBus(hub)

    async def never(question: AskedAtTable) -> object:
        asked.set()
        return await asyncio.get_running_loop().create_future()

    await there.answer(desk_of("other"), AskedAtTable, never)
    far = RemoteTables(here, "me")
    asking = asyncio.create_task(far.ask("other", "a table", BeginGame()))
    await asked.wait()
    learns(far)
    with pytest.raises(Fault) as fault:
        await asking
    assert fault.value.code == "elsewhere"
    assert not far.asking


@together
async def test_who_stops_asking_asks_no_more() -> None:
    hub, asked, stopped = Hub(), asyncio.Event(), asyncio.Event()
    here, there = LocalBus(hub), LocalBus(hub)

    async def never(question: AskedAtTable) -> None:
        asked.set()
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            stopped.set()

    await there.answer(desk_of("other"), AskedAtTable, never)
    far = RemoteTables(here, "me")
    asking = asyncio.create_task(far.ask("other", "a table", BeginGame()))
    await asked.wait()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    await stopped.wait()
    assert not far.asking
