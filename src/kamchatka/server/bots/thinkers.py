"""Where bots decide: in processes of this server, or of separate thinkers (`remote_thinkers`)."""

import asyncio
import multiprocessing
import sys
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from dataclasses import replace
from multiprocessing.context import BaseContext
from typing import Protocol

from kamchatka.players import LEVELS, TIMED
from kamchatka.server.bots.thinking import BotSpec, Key, settle, think

STAND_IN = "cautious"  # the bot that plays for absent players, and for bots that have no time to think
HURRIED = "200ms"  # time per turn of time-limited bots when many requests wait


class Thinkers(Protocol):
    """Computes bot decisions. `places` is the number of concurrent decisions of one server."""

    @property
    def places(self) -> int: ...

    async def open(self) -> None:
        """Start."""

    def look_again(self) -> None:
        """Find out which thinkers exist, after the bus was away."""

    async def think(self, spec: BotSpec, position: str, payer: str) -> Key:
        """Return a bot's action. The caller may be cancelled."""

    def close(self) -> None:
        """Stop."""


def hurry_bot(spec: BotSpec) -> BotSpec:
    """Return the bot with less time; a slow bot without a time limit is replaced by a quick one."""
    kind = spec.name.partition(":")[0]
    if kind in TIMED:
        return replace(spec, name=f"{kind}:{HURRIED}")
    quick = LEVELS[: LEVELS.index(STAND_IN) + 1]
    return spec if kind in quick else replace(spec, name=STAND_IN)


class LocalThinkers:
    """Processes of this server, started on demand."""

    def __init__(self, processes: int) -> None:
        self.places = processes
        self.processes = self._pool()

    def _pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.places, _context(), initializer=settle)

    async def open(self) -> None:
        """Do nothing: processes start on demand."""

    def look_again(self) -> None:
        """Do nothing: the processes belong to this server."""

    async def think(self, spec: BotSpec, position: str, payer: str) -> Key:
        """Return a bot's action. A pool with a dead process is replaced."""
        try:
            return await asyncio.wrap_future(self.processes.submit(think, spec, position))
        except BrokenExecutor:
            self.processes = self._pool()
            raise

    def close(self) -> None:
        """Stop the processes."""
        self.processes.shutdown(wait=False, cancel_futures=True)


def _context() -> BaseContext:
    """Return how to start processes: forked from one that has loaded everything, where the system supports it."""
    if sys.platform == "win32":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["kamchatka.server.bots.thinking"])
    return context
