"""Delayed spectators receive only what was public one delay ago."""

import asyncio
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from kamchatka.editions import EDITIONS
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.view import ONLOOKER
from kamchatka.match import Match, play_numeric
from kamchatka.server.presentation.audience import Audience
from kamchatka.server.presentation.listener import Listener
from kamchatka.server.presentation.presenter import TableContext
from kamchatka.server.protocol.messages import Said
from kamchatka.server.protocol.payloads import ClockForm
from kamchatka.server.protocol.scene_types import ClockFace, SeatSeen
from kamchatka.server.storage.records import User
from kamchatka.server.tables.timing.clocks import Clocks, turn_of
from tests.server.client import Browser, Json, Seat
from tests.server.running import Server
from tests.server.test_leaks import context
from tests.server.test_play import play_on
from tests.server.together import together

DELAY = 60.0


@dataclass
class World:
    """A table with clocks, chat, players and spectators who come and go. The test controls its time."""

    edition: str
    seats: int
    now: float = 0.0
    here: set[int] = field(default_factory=set)
    received: list[tuple[float, bytes]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.match = Match.new(self.edition, self.seats, seed=7)
        self.clocks = Clocks(ClockForm("game", 600), self.seats)
        self.clocks.update(self.match.awaited, turn_of(self.match.state), 0.0)
        self.audience = Audience(self.context, DELAY, lambda: self.now)
        self.player = Listener(User(1, "Ada", True), "en", 0, (0,))
        self.audience.listeners.add(self.player)
        self.audience.open(self.match, [f"P{n}" for n in range(self.seats)])
        self.spectators: list[Listener] = []
        self.said = 0

    def context(self) -> TableContext:
        """Return everything live that a room knows."""
        bare = context(self.seats)
        sitting = tuple(
            SeatSeen(
                seat=seat,
                name=f"P{seat}",
                kind="person",
                here=seat in self.here,
                absent_in=None if seat in self.here else 90.0,
                stops=seat in self.here and self.now > 100,
                clock=ClockFace(self.clocks.seconds_left(seat, self.now) or 0.0, seat in self.clocks.asked, "game"),
            )
            for seat in range(self.seats)
        )
        return TableContext(bare.table, sitting, "game", ClockFace(1000.0 - self.now, True, "table"))

    def happens(self, luck: random.Random) -> None:
        """Let a random event happen a little later: an action, an arrival, a departure or a remark."""
        self.until(self.now + luck.uniform(0.0, 6.0))
        what = luck.random()
        if what < 0.6 and not self.match.is_over:
            seat = luck.choice(self.match.awaited)
            action = self.match.options(seat).sample(FastChance(luck.getrandbits(30)))
            play_numeric(self.match, action, seat)
            self.clocks.update(self.match.awaited, turn_of(self.match.state), self.now, seat)
            self.audience.show(self.match.entries[-1])
        elif what < 0.8:
            self.here ^= {luck.randrange(self.seats)}
            self.audience.show_presence()
        else:
            self.said += 1
            n, word = self.said, luck.choice(("attack!", "pass"))
            self.audience.tell(self.player, lambda one: one.send(Said(n, "P0", 0, word, "", int(self.now))))
        self._collect()

    def until(self, time: float) -> None:
        """Advance the time; the room's alarm sends the moments that are due."""
        while (wait := self.audience.late_in()) is not None and self.now + wait <= time:
            self.now += wait
            self.audience.show_late()
            self._collect()
        self.now = max(self.now, time)

    def looks(self) -> None:
        """Add a spectator, and let a present one request the scene again."""
        self.spectators.append(Listener(None, "it" if len(self.spectators) % 2 else "en"))
        self.audience.listeners.add(self.spectators[-1])
        for spectator in (self.spectators[-1], self.spectators[0]):
            self.audience.show_scene(spectator)
        self._collect()

    def _collect(self) -> None:
        for spectator in self.spectators:
            while not spectator.outbox.empty():
                self.received.append((self.now, spectator.outbox.get_nowait() or b""))
        while not self.player.outbox.empty():
            self.player.outbox.get_nowait()

    def by(self, time: float) -> list[tuple[float, bytes]]:
        """Return what spectators had been sent by then."""
        return [(at, message) for at, message in self.received if at <= time]


@pytest.mark.parametrize("edition", EDITIONS)
def test_spectators_are_sent_what_was_true_a_delay_ago(edition: str) -> None:
    """Two worlds that are equal up to a moment send spectators equal bytes until one delay after it."""
    differ = 0
    for seed in range(4):
        seats = EDITIONS[edition].seats[0]
        worlds = [World(edition, seats) for _ in range(2)]
        luck = [random.Random(seed) for _ in worlds]
        for world, one in zip(worlds, luck, strict=True):
            world.looks()
            for _ in range(60):
                world.happens(one)
        parted = worlds[0].now
        assert parted == worlds[1].now
        luck[1] = random.Random(-1 - seed)
        for world, one in zip(worlds, luck, strict=True):
            while world.now < parted + DELAY - 7 and not world.match.is_over:
                world.happens(one)
            for late in (DELAY - 0.5, DELAY - 0.1):  # newcomers and repeated requests see no more than others
                world.until(parted + late)
                world.looks()
        if any(world.match.is_over for world in worlds):
            continue  # the end makes everything public
        assert worlds[0].by(parted + DELAY - 0.05) == worlds[1].by(parted + DELAY - 0.05)
        for world in worlds:
            world.until(parted + 3 * DELAY)
        differ += worlds[0].received != worlds[1].received
    assert differ  # the difference is shown later


def test_nobody_else_waits() -> None:
    """Players see everything at once, and spectators do when the game is over."""
    world = World("modern", 3)
    world.looks()
    luck = random.Random(1)
    for _ in range(20):
        world.happens(luck)
    shown = json.loads(world.by(world.now)[-1][1])
    assert shown["version"] < len(world.match.entries)
    play_numeric(world.match, world.match.options(-1).sample(FastChance(1)), -1)
    world.audience.show(world.match.entries[-1])
    world._collect()
    assert json.loads(world.received[-1][1])["result"]
    assert json.loads(world.received[-1][1])["version"] == len(world.match.entries)
    assert world.spectators[0].viewer == ONLOOKER


# ------------------------------------------------------------------ real sockets
async def scene_of(watching: Seat) -> Json:
    """Return the scene that a spectator gets on request, without running numbers."""
    await watching.say(type="resync")
    scene = await watching.until("scene")
    return {name: scene[name] for name in ("version", "turn", "awaited", "places", "log")} | {
        "running": [bool(seat["clock"] and seat["clock"]["running"]) for seat in scene["seats"]],
        "here": [seat["here"] for seat in scene["seats"]],
    }


@together
async def test_clocks_presence_and_talk_of_a_delayed_table_wait(server: Server) -> None:
    clock = {"per": "game", "seconds": 3600}
    async with Browser(server.address, "Ada") as ada, Browser(server.address, "Bruno") as bruno:
        table = await ada.lay(seats="mss", delay=600, clock=clock)
        async with bruno.at(table) as watching:
            await watching.until("scene")
            before = await scene_of(watching)
            async with ada.at(table) as seat:
                await seat.until("scene")
                await seat.say(type="sit", seat=0)
                await seat.say(type="say", text="I attack next turn")
                await seat.until("said")
                for n in range(9):
                    scene = await _someone(seat, n)
                    if not scene["ask"]:
                        continue
                    await play_on(seat, 1)
            async with bruno.at(table) as late:
                await late.until("scene")
                assert await scene_of(late) == before
                heard = {json.loads(message)["type"] for message in late.heard}
                assert heard == {"scene"}
            assert await scene_of(watching) == before
            heard = {json.loads(message)["type"] for message in watching.heard}
            assert heard == {"scene"}


async def _someone(seat: Seat, n: int) -> Json:
    await seat.say(type="sit", seat=n % 3)
    return await seat.until("scene")


@together
async def test_a_delay_survives_a_restart_and_lists_wait_too(own_server: Callable[..., Server]) -> None:
    """After kill -9 spectators still see the beginning, and the list shows no round or colour before they do."""
    server = own_server()
    async with Browser(server.address, "Ada") as ada, Browser(server.address, "") as stranger:
        table = await ada.lay(seats="mrr", delay=600)
        async with ada.at(table) as seat:
            await play_on(seat, 12)
            version = seat.scene["version"]
            assert any(one["colour"] for one in seat.scene["seats"])
        row = await stranger.get(f"/api/tables/{table}")
        assert (row["round"], {one["colour"] for one in row["seats"]}) == (0, {0})
        server.kill()
        await asyncio.to_thread(server.start)
        async with stranger.at(table) as watching:
            scene = await watching.until("scene")
            assert scene["version"] == 1
            await watching.say(type="odds", source="kamchatka", target="alaska", nonce="o")
            assert (await watching.until("problem", "odds"))["type"] == "problem"  # no seat holds a place yet
            listed = await stranger.get("/api/tables")
            assert [(one["round"], {seat["colour"] for seat in one["seats"]}) for one in listed["tables"]] == [(0, {0})]
        async with ada.at(table) as again:
            assert (await again.until("scene"))["version"] >= version
