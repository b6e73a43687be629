"""Bots think elsewhere: whoever is free answers, a crowd thinks less, and without anybody bots play on."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from kamchatka.kernel.edges.notation import print_position
from kamchatka.match import Match
from kamchatka.server.bots.bot_pool import bot_spec
from kamchatka.server.bots.far_thinkers import ASKED, Decided, FarThinkers, Thought
from kamchatka.server.bots.thinker_service import WAITING, ThinkerService
from kamchatka.server.bots.thinkers import LocalThinkers, hurried
from kamchatka.server.bots.thinking import BotSpec, Key, think
from kamchatka.server.bus.local_bus import Hub, LocalBus
from kamchatka.server.bus.nats_bus import NatsBus
from kamchatka.server.settings import ServerSettings
from tests.cluster.parts import LocalPlatform
from tests.server.client import PATIENCE
from tests.server.together import together


class NoThinkers(LocalThinkers):
    """The own processes of a server, without processes: who is asked answers at once and is remembered."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[str] = []

    async def think(self, spec: BotSpec, position: str, payer: str) -> Key:
        self.asked.append(spec.name)
        return think(spec, position)


def question(name: str) -> tuple[BotSpec, str, Key]:
    """A bot at the beginning of a game, what it sees, and what it does."""
    match = Match.new("modern", 3, seed=1)
    seat = match.awaited[0]
    spec, position = bot_spec(match, name, "00", seat), print_position(match.game, match.view(seat).state)
    return spec, position, think(spec, position)


@asynccontextmanager
async def service(hub: Hub) -> AsyncIterator[ThinkerService]:
    """A thinker of one process at a bus of this process."""
    running = ThinkerService(LocalBus(hub), ServerSettings(), 1)
    await running.open()
    try:
        yield running
    finally:
        await running.close()


@together
async def test_a_thought_is_the_same_wherever_it_is_thought() -> None:
    spec, position, expected = question("captain")
    hub, own = Hub(), NoThinkers()
    async with service(hub):
        assert await FarThinkers(LocalBus(hub), own).think(spec, position, "Ada") == expected
    assert own.asked == []


@together
async def test_without_thinkers_bots_think_less_and_play_on() -> None:
    spec, position, _ = question("captain")
    own = NoThinkers()
    await FarThinkers(LocalBus(Hub()), own).think(spec, position, "Ada")
    assert own.asked == ["cautious"]


@together
async def test_a_crowd_is_sent_away_and_never_waits_for_ever() -> None:
    """One process is busy, as many wait as may: the next one hears so at once."""
    spec, position, _ = question("captain")
    hub = Hub()
    async with service(hub) as thinker:
        asked = [
            asyncio.create_task(thinker.decide(Thought(str(n), spec, position, f"payer {n}")))
            for n in range(1 + WAITING)
        ]
        while len(thinker.turns.waiting) < WAITING:
            await asyncio.sleep(0.01)
        assert await thinker.decide(Thought("late", spec, position, "Zoe")) == Decided(None)
        assert all(one.key is not None for one in await asyncio.gather(*asked))


@together
async def test_a_thought_that_nobody_waits_for_is_given_up() -> None:
    """The place in the queue is free again before anybody has thought."""
    spec, position, _ = question("captain")
    hub = Hub()
    async with service(hub) as thinker:
        await thinker.turns.take("somebody else")  # the one process is taken
        asking = asyncio.create_task(FarThinkers(LocalBus(hub), NoThinkers()).think(spec, position, "Ada"))
        async with asyncio.timeout(PATIENCE):
            while not thinker.turns.waiting:
                await asyncio.sleep(0.01)
            asking.cancel()
            while thinker.turns.waiting:
                await asyncio.sleep(0.01)
        assert not thinker.under_way


@pytest.mark.parametrize(
    ("name", "less"),
    [("marshal", "marshal:200ms"), ("hard:5s", "hard:200ms"), ("captain", "cautious"), ("easy", "easy")],
)
def test_who_is_in_a_hurry_thinks_less(name: str, less: str) -> None:
    assert hurried(question("cautious")[0].__class__(name, "modern", (), 0, 1)).name == less


@together
async def test_thinkers_are_processes_of_their_own(parts: LocalPlatform) -> None:
    """`kamchatka thinkers` answers over NATS; when it is killed, its place is empty at once."""
    spec, position, expected = question("captain")
    thinker = await asyncio.to_thread(parts.think)
    bus, own = NatsBus(parts.bus, "test"), NoThinkers()
    await bus.open(lambda: None, lambda: None)
    try:
        answer = await bus.request(ASKED, Thought("one", spec, position, "Ada"), Decided, 60.0)
        assert answer.key == expected
        thinker.kill()
        await FarThinkers(bus, own).think(spec, position, "Ada")
        assert own.asked == ["cautious"]
    finally:
        await bus.close()
        own.close()
