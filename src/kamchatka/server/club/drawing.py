"""Draws in a process of their own: an optimiser that thinks for seconds must not hold up every table of the server."""

import asyncio
import multiprocessing
import os
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor

from kamchatka.server.bots.bot_pool import outlive_nobody
from kamchatka.server.faults import Fault
from kamchatka.tournament.draw.rounds import Method, next_round
from kamchatka.tournament.events.changes import Drawn
from kamchatka.tournament.events.event import Event


class DrawProcess:
    """One process that draws, for whoever asks first; started when it is first needed."""

    def __init__(self) -> None:
        self.process = self._pool()
        self.busy: set[str] = set()  # events whose draw is on its way

    def _pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            1, multiprocessing.get_context("spawn"), initializer=outlive_nobody, initargs=(os.getpid(),)
        )

    def close(self) -> None:
        """No more draws."""
        self.process.shutdown(wait=False, cancel_futures=True)

    async def draw(self, id: str, event: Event, seed: int, method: Method | None, again: bool, anyway: bool) -> Drawn:
        """The next round of an event, or a Problem that says why there is none; one at a time for each event."""
        loop = asyncio.get_running_loop()
        if id in self.busy:
            raise Fault("too_many")
        self.busy.add(id)
        try:
            return await loop.run_in_executor(self.process, next_round, event, seed, method, again, anyway)
        except BrokenExecutor as error:
            self.process = self._pool()
            raise Fault("bug") from error
        finally:
            self.busy.discard(id)
