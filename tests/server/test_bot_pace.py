"""A player can change the bots' pace during a game if there is no other human player."""

from pathlib import Path

import msgspec
import pytest

from kamchatka.server.presentation.listener import Listener
from kamchatka.server.protocol.messages import AnyClientMessage
from kamchatka.server.protocol.payloads import SeatForm, TableForm
from kamchatka.server.tables import bot_seats
from kamchatka.server.tables.live_table import LiveTable
from tests.server.test_room import acts, hears, lay, next_question, open_server, sits_down
from tests.server.together import together


async def choose(live_table: LiveTable, listener: Listener, pace: str, once: bool = False) -> None:
    """Send the message that changes the bots' pace."""
    message = msgspec.convert({"type": "bot_pace", "pace": pace, "once": once}, AnyClientMessage)
    await live_table.room.submit(lambda: live_table.handler.handle(listener, message))


@together
async def test_a_person_among_bots_changes_their_pace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The choice applies from the next decision on, and all clients see it."""
    monkeypatch.setattr(bot_seats, "is_opening", lambda state: False)  # in an opening bots always play fast
    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        live_table = await lay(server, ada)
        listener = await sits_down(live_table, ada)
        await next_question(listener)
        bots = live_table.room.bots
        assert bots.pace_of(1) == live_table.room.table.agreed.pace == "normal"
        await choose(live_table, listener, "calm")
        assert (await hears(listener, "table"))["table"]["pace"] == "calm"
        assert bots.pace_of(1) == "calm"
        another = await sits_down(live_table, ada)
        assert (await hears(another, "scene"))["table"]["pace"] == "calm"


@together
async def test_bots_hurry_until_the_person_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Afterwards they play at their normal pace."""
    monkeypatch.setattr(bot_seats, "is_opening", lambda state: False)
    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        live_table = await lay(server, ada)
        listener = await sits_down(live_table, ada)
        scene = await next_question(listener)
        await choose(live_table, listener, "instant", once=True)
        assert live_table.room.bots.pace_of(1) == "instant"
        await live_table.room.submit(lambda: live_table.handler.handle(listener, acts(scene, "a")))
        await next_question(listener)
        assert live_table.room.bots.pace_of(1) == "normal"


@together
async def test_nobody_hurries_the_bots_of_others(tmp_path: Path) -> None:
    """With two people, and for spectators, the agreed pace stays."""
    async with open_server(tmp_path) as server:
        ada, bruno = [await server.accounts.guest(name, name) for name in ("Ada", "Bruno")]
        form = TableForm("modern", (SeatForm("me"), SeatForm("open"), SeatForm("bot", "random")))
        live_table = await server.live_tables.open(await server.tables.lay(form, ada))
        await live_table.room.submit(lambda: live_table.seating.join(bruno, None))
        listener = await sits_down(live_table, ada)
        await choose(live_table, listener, "instant")
        assert "other people play here" in (await hears(listener, "problem"))["text"]
        watching = await sits_down(live_table, await server.accounts.guest("Carla", "Carla"))
        await choose(live_table, watching, "instant")
        assert (await hears(watching, "problem"))["code"] == "not_seated"
        assert live_table.room.bot_pace == ""
