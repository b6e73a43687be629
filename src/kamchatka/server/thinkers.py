"""Bots at the server's tables: they think in threads of their own, at a pace people can follow."""
import asyncio
import hashlib
from concurrent.futures import ThreadPoolExecutor

import structlog

from kamchatka.bots import Bot, bot
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.options import Action, Options
from kamchatka.kernel.view import View
from kamchatka.match import Match

SECONDS = {"calm": 1.6, "normal": 0.8, "quick": 0.3, "instant": 0.0}
STAND_IN = "cautious"       # who plays for somebody who is away

log = structlog.get_logger()


class Thinkers:
    """The threads, shared by all rooms."""

    def __init__(self, threads: int, seconds: float | None) -> None:
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self.seconds = seconds

    def close(self) -> None:
        """No more thinking."""
        self.pool.shutdown(wait=False, cancel_futures=True)

    async def decide(self, player: Bot, known: View, options: Options, pace: str) -> Action:
        """What a bot does, after about as long as a person would take. A bot that fails takes what comes first."""
        wait = SECONDS[pace] if self.seconds is None else self.seconds
        if wait > 0:
            await asyncio.sleep(wait)
        loop = asyncio.get_running_loop()
        try:
            action = await loop.run_in_executor(self.pool, player.decide, known, options)
        except Exception as error:
            log.error("bot failed", bot=type(player).__name__, error=repr(error))
            return options.sample(FastChance(0))
        if not options.allows(action):
            log.error("bot chose what is not allowed", bot=type(player).__name__, action=action.key())
            return options.sample(FastChance(0))
        return action


def bot_for(match: Match, name: str, key: str, seat: int) -> Bot:
    """A bot for a seat, with a seed of its own."""
    seed = hashlib.blake2b(f"{key} {seat} {len(match.entries)}".encode(), digest_size=4).digest()
    return bot(name, match.game, int.from_bytes(seed, "big"))
