"""Bots think in processes of their own, on any machine: whoever of a group is free is asked over the bus.

A thought is asked for again when nobody answers, and given up when nobody waits for it. Where all are busy the bot
thinks less; where there is nobody, it thinks less in this server's own processes. It never waits for ever.
"""

import asyncio
import secrets

import msgspec
import structlog

from kamchatka.server.bots.thinkers import LocalThinkers, hurried
from kamchatka.server.bots.thinking import BotSpec, Key
from kamchatka.server.bus.bus import Bus, BusAway, NoResponders

ASKED = "kamchatka.think"
GIVEN_UP = "kamchatka.think.stop"
GROUP = "thinkers"
SECONDS = 8.0  # for a thought, the wait for its turn included
TRIES = 3
PAUSE = 0.1  # seconds before the next attempt
PLACES = 64  # thoughts of one server under way: the thinkers have a queue of their own

log = structlog.get_logger()


class Thought(msgspec.Struct, frozen=True):
    """A bot's question: who it is, what it sees, who pays; `hurry`: somebody was too busy already."""

    id: str
    spec: BotSpec
    position: str
    payer: str
    hurry: bool = False


class Decided(msgspec.Struct, frozen=True):
    """The answer; none from somebody who is too busy."""

    key: Key | None = None


class StopThinking(msgspec.Struct, frozen=True):
    """Nobody waits for this thought any more."""

    id: str


class FarThinkers:
    """The thinkers of the platform, and in need those of this server."""

    def __init__(self, bus: Bus, own: LocalThinkers) -> None:
        self.bus = bus
        self.own = own
        self.places = PLACES
        self.is_alone = False  # nobody answers: said once

    async def think(self, spec: BotSpec, position: str, payer: str) -> Key:
        """What a bot does."""
        hurry = False
        for attempt in range(TRIES):
            await asyncio.sleep(attempt * PAUSE)
            try:
                decision = await self._asked(Thought(secrets.token_hex(8), spec, position, payer, hurry))
            except NoResponders:
                if not self.is_alone:
                    log.warning("no thinkers")
                self.is_alone = True
                break
            except BusAway:
                continue
            self.is_alone = False
            if decision.key is not None:
                return decision.key
            hurry = True
        return await self.own.think(hurried(spec), position, payer)

    async def _asked(self, thought: Thought) -> Decided:
        try:
            return await self.bus.request(ASKED, thought, Decided, SECONDS)
        except (asyncio.CancelledError, BusAway):
            self.bus.publish(GIVEN_UP, StopThinking(thought.id))
            raise

    def close(self) -> None:
        """No more thinking."""
        self.own.close()
