"""Where bots think: in processes of this server, or wherever there are thinkers (`far_thinkers`)."""

import asyncio
import multiprocessing
import sys
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from dataclasses import replace
from multiprocessing.context import BaseContext
from typing import Protocol

from kamchatka.players import LEVELS, TIMED
from kamchatka.server.bots.thinking import BotSpec, Key, settle, think

STAND_IN = "cautious"  # who plays for somebody who is away, and for bots that have no time to think
HURRIED = "200ms"  # a turn of those who play to a time budget, where many wait


class Thinkers(Protocol):
    """They decide for bots. `places`: how many thoughts one server may have under way."""

    @property
    def places(self) -> int: ...

    async def think(self, spec: BotSpec, position: str, payer: str) -> Key:
        """What a bot does; whoever waits for it may be cancelled."""

    def close(self) -> None:
        """No more thinking."""


def hurried(spec: BotSpec) -> BotSpec:
    """The same bot with less time; one that knows no budget gives way to one that decides at once."""
    kind = spec.name.partition(":")[0]
    if kind in TIMED:
        return replace(spec, name=f"{kind}:{HURRIED}")
    quick = LEVELS[: LEVELS.index(STAND_IN) + 1]
    return spec if kind in quick else replace(spec, name=STAND_IN)


class LocalThinkers:
    """Processes of this server, none of which is started before it is needed."""

    def __init__(self, processes: int) -> None:
        self.places = processes
        self.processes = self._pool()

    def _pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.places, _context(), initializer=settle)

    async def think(self, spec: BotSpec, position: str, payer: str) -> Key:
        """What a bot does; a process that dies is replaced."""
        try:
            return await asyncio.wrap_future(self.processes.submit(think, spec, position))
        except BrokenExecutor:
            self.processes = self._pool()
            raise

    def close(self) -> None:
        """No more thinking."""
        self.processes.shutdown(wait=False, cancel_futures=True)


def _context() -> BaseContext:
    """How processes are started: forked from one that has read everything already, where the system can."""
    if sys.platform == "win32":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["kamchatka.server.bots.thinking"])
    return context
