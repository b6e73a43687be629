"""A room from the inside, on a real database: the table's clock, a disk that fails, rest and waking."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from examples.bot import choose
from kamchatka.kernel import wire
from kamchatka.kernel.game import REFEREE
from kamchatka.server.faults import Fault
from kamchatka.server.game_server import House, Parlour
from kamchatka.server.presentation.listener import Listener
from kamchatka.server.presentation.table_info import table_row
from kamchatka.server.protocol.messages import Act
from kamchatka.server.protocol.payloads import ClockForm, SeatForm, TableForm
from kamchatka.server.settings import Settings, sqlite_url
from kamchatka.server.storage.records import EntryRecord, TableRecord, User
from tests.server.client import Json
from tests.server.together import together


@asynccontextmanager
async def open_house(folder: Path, idle_minutes: float = 10.0) -> AsyncIterator[House]:
    """A house with instant bots."""
    house = House(Settings(database=sqlite_url(folder / "games.db"), bot_seconds=0.0, idle_minutes=idle_minutes))
    await house.open()
    try:
        yield house
    finally:
        await house.close()


async def lay(house: House, user: User, **more: object) -> Parlour:
    """A table of this user and two random bots, begun."""
    form = TableForm("modern", (SeatForm("me"), SeatForm("bot", "random"), SeatForm("bot", "random")))
    return await house.parlour(await house.lay(msgspec.structs.replace(form, **more), user))


async def sits_down(parlour: Parlour, user: User) -> Listener:
    """A socket without a network."""
    listener = Listener(user, "en")
    await parlour.room.ask(lambda: parlour.conversation.enter(listener, None))
    return listener


async def hears(listener: Listener, *types: str) -> Json:
    """The next message of one of these types."""
    async with asyncio.timeout(30):
        while True:
            message = await listener.outbox.get()
            assert message is not None
            said: Json = json.loads(message)
            if said["type"] in types:
                return said


async def asked(listener: Listener) -> Json:
    """The next picture in which this seat is asked."""
    while True:
        scene = await hears(listener, "scene", "moved")
        if scene["ask"]:
            return scene


def acts(scene: Json, nonce: str) -> Act:
    """Anything that is offered."""
    action = wire.decode(json.dumps(choose(scene["ask"])))
    return Act(action, scene["version"], nonce)  # type: ignore[arg-type]


@together
async def test_the_tables_own_clock_calls_time(tmp_path: Path) -> None:
    """The time agreed on has been played: the referee says so, by the rule of the booklet, and everybody sees it."""
    async with open_house(tmp_path) as house:
        ada = await house.accounts.guest("Ada", "cookie")
        parlour = await lay(house, ada, options={"ending": "time_attack_clock", "time_limit_minutes": 90})
        room, listener = parlour.room, await sits_down(parlour, ada)
        n = 0
        while room.time_left() is None:  # the clock counts once the preparation is over
            scene = await asked(listener)
            await room.ask(lambda scene=scene, n=n: parlour.conversation.answer(listener, acts(scene, str(n))))  # type: ignore[misc]
            n += 1
        assert room.keeper is not None
        assert 5300 < (room.time_left() or 0) <= 5400
        room.keeper.before += 5400.0
        assert room.time_left() == 0.0
        await parlour.room.ask(room._alarm)
        assert any(entry.seat == REFEREE for entry in room.keeper.match.entries)
        while not any(event["fact"] == "LastLapCalled" for event in (await hears(listener, "moved"))["events"]):
            pass


@together
async def test_lists_show_the_colours_that_seats_have_chosen(tmp_path: Path) -> None:
    """None before the game; then those of the board, whoever opens the room."""
    async with open_house(tmp_path) as house:
        ada = await house.accounts.guest("Ada", "cookie")
        waiting = await house.lay(TableForm("modern", (SeatForm("me"), SeatForm("open"), SeatForm("open"))), ada)
        parlour = await lay(house, ada)
        listener = await sits_down(parlour, ada)
        scene = await asked(listener)
        while not scene["seats"][0]["colour"]:
            await parlour.room.ask(lambda scene=scene: parlour.conversation.answer(listener, acts(scene, "a")))  # type: ignore[misc]
            scene = await asked(listener)
        rows = [await house.store.table(id) for id in (waiting, parlour.room.table.id)]
        colours = [[seat.colour for seat in table_row(row, "en", ada.id, 0).seats] for row in rows if row is not None]
        assert colours == [[0, 0, 0], [seat["colour"] for seat in scene["seats"]]]


@together
async def test_what_cannot_be_written_was_never_done(tmp_path: Path) -> None:
    """The disk fails once: nobody is shown anything, the room opens again as the disk knows it, and play goes on."""
    async with open_house(tmp_path) as house:
        ada = await house.accounts.guest("Ada", "cookie")
        parlour = await lay(house, ada)
        listener = await sits_down(parlour, ada)
        scene = await asked(listener)
        whole, house.store.append = house.store.append, _full_disk  # type: ignore[method-assign]
        await parlour.room.ask(lambda: parlour.conversation.answer(listener, acts(scene, "a")))
        while (message := await listener.outbox.get()) is not None:  # then the socket is closed with "storage"
            assert json.loads(message)["type"] == "presence"
        with pytest.raises(Fault):
            await parlour.room.ask(lambda: parlour.conversation.answer(listener, acts(scene, "b")))
        house.store.append = whole  # type: ignore[method-assign]
        again = await house.parlour(parlour.room.table.id)
        assert again is not parlour
        back = await sits_down(again, ada)
        assert (await asked(back))["version"] == scene["version"]
        await again.room.ask(lambda: again.conversation.answer(back, acts(scene, "a")))
        assert (await hears(back, "done", "problem"))["type"] == "done"


async def _full_disk(entry: EntryRecord, table: TableRecord) -> None:
    raise OSError("no space left")


@together
async def test_a_room_that_nobody_needs_is_closed_and_woken_by_its_clock(tmp_path: Path) -> None:
    """Play over days: between two moves the game is only on the disk; when the time is up the porter opens it."""
    async with open_house(tmp_path, idle_minutes=0.0) as house:
        ada = await house.accounts.guest("Ada", "cookie")
        parlour = await lay(house, ada, clock=ClockForm("move", 86_400))
        room, table = parlour.room, parlour.room.table.id
        async with asyncio.timeout(30):
            while 0 not in room.clocks.asked or room.bots.thinking:
                await asyncio.sleep(0.01)
        room.quiet_since = 0.0
        await room.ask(room._alarm)
        assert room.is_closed
        assert table not in house.parlours
        kept = await house.store.table(table)
        assert kept is not None
        assert kept.due is not None
        assert kept.due > time.time()
        assert kept.asked == (0,)
        assert await house.store.due(kept.due + 1) == [table]
        house.settings = Settings(database=house.settings.database, bot_seconds=0.0)
        house.resting.began[table] -= 86_400.0  # a day goes by
        whole = house.store.due
        house.store.due = lambda moment: whole(moment + 86_400.0)  # type: ignore[method-assign]
        async with asyncio.timeout(60):  # the bot answers for who let the time pass
            while len(await house.store.journal(table)) <= room.keeper.version:  # type: ignore[union-attr]
                await asyncio.sleep(0.2)


@together
async def test_a_restart_gives_nobody_time_back(tmp_path: Path) -> None:
    """An hour of thought before the room was closed, two after: a new house over the same database knows them all."""
    async with open_house(tmp_path, idle_minutes=0.0) as house:
        ada = await house.accounts.guest("Ada", "cookie")
        room = (await lay(house, ada, clock=ClockForm("move", 86_400))).room
        async with asyncio.timeout(60):
            while 0 not in room.clocks.asked or room.bots.thinking:
                await asyncio.sleep(0.01)
        assert room.keeper is not None
        room.keeper.before += 3600.0
        room.quiet_since = 0.0
        await room.ask(room._alarm)
        assert room.is_closed
        house.resting.began[room.table.id] -= 7200.0
    async with open_house(tmp_path) as again:
        opened = (await again.parlour(room.table.id)).room
        assert opened.keeper is not None
        left = opened.clocks.left(0, opened.keeper.now)
        assert left is not None
        assert 0 < left <= 86_400 - 3 * 3600


@together
async def test_clocks_are_noted_while_a_room_is_open(tmp_path: Path) -> None:
    """So that a crash gives back a minute at most; games without clocks note nothing."""
    async with open_house(tmp_path) as house:
        ada = await house.accounts.guest("Ada", "cookie")
        timed, free = await lay(house, ada, clock=ClockForm("move", 86_400)), await lay(house, ada)
        assert timed.room.keeper is not None
        timed.room.keeper.before += 5000.0
        await house.note_clocks()
        kept = [await house.store.table(one.room.table.id) for one in (timed, free)]
        assert kept[0] is not None
        assert (kept[0].clock or 0.0) >= 5000.0
        assert kept[1] is not None
        assert kept[1].clock is None


@together
async def test_a_slow_reader_is_let_go(tmp_path: Path) -> None:
    """A listener whose outbox is full is let go; the table does not wait for it."""
    async with open_house(tmp_path) as house:
        ada = await house.accounts.guest("Ada", "cookie")
        parlour = await lay(house, ada)
        listener, slow = await sits_down(parlour, ada), Listener(None, "it")
        await parlour.room.ask(lambda: parlour.conversation.enter(slow, None))
        while not slow.is_slow:
            slow.send(b"{}")
        scene = await asked(listener)
        await parlour.room.ask(lambda: parlour.conversation.answer(listener, acts(scene, "a")))
        assert (await hears(listener, "done"))["version"] == scene["version"] + 1
        assert await slow.outbox.get() is None
        assert slow.outbox.empty()
