"""Runs bots' decisions in separate processes, paced so that people can follow.

Python runs one thread at a time, so a decision in a server thread would block every table. The few processes are shared
fairly by the tables' creators: a user who seats a hundred bots delays only their own tables.
"""

import asyncio
import hashlib
from collections.abc import Mapping

import structlog

from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.notation import print_position
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import Action, Options
from kamchatka.kernel.view import View
from kamchatka.match import Match
from kamchatka.server.bots.thinkers import Thinkers
from kamchatka.server.bots.thinking import BotSpec
from kamchatka.server.clock import monotonic
from kamchatka.server.metrics import Metrics
from kamchatka.server.work.fair_queue import FairQueue

SECONDS = {"calm": 1.6, "normal": 0.8, "quick": 0.3, "instant": 0.0}

log = structlog.get_logger()


def bot_spec(match: Match, name: str, key: str, seat: int) -> BotSpec:
    """Return the bot of a seat, with its own seed."""
    seed = hashlib.blake2b(f"{key} {seat} {match.version}".encode(), digest_size=4).digest()
    options: Mapping[str, bool | int | str] = match.rules.non_defaults()
    return BotSpec(name, match.edition.id, tuple(options.items()), seat, int.from_bytes(seed, "big"))


class BotPool:
    """Schedules bot decisions for all rooms."""

    def __init__(self, thinkers: Thinkers, seconds: float | None, metrics: Metrics | None = None) -> None:
        self.metrics = metrics or Metrics()
        self.thinkers = thinkers
        self.seconds = seconds
        self.queue = FairQueue(thinkers.places)  # by payer

    def close(self) -> None:
        """Stop the processes."""
        self.thinkers.close()

    async def decide(self, spec: BotSpec, game: Game, known: View, options: Options, pace: str, payer: str) -> Action:
        """Return a bot's action after a natural delay. If the bot fails, choose a random action."""
        begun = monotonic()
        try:
            action = await self._think(spec, print_position(game, known.state), payer)
        except Exception as error:
            log.error("bot failed", bot=spec.name, error=repr(error))
            action = options.sample(FastChance(spec.seed))
        if not options.allows(action):
            log.error("bot chose what is not allowed", bot=spec.name, action=action.key())
            action = options.sample(FastChance(spec.seed))
        wait = (SECONDS[pace] if self.seconds is None else self.seconds) - (monotonic() - begun)
        if wait > 0:
            await asyncio.sleep(wait)
        return action

    async def _think(self, spec: BotSpec, position: str, payer: str) -> Action:
        begun = monotonic()
        await self.queue.take(payer)
        try:
            return Action(*await self.thinkers.think(spec, position, payer))
        finally:
            self.queue.give_back(payer)
            self.metrics.thoughts.observe(monotonic() - begun)
