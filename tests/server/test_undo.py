"""Undo at a table: for its own seat, as an entry of the journal, never in rated games, and without extra time."""

from pathlib import Path

import pytest

from kamchatka.journal import parse_stored
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.options import PLACE
from kamchatka.match.undoing import is_undo
from kamchatka.proof import prove
from kamchatka.server.presentation.listener import Listener
from kamchatka.server.protocol.messages import Undo
from kamchatka.server.protocol.payloads import ClockForm, SeatForm, TableForm
from kamchatka.server.storage.records import Sitter, TableRecord
from kamchatka.server.tables.live_table import LiveTable
from kamchatka.server.tables.room import Room
from tests.server.client import Json
from tests.server.test_room import bots_have_played, hears, lay, open_server, sits_down
from tests.server.together import together


async def placed(room: Room) -> str:
    """Answer until the player has placed armies and is asked again; return the position before that."""
    while True:
        await bots_have_played(room)
        assert room.stored is not None
        match = room.stored.match
        options = match.options(0)
        before, action = match.position(), options.sample(FastChance(1))
        with_time = action.verb == PLACE and room.stored.match.state.turn == 0
        room.stored.before += 10.0
        await room.submit(lambda action=action: room.perform(0, action))  # type: ignore[misc]
        if with_time and 0 in match.awaited and room.stored.may_undo(0):
            return before
        room.publish()


async def asks(live_table: LiveTable, listener: Listener, nonce: str) -> Json:
    """Request an undo and return the response."""
    room = live_table.room
    assert room.stored is not None
    version = room.stored.version
    await room.submit(lambda: live_table.handler.handle(listener, Undo(version, nonce)))
    return await hears(listener, "done", "refused", "stale", "problem")


@together
async def test_an_undo_is_an_entry_and_survives_a_restart(tmp_path: Path) -> None:
    """The journal has the action and its undo; a reopened room knows what can be undone, and the seal is valid."""
    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        live_table = await lay(server, ada)
        room, listener = live_table.room, await sits_down(live_table, ada)
        before = await placed(room)
        assert room.stored is not None
        version = room.stored.version
    async with open_server(tmp_path) as again:
        live_table = await again.live_tables.open(room.table.id)
        opened, listener = live_table.room, await sits_down(live_table, ada)
        assert (await hears(listener, "scene"))["may_undo"]
        answer = await asks(live_table, listener, "u1")
        assert (answer["type"], answer["version"]) == ("done", version + 1)
        assert opened.stored is not None
        assert opened.stored.match.position() == before
        moved = await hears(listener, "moved")
        assert "Ada takes back the last move" in [line["text"] for line in moved["log"]]
        assert await asks(live_table, listener, "u1") == answer  # an action with the same nonce is never repeated
        lines = await again.store.journal(room.table.id)
        kept = parse_stored((opened.table.header or b"") + b"".join(line.line for line in lines), "journal")
        assert is_undo(kept.match.entries[-1])
        assert kept.match.position() == before
        assert prove(kept).strays is None


@together
async def test_a_spectator_and_a_late_client_take_nothing_back(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        ada, eve = await server.accounts.guest("Ada", "cookie"), await server.accounts.guest("Eve", "another")
        live_table = await lay(server, ada)
        listener = await sits_down(live_table, ada)
        spectator = await sits_down(live_table, eve)
        await placed(live_table.room)
        assert (await asks(live_table, spectator, "s"))["code"] == "not_seated"
        await live_table.room.submit(lambda: live_table.handler.handle(listener, Undo(1, "late")))
        assert (await hears(listener, "done", "stale"))["type"] == "stale"


@pytest.mark.parametrize("clock", [ClockForm("move", 600), ClockForm("turn", 600), ClockForm("game", 600)])
@together
async def test_an_undo_gives_no_time_back(tmp_path: Path, clock: ClockForm, monkeypatch: pytest.MonkeyPatch) -> None:
    """The question's clock keeps running from the first time it was asked, even across a restart."""
    monkeypatch.setattr("kamchatka.server.tables.stored_match.monotonic", lambda: 0.0)
    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        live_table = await lay(server, ada, clock=clock)
        room, listener = live_table.room, await sits_down(live_table, ada)
        await placed(room)
        assert room.stored is not None
        room.stored.before += 100.0
        answered = room.clocks.moments[-1]
        await asks(live_table, listener, "u")
        left = room.clocks.seconds_left(0, room.stored.now)
        assert left == 600.0 - answered.spent[0] - (room.stored.now - answered.asked[0])
        assert left is not None
        assert left <= 490.0
    async with open_server(tmp_path) as again:
        opened = (await again.live_tables.open(room.table.id)).room
        assert opened.stored is not None
        assert opened.clocks.seconds_left(0, room.stored.now) == pytest.approx(left)


@together
async def test_a_table_without_undo_says_so(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        live_table = await lay(server, ada, undo=False)
        listener = await sits_down(live_table, ada)
        answer = await asks(live_table, listener, "u")
        assert (answer["type"], answer["text"]) == ("problem", "Nothing is taken back at this table.")


@pytest.mark.parametrize(
    ("form", "kept", "may_undo"),
    [({}, "", True), ({"undo": False}, "", False), ({"rated": True}, "", False), ({}, "an event", False)],
)
def test_undo_is_for_friendly_games(form: dict[str, bool], kept: str, may_undo: bool) -> None:
    agreed = TableForm("modern", (SeatForm("open"),) * 3, **form)  # type: ignore[arg-type]
    table = TableRecord(
        id="t", agreed=agreed, seats=(Sitter("Ada", 1, kept=kept),) * 3, status="playing", host=1, key="00"
    )
    assert table.may_undo == may_undo
