"""Bot decisions in processes on any machine: a request over the bus goes to a free member of the group.

Thinkers announce themselves, so that a server knows whether any is ready. While one is starting, decisions wait for it.
A decision is requested again if nobody answers, and cancelled if it is no longer needed. If all thinkers are busy, the
bot thinks less. Without thinkers, it thinks less in the server's own processes. It never waits forever.
"""

import asyncio
from typing import Literal

import msgspec
import structlog

from kamchatka.server import randomness
from kamchatka.server.bots.thinkers import LocalThinkers, hurry_bot
from kamchatka.server.bots.thinking import BotSpec, Key
from kamchatka.server.bus.bus import Bus, BusAway, NoResponders

ASKED = "kamchatka.think"
GIVEN_UP = "kamchatka.think.stop"
ANNOUNCED = "kamchatka.think.ready"  # subject where thinkers say that they start, are ready, or leave
WHO_THINKS = "kamchatka.think.who"  # subject where servers ask them to repeat it
GROUP = "thinkers"
STARTING = 8.0  # seconds that a decision waits for a thinker that is starting
ANNOUNCING = 0.25  # seconds for thinkers to repeat that they are ready
SECONDS = 8.0  # seconds for a decision, including its time in the queue
TRIES = 3
MOST_KNOWN = 1_000  # thinker processes remembered
PAUSE = 0.1  # seconds between two attempts
PLACES = 64  # concurrent decisions per server; the thinkers have their own queue

log = structlog.get_logger()


class Thought(msgspec.Struct, frozen=True):
    """A request for a decision: the bot, its view, and the payer. `hurry` means that a thinker was too busy before."""

    id: str
    spec: BotSpec
    position: str
    payer: str
    hurry: bool = False


class Decided(msgspec.Struct, frozen=True):
    """The decision; None if the thinker is too busy."""

    key: Key | None = None


class StopThinking(msgspec.Struct, frozen=True):
    """The decision is no longer needed."""

    id: str


class Announced(msgspec.Struct, frozen=True):
    """The state of a thinker process."""

    id: str
    state: Literal["starting", "ready", "gone"]


class WhoThinks(msgspec.Struct, frozen=True):
    """A server asks all thinkers to announce themselves."""


class RemoteThinkers:
    """The platform's thinkers, with this server's own processes as a fallback."""

    def __init__(self, bus: Bus, own: LocalThinkers) -> None:
        self.bus = bus
        self.own = own
        self.places = PLACES
        self.is_alone = False  # no thinker answers; logged once
        self.states: dict[str, str] = {}  # by thinker
        self.changed = asyncio.Event()  # set when a thinker announces itself

    async def open(self) -> None:
        """Subscribe to announcements, and ask running thinkers for theirs."""
        await self.bus.listen(ANNOUNCED, Announced, self._note_state)
        self.look_again()

    def look_again(self) -> None:
        """Forget the known states and ask all thinkers to announce themselves."""
        self.states = {}
        self.bus.publish(WHO_THINKS, WhoThinks())

    def _note_state(self, announced: Announced) -> None:
        self.states.pop(announced.id, None)
        if announced.state != "gone":
            self.states[announced.id] = announced.state
            while len(self.states) > MOST_KNOWN:
                del self.states[next(iter(self.states))]
        self.changed.set()

    @property
    def is_ready(self) -> bool:
        """Whether a thinker has announced that it is ready."""
        return "ready" in self.states.values()

    async def until_ready(self) -> None:
        """Wait until a thinker is ready."""
        while not self.is_ready:
            self.changed.clear()
            await self.changed.wait()

    async def _can_ask(self, attempt: int) -> bool:
        """Return whether a thinker is ready. Wait if one is starting or may need to announce itself again."""
        seconds = STARTING if "starting" in self.states.values() else ANNOUNCING if attempt else 0.0
        try:
            async with asyncio.timeout(seconds):
                await self.until_ready()
        except TimeoutError:
            self.states = {}
            return False
        return True

    async def think(self, spec: BotSpec, position: str, payer: str) -> Key:
        """Return a bot's action."""
        hurry = False
        for attempt in range(TRIES):
            await asyncio.sleep(attempt * PAUSE)
            if not await self._can_ask(attempt):
                self._say_alone()
                break
            try:
                decision = await self._request(Thought(randomness.token_hex(8), spec, position, payer, hurry))
            except NoResponders:
                self.look_again()
                continue
            except BusAway:
                continue
            self.is_alone = False
            if decision.key is not None:
                return decision.key
            hurry = True
        return await self.own.think(hurry_bot(spec), position, payer)

    def _say_alone(self) -> None:
        if not self.is_alone:
            log.warning("no thinkers")
        self.is_alone = True

    async def _request(self, thought: Thought) -> Decided:
        try:
            return await self.bus.request(ASKED, thought, Decided, SECONDS)
        except (asyncio.CancelledError, BusAway):
            self.bus.publish(GIVEN_UP, StopThinking(thought.id))
            raise

    def close(self) -> None:
        """Stop the fallback processes."""
        self.own.close()
