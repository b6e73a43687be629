"""Lag that clients report, in a room on a real database and on the table's own time."""

from pathlib import Path

import pytest

from kamchatka.kernel.chance import FastChance
from kamchatka.server.presentation.listener import Listener
from kamchatka.server.protocol.messages import Ping
from kamchatka.server.protocol.payloads import ClockForm
from kamchatka.server.tables.room import Room
from tests.server.test_room import bots_have_played, lay, open_server, sits_down
from tests.server.together import together

STANDING = 1_000_000.0


async def answer_after(room: Room, seconds: float) -> float:
    """Let the person think for some seconds of table time and answer; return the seconds charged."""
    await bots_have_played(room)
    assert room.stored is not None
    before, action = room.clocks.spent[0], room.stored.match.options(0).sample(FastChance(1))
    room.stored.before += seconds
    await room.submit(lambda: room.perform(0, action))
    await room.answer_for_seats()
    room.publish()
    return round(room.clocks.spent[0] - before, 3)


@together
async def test_reported_lag_is_credited_and_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client 400 ms away is charged 9.6 of ten seconds, and as much is left to it after a restart."""
    monkeypatch.setattr("kamchatka.server.tables.stored_match.monotonic", lambda: STANDING)
    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        live_table = await lay(server, ada, clock=ClockForm("game", 600))
        room, listener = live_table.room, await sits_down(live_table, ada)
        await room.submit(lambda: live_table.handler.handle(listener, Ping(400)))
        await answer_after(room, 1.0)  # this question may have come before the report
        assert [await answer_after(room, 10.0) for _ in range(3)] == [9.6, 9.6, 9.6]
        await bots_have_played(room)
        spent = room.clocks.spent[0]
    async with open_server(tmp_path) as again:
        opened = (await again.live_tables.open(room.table.id)).room
        assert opened.clocks.spent[0] == pytest.approx(spent, abs=0.01)


@together
async def test_a_spectator_has_no_lag(tmp_path: Path) -> None:
    """Only a seat's own player reports for it."""
    async with open_server(tmp_path) as server:
        ada, eve = await server.accounts.guest("Ada", "cookie"), await server.accounts.guest("Eve", "another")
        live_table = await lay(server, ada, clock=ClockForm("game", 600))
        spectator: Listener = await sits_down(live_table, eve)
        await live_table.room.submit(lambda: live_table.handler.handle(spectator, Ping(400)))
        assert live_table.room.clocks.lag.reported == [0.0, 0.0, 0.0]
