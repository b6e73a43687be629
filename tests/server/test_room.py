"""A room's internals, on a real database: the table's clock, failing disks, closing and waking."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from examples.bot import choose
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges import wire
from kamchatka.kernel.game import REFEREE
from kamchatka.kernel.view import ONLOOKER, View
from kamchatka.match import Entry, Follower, Match, apply_entry, play_numeric
from kamchatka.server.faults import Fault
from kamchatka.server.game_server import GameServer
from kamchatka.server.limit_table import QUESTION
from kamchatka.server.presentation.game_log import GameLog, LogPosition
from kamchatka.server.presentation.listener import Listener
from kamchatka.server.presentation.presenter import Presenter, Viewpoint
from kamchatka.server.presentation.table_info import table_row
from kamchatka.server.protocol.messages import Act, Resync
from kamchatka.server.protocol.payloads import ClockForm, SeatForm, TableForm
from kamchatka.server.settings import ServerSettings
from kamchatka.server.storage.records import EntryRecord, TableRecord, User
from kamchatka.server.tables.live_table import LiveTable
from kamchatka.server.tables.room import QUEUE_LIMIT, Room
from kamchatka.server.tables.timing.idle_clocks import IdleClocks
from kamchatka.words import Words
from tests.server.client import PATIENCE, Json
from tests.server.databases import chosen
from tests.server.test_leaks import context
from tests.server.together import together


@pytest.fixture(autouse=True)
def rooms_that_nobody_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Close idle rooms when a test fires their alarm, however slow the machine, and not before."""
    monkeypatch.setattr("kamchatka.server.tables.room.LOOK_EVERY", 86_400.0)


@asynccontextmanager
async def open_server(folder: Path, idle_minutes: float = 10.0) -> AsyncIterator[GameServer]:
    """Start a server with instant bots."""
    server = GameServer(
        ServerSettings(database=chosen.url(folder / "games.db"), bot_seconds=0.0, idle_minutes=idle_minutes)
    )
    await server.open()
    try:
        yield server
    finally:
        await server.close()


async def lay(server: GameServer, user: User, **more: object) -> LiveTable:
    """Start a game of this user and two random bots."""
    form = TableForm("modern", (SeatForm("me"), SeatForm("bot", "random"), SeatForm("bot", "random")))
    return await server.live_tables.open(await server.tables.lay(msgspec.structs.replace(form, **more), user))


async def sits_down(live_table: LiveTable, user: User) -> Listener:
    """Return a socket without a network."""
    listener = Listener(user, "en")
    await live_table.room.submit(lambda: live_table.handler.enter(listener, None))
    return listener


async def waits_for_a_person(room: Room) -> None:
    """Wait until the bots have played and their actions are stored."""
    await bots_have_played(room)
    assert 0 in room.clocks.asked


async def bots_have_played(room: Room) -> None:
    """Wait until no bot is deciding and the bots' actions are stored."""

    async def is_quiet() -> bool:
        """Check in a job of the room, between two others, that no decision is waiting to be stored."""
        return not room.bots.thinking

    while not await room.submit(is_quiet):
        if decisions := [*room.bots.thinking.values()]:
            await asyncio.wait(decisions)


async def hears(listener: Listener, *types: str) -> Json:
    """Return the next message of one of these types."""
    async with asyncio.timeout(PATIENCE):
        while True:
            message = await listener.outbox.get()
            assert message is not None
            said: Json = json.loads(message)
            if said["type"] in types:
                return said


async def next_question(listener: Listener) -> Json:
    """Return the next scene in which this seat is asked."""
    while True:
        scene = await hears(listener, "scene", "moved")
        if scene["ask"]:
            return scene


def acts(scene: Json, nonce: str) -> Act:
    """Return any legal action."""
    action = wire.decode(json.dumps(choose(scene["ask"])))
    return Act(action, scene["version"], nonce)  # type: ignore[arg-type]


@together
async def test_the_tables_own_clock_calls_time(tmp_path: Path) -> None:
    """When the table's playing time is over, the referee ends the game by the booklet's rule and all clients see it."""
    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        live_table = await lay(server, ada, options={"ending": "time_attack_clock", "time_limit_minutes": 90})
        room, listener = live_table.room, await sits_down(live_table, ada)
        n = 0
        while room.time_left() is None:  # the clock counts from the end of the preparation
            scene = await next_question(listener)
            await room.submit(lambda scene=scene, n=n: live_table.handler.handle(listener, acts(scene, str(n))))  # type: ignore[misc]
            n += 1
        assert room.stored is not None
        assert 0 < (room.time_left() or 0) <= 5400
        room.stored.before += 5400.0
        assert room.time_left() == 0.0
        await live_table.room.submit(room._alarm)
        assert any(entry.seat == REFEREE for entry in room.stored.match.entries)
        while not any(event["fact"] == "LastLapCalled" for event in (await hears(listener, "moved"))["events"]):
            pass


@together
async def test_lists_show_the_colours_that_seats_have_chosen(tmp_path: Path) -> None:
    """Lists show none before the game, and then those of the board, for every viewer of the room."""
    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        waiting = await server.tables.lay(
            TableForm("modern", (SeatForm("me"), SeatForm("open"), SeatForm("open"))), ada
        )
        live_table = await lay(server, ada)
        listener = await sits_down(live_table, ada)
        scene = await next_question(listener)
        while not scene["seats"][0]["colour"]:
            await live_table.room.submit(lambda scene=scene: live_table.handler.handle(listener, acts(scene, "a")))  # type: ignore[misc]
            scene = await next_question(listener)
        rows = [await server.store.table(id) for id in (waiting, live_table.room.table.id)]
        colours = [[seat.colour for seat in table_row(row, "en", ada.id, 0).seats] for row in rows if row is not None]
        assert colours == [[0, 0, 0], [seat["colour"] for seat in scene["seats"]]]


@together
async def test_what_cannot_be_written_was_never_done(tmp_path: Path) -> None:
    """When a write fails, no client sees the action; the room reopens from the database and play continues."""
    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        live_table = await lay(server, ada)
        listener = await sits_down(live_table, ada)
        scene = await next_question(listener)
        whole, server.store.append = server.store.append, _full_disk  # type: ignore[method-assign]
        await live_table.room.submit(lambda: live_table.handler.handle(listener, acts(scene, "a")))
        while (message := await listener.outbox.get()) is not None:  # then the socket is closed with "storage"
            assert json.loads(message)["type"] == "presence"
        with pytest.raises(Fault):
            await live_table.room.submit(lambda: live_table.handler.handle(listener, acts(scene, "b")))
        server.store.append = whole  # type: ignore[method-assign]
        again = await server.live_tables.open(live_table.room.table.id)
        assert again is not live_table
        back = await sits_down(again, ada)
        assert (await next_question(back))["version"] == scene["version"]
        await again.room.submit(lambda: again.handler.handle(back, acts(scene, "a")))
        assert (await hears(back, "done", "problem"))["type"] == "done"


async def _full_disk(entry: EntryRecord, table: TableRecord) -> None:
    raise OSError("no space left")


@together
async def test_a_room_that_nobody_needs_is_closed_and_woken_by_its_clock(tmp_path: Path) -> None:
    """In a game over days the room is closed between two moves; when the time is up it is woken."""
    async with open_server(tmp_path, idle_minutes=0.0) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        live_table = await lay(server, ada, clock=ClockForm("move", 86_400))
        room, table = live_table.room, live_table.room.table.id
        await waits_for_a_person(room)
        room.quiet_since = 0.0
        await room.submit(room._alarm)
        assert room.is_closed
        assert table not in server.live_tables
        kept = await server.store.table(table)
        assert kept is not None
        assert kept.due is not None
        assert kept.due > time.time()
        assert kept.asked == (0,)
        assert await server.store.due(kept.due + 1) == [table]
        server.settings = ServerSettings(database=server.settings.database, bot_seconds=0.0)
        assert isinstance(server.live_tables.idle_clocks, IdleClocks)
        server.live_tables.idle_clocks.began[table] -= 86_400.0  # a day passes
        whole, append, written = server.store.due, server.store.append, asyncio.Event()

        async def noticed(entry: EntryRecord, table: TableRecord) -> None:
            await append(entry, table)
            written.set()

        server.store.append = noticed  # type: ignore[method-assign]
        server.store.due = lambda when: whole(when + 86_400.0)  # type: ignore[method-assign]
        await written.wait()  # the bot answers for the player who ran out of time


@together
async def test_the_room_of_a_finished_game_is_closed_sooner(tmp_path: Path) -> None:
    """The room is loaded again on request."""
    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        playing, over = (await lay(server, ada)).room, (await lay(server, ada)).room
        await over.submit(over.give_up)
        for room in (playing, over):
            await bots_have_played(room)
            room.quiet_since -= 90.0
            await room.submit(room._alarm)
        assert over.is_closed
        assert not playing.is_closed
        assert [*server.live_tables] == [playing.table.id]


@together
async def test_a_verdict_reaches_a_room_that_is_just_opening(tmp_path: Path) -> None:
    """A game may be rated while its room is loading: players still see the verdict."""
    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        room = (await lay(server, ada)).room
        tables, id = server.live_tables, room.table.id
        async with tables._opening.setdefault(id, asyncio.Lock()):
            opened = tables._tables.pop(id)
            tables.note_rating(id, "too_short")
            tables._tables[id] = opened
        await tables.background_tasks.finish()
        assert room.table.rating == "too_short"


@together
async def test_a_game_that_ends_before_its_bot_thinks_is_just_over(tmp_path: Path) -> None:
    """A bot that is woken just as the game ends decides nothing, and the game isn't quarantined."""
    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        room = (await lay(server, ada)).room
        await waits_for_a_person(room)

        async def ends_on_a_bots_turn() -> None:
            assert room.match is not None
            while 0 in room.clocks.asked:
                await room.perform(0, room.match.options(0).sample(FastChance(1)))
            room.bots.wake()
            assert room.bots.thinking
            await room.call_off()

        await room.submit(ends_on_a_bots_turn)
        await bots_have_played(room)
        assert room.is_over
        assert not room.is_closed
        assert await server.store.list_quarantined() == []


@together
async def test_a_restart_gives_nobody_time_back(tmp_path: Path) -> None:
    """A restart restores the clocks: the time used before the room was closed and the time since both count."""
    async with open_server(tmp_path, idle_minutes=0.0) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        room = (await lay(server, ada, clock=ClockForm("move", 86_400))).room
        await waits_for_a_person(room)
        assert room.stored is not None
        room.stored.before += 3600.0
        room.quiet_since = 0.0
        await room.submit(room._alarm)
        assert room.is_closed
        assert isinstance(server.live_tables.idle_clocks, IdleClocks)
        server.live_tables.idle_clocks.began[room.table.id] -= 7200.0
    async with open_server(tmp_path) as again:
        opened = (await again.live_tables.open(room.table.id)).room
        assert opened.stored is not None
        left = opened.clocks.seconds_left(0, opened.stored.now)
        assert left is not None
        assert 0 < left <= 86_400 - 3 * 3600


@together
async def test_clocks_are_noted_while_a_room_is_open(tmp_path: Path) -> None:
    """Clocks are saved regularly, so that a crash loses at most a minute; games without clocks save nothing."""
    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        timed, free = await lay(server, ada, clock=ClockForm("move", 86_400)), await lay(server, ada)
        await waits_for_a_person(timed.room)
        assert timed.room.stored is not None
        timed.room.stored.before += 5000.0
        await server.live_tables.note_clocks()
        kept = [await server.store.table(one.room.table.id) for one in (timed, free)]
        assert kept[0] is not None
        assert (kept[0].clock or 0.0) >= 5000.0
        assert kept[1] is not None
        assert kept[1].clock is None


@together
async def test_a_slow_reader_is_let_go(tmp_path: Path) -> None:
    """A listener whose outbox is full is disconnected; the table does not wait for it."""
    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        live_table = await lay(server, ada)
        listener, slow = await sits_down(live_table, ada), Listener(None, "it")
        await live_table.room.submit(lambda: live_table.handler.enter(slow, None))
        while not slow.is_slow:
            slow.send_bytes(b"{}")
        scene = await next_question(listener)
        await live_table.room.submit(lambda: live_table.handler.handle(listener, acts(scene, "a")))
        assert (await hears(listener, "done"))["version"] == scene["version"] + 1
        assert await slow.outbox.get() is None
        assert slow.outbox.empty()


@together
async def test_who_leaves_a_busy_room_is_seen_out_in_turn(tmp_path: Path) -> None:
    """A full queue accepts no messages, but a closed socket still leaves the audience in turn."""
    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        live_table = await lay(server, ada)
        room, listener = live_table.room, await sits_down(live_table, ada)
        await waits_for_a_person(room)
        go_on = asyncio.Event()
        waiting = list[asyncio.Task[object]]()
        for _ in range(QUEUE_LIMIT + 1):  # the first is running, the others wait
            waiting.append(asyncio.create_task(room.submit(go_on.wait)))
            await asyncio.sleep(0)
        with pytest.raises(Fault, match="too_many"):
            await room.submit(go_on.wait)
        leaving = asyncio.create_task(room.submit(lambda: live_table.handler.leave(listener), always=True))
        await asyncio.sleep(0)
        assert listener in room.audience.listeners  # nobody edits the audience past the queue
        go_on.set()
        await asyncio.gather(*waiting, leaving)
        assert listener not in room.audience.listeners


@together
async def test_a_game_is_folded_once_when_its_room_opens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Opening a room folds its game once and derives clocks, nonces and the delayed view from it."""
    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        live_table = await lay(server, ada, delay=600)
        listener = await sits_down(live_table, ada)
        for n in range(3):
            scene = await next_question(listener)
            await live_table.room.submit(
                lambda scene=scene, n=n: live_table.handler.handle(listener, acts(scene, str(n)))  # type: ignore[misc]
            )
        await live_table.room.submit(lambda: live_table.handler.leave(listener))
        live_table.room.close()
        live_table.room.on_close(live_table.room)
        taken = list[Entry]()

        def counted(match: Match, entry: Entry, followers: Sequence[Follower] = ()) -> None:
            taken.append(entry)
            apply_entry(match, entry, followers)

        for module in ("journal", "server.presentation.delayed_view", "server.tables.stored_match"):
            monkeypatch.setattr(f"kamchatka.{module}.apply_entry", counted)
        room = (again := await server.live_tables.open(live_table.room.table.id)).room
        assert room.stored is not None
        assert room.audience.late is not None
        entries, late = room.stored.match.entries, room.audience.late.presenter.match
        assert taken == entries
        assert {nonce: version for (_, nonce), version in room.stored.nonces.items()}.keys() == {"0", "1", "2"}
        before = late.position()
        assert late.entries == entries[:1]  # everything happened within the delay, so only the beginning is shown
        assert [one.entry for one in room.audience.late.waiting if one.entry] == entries[1:]
        back = await sits_down(again, ada)
        scene = await next_question(back)
        await room.submit(lambda: again.handler.handle(back, acts(scene, "next")))
        assert (late.position(), len(late.entries)) == (before, 1)
        assert room.stored.match.position() != before


def test_a_viewer_is_looked_at_once_per_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two sockets of one seat in two languages share one view per version; all viewers share the public view."""
    match = Match.new("modern", 3, seed=1)
    presenter, views, view = Presenter(match, ["A", "B", "C"]), list[int](), Match.view

    def counted(match: Match, seat: int) -> View:
        views.append(seat)
        return view(match, seat)

    monkeypatch.setattr(Match, "view", counted)
    for _ in range(2):
        for language in ("it", "en"):
            presenter.scene(Viewpoint(0, language, (0,)), context(3))
        presenter.places()
        play_numeric(match, match.options(match.awaited[0]).expand()[0], match.awaited[0])
        presenter.on_entry(match.entries[-1])
    assert views == [ONLOOKER, 0, ONLOOKER, 0]


@together
async def test_questions_have_a_rate_and_a_scene_is_worded_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scene requests are rate limited, and a version's log is rendered once."""
    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        live_table = await lay(server, ada)
        live_table.handler.clock = lambda: 0.0  # no allowance is refilled
        listener = await sits_down(live_table, ada)
        scene = await next_question(listener)
        worded, told = list[object](), GameLog._tell

        def counted(log: GameLog, words: Words, mark: LogPosition) -> object:
            worded.append(words)
            return told(log, words, mark)

        monkeypatch.setattr(GameLog, "_tell", counted)
        for _ in range(int(QUESTION.burst)):
            await live_table.room.submit(lambda: live_table.handler.handle(listener, Resync()))
            assert (await hears(listener, "scene", "problem"))["version"] == scene["version"]
        await live_table.room.submit(lambda: live_table.handler.handle(listener, Resync()))
        assert (await hears(listener, "scene", "problem"))["code"] == "too_many"
        assert len(worded) <= 1
        await live_table.room.submit(lambda: live_table.handler.handle(listener, acts(scene, "a")))
        assert (await hears(listener, "done", "problem"))["type"] == "done"  # playing doesn't count as a request
