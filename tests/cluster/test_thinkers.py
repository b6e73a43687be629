"""Bots decide in other processes: free ones answer, overload is refused, and bots also play without any."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from kamchatka.kernel.edges.notation import print_position
from kamchatka.match import Match
from kamchatka.server.bots import remote_thinkers
from kamchatka.server.bots.bot_pool import bot_spec
from kamchatka.server.bots.remote_thinkers import ANNOUNCED, ASKED, GROUP, Announced, Decided, RemoteThinkers, Thought
from kamchatka.server.bots.thinker_service import WAITING, ThinkerService
from kamchatka.server.bots.thinkers import LocalThinkers, hurry_bot
from kamchatka.server.bots.thinking import BotSpec, Key, think
from kamchatka.server.bus.local_bus import Hub, LocalBus
from kamchatka.server.bus.nats_bus import NatsBus
from kamchatka.server.settings import ServerSettings
from tests.cluster.parts import LocalPlatform
from tests.server.together import together


class NoThinkers(LocalThinkers):
    """Bot processes without processes: they answer at once and record the requests."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[str] = []

    async def think(self, spec: BotSpec, position: str, payer: str) -> Key:
        self.asked.append(spec.name)
        return think(spec, position)


class WatchedList(list[tuple[str, asyncio.Future[None]]]):
    """A queue with an event for every change in it."""

    def __init__(self) -> None:
        super().__init__()
        self.changed = asyncio.Event()

    def append(self, one: tuple[str, asyncio.Future[None]]) -> None:
        super().append(one)
        self.changed.set()

    def remove(self, one: tuple[str, asyncio.Future[None]]) -> None:
        super().remove(one)
        self.changed.set()


def question(name: str) -> tuple[BotSpec, str, Key]:
    """Return a bot at the start of a game, its view, and its decision."""
    match = Match.new("modern", 3, seed=1)
    seat = match.awaited[0]
    spec, position = bot_spec(match, name, "00", seat), print_position(match.game, match.view(seat).state)
    return spec, position, think(spec, position)


@asynccontextmanager
async def service(hub: Hub) -> AsyncIterator[ThinkerService]:
    """Start a bot service of one process on a bus in this process."""
    running = ThinkerService(LocalBus(hub), ServerSettings(), 1)
    running.turns.waiting = WatchedList()
    await running.open()
    try:
        yield running
    finally:
        await running.close()


async def server_of(hub: Hub, own: NoThinkers) -> RemoteThinkers:
    """Start a server that knows a ready bot service."""
    far = RemoteThinkers(LocalBus(hub), own)
    await far.open()
    await far.until_ready()
    return far


@together
async def test_a_thought_is_the_same_wherever_it_is_thought() -> None:
    spec, position, expected = question("captain")
    hub, own = Hub(), NoThinkers()
    async with service(hub):
        far = await server_of(hub, own)
        assert await far.think(spec, position, "Ada") == expected
    assert own.asked == []


@together
async def test_thoughts_wait_for_a_thinker_that_is_starting() -> None:
    """A bot process has announced that it is starting; requests are sent when it is ready."""
    spec, position, expected = question("captain")
    hub, own = Hub(), NoThinkers()
    far, thinker = RemoteThinkers(LocalBus(hub), own), LocalBus(hub)
    await far.open()
    thinker.publish(ANNOUNCED, Announced("one", "starting"))
    await far.changed.wait()
    thinking = asyncio.create_task(far.think(spec, position, "Ada"))

    async def decide(thought: Thought) -> Decided:
        return Decided(expected)

    await thinker.answer(ASKED, Thought, decide, GROUP)
    thinker.publish(ANNOUNCED, Announced("one", "ready"))
    assert await thinking == expected
    assert own.asked == []


@together
async def test_a_thinker_that_never_gets_ready_is_not_waited_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote_thinkers, "STARTING", 0.0)
    spec, position, _ = question("captain")
    hub, own = Hub(), NoThinkers()
    far = RemoteThinkers(LocalBus(hub), own)
    await far.open()
    LocalBus(hub).publish(ANNOUNCED, Announced("one", "starting"))
    await far.changed.wait()
    await far.think(spec, position, "Ada")
    assert (own.asked, far.states) == (["cautious"], {})


@together
async def test_servers_know_which_thinkers_are_ready() -> None:
    """A server that starts later asks for them; a bot service that stops announces it."""
    hub = Hub()
    async with service(hub):
        far = await server_of(hub, NoThinkers())
        far.changed.clear()
    await far.changed.wait()
    assert far.states == {}


@together
async def test_without_thinkers_bots_think_less_and_play_on() -> None:
    spec, position, _ = question("captain")
    own = NoThinkers()
    await RemoteThinkers(LocalBus(Hub()), own).think(spec, position, "Ada")
    assert own.asked == ["cautious"]


@together
async def test_a_crowd_is_sent_away_and_never_waits_for_ever() -> None:
    """With one busy process and a full queue the next request is refused at once."""
    spec, position, _ = question("captain")
    hub = Hub()
    async with service(hub) as thinker:
        asked = [
            asyncio.create_task(thinker.decide(Thought(str(n), spec, position, f"payer {n}")))
            for n in range(1 + WAITING)
        ]
        await until_waiting(thinker, WAITING)
        assert await thinker.decide(Thought("late", spec, position, "Zoe")) == Decided(None)
        assert all(one.key is not None for one in await asyncio.gather(*asked))


@together
async def test_a_thought_that_nobody_waits_for_is_given_up() -> None:
    """A cancelled request's place in the queue is free again before any decision is made."""
    spec, position, _ = question("captain")
    hub = Hub()
    async with service(hub) as thinker:
        await thinker.turns.take("another game")  # the only process is busy
        far = await server_of(hub, NoThinkers())
        asking = asyncio.create_task(far.think(spec, position, "Ada"))
        await until_waiting(thinker, 1)
        asking.cancel()
        await until_waiting(thinker, 0)
        assert not thinker.under_way


async def until_waiting(thinker: ThinkerService, number: int) -> None:
    """Wait until this number of requests are queued."""
    waiting = thinker.turns.waiting
    assert isinstance(waiting, WatchedList)
    while len(waiting) != number:
        waiting.changed.clear()
        await waiting.changed.wait()


@pytest.mark.parametrize(
    ("name", "less"),
    [("marshal", "marshal:200ms"), ("hard:5s", "hard:200ms"), ("captain", "cautious"), ("easy", "easy")],
)
def test_who_is_in_a_hurry_thinks_less(name: str, less: str) -> None:
    assert hurry_bot(question("cautious")[0].__class__(name, "modern", (), 0, 1)).name == less


@together
async def test_thinkers_are_processes_of_their_own(parts: LocalPlatform) -> None:
    """`kamchatka thinkers` reports when it is ready and answers over NATS; when it is killed no request hangs."""
    spec, position, expected = question("captain")
    bus, own = NatsBus(parts.bus, "test", parts.secret), NoThinkers()
    far = RemoteThinkers(bus, own)
    await bus.open(lambda: None, far.look_again)
    try:
        await far.open()
        thinker = await asyncio.to_thread(parts.think)
        await far.until_ready()
        answer = await bus.request(ASKED, Thought("one", spec, position, "Ada"), Decided, 3600.0)
        assert answer.key == expected
        thinker.kill()
        await far.think(spec, position, "Ada")
        assert own.asked == ["cautious"]
    finally:
        await bus.close()
        own.close()
