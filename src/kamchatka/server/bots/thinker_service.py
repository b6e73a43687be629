"""`kamchatka thinkers`: a process that computes bot decisions for all servers of a platform, in limited workers.

Several of these processes share the requests (a queue group). When many requests wait, bots think less. When too many
wait, further requests are refused at once.
"""

import asyncio
import signal
from collections.abc import Callable
from typing import Literal

import msgspec
import structlog

from kamchatka.server import randomness, supervision
from kamchatka.server.bots.remote_thinkers import (
    ANNOUNCED,
    ASKED,
    GIVEN_UP,
    GROUP,
    WHO_THINKS,
    Announced,
    Decided,
    StopThinking,
    Thought,
    WhoThinks,
)
from kamchatka.server.bots.thinkers import hurry_bot
from kamchatka.server.bots.thinking import BotSpec, Key, read_editions, think
from kamchatka.server.bus.bus import Bus
from kamchatka.server.faults import Fault
from kamchatka.server.settings import ServerSettings
from kamchatka.server.work.budget import Asker
from kamchatka.server.work.fair_queue import FairQueue
from kamchatka.server.work.pool import WorkPool

THINKING = 6  # seconds of computing per decision; afterwards the worker is killed and the bot thinks less
WAITING = 4  # waiting decisions per process
KEPT = 86_400.0  # seconds before an idle process is stopped
LEAVING = 10.0  # seconds to finish running decisions
NO_LIMIT = 1e9  # seconds of computing per minute, in effect unlimited: the servers share out the places

log = structlog.get_logger()


class ThinkerService:
    """Answers servers until it is stopped."""

    def __init__(self, bus: Bus, settings: ServerSettings, processes: int) -> None:
        self.bus = bus
        self.processes = processes
        limits = {"work_processes": processes, "work_seconds": THINKING, "work_a_minute": NO_LIMIT}
        self.work = WorkPool(msgspec.structs.replace(settings, **limits), kept_seconds=KEPT)
        self.turns = FairQueue(processes)  # by payer
        self.waiting: dict[str, asyncio.Task[None]] = {}  # by decision
        self.under_way: set[asyncio.Task[Key]] = set()
        self.is_leaving = False
        self.id = randomness.token_hex(8)
        self.state: Literal["starting", "ready", "gone"] = "starting"

    async def open(self) -> None:
        """Start all processes, then answer requests. Announce every change of state."""
        await self.bus.open(lambda: None, self._announce)
        await self.bus.listen(WHO_THINKS, WhoThinks, lambda _: self._announce())
        self._announce()
        nobody = Asker("", "")
        await asyncio.gather(*(self.work.run(nobody, read_editions) for _ in range(self.processes)))
        await self.bus.listen(GIVEN_UP, StopThinking, self._stop)
        await self.bus.answer(ASKED, Thought, self.decide, GROUP)
        self._announce("ready")

    def _announce(self, state: Literal["starting", "ready", "gone"] | None = None) -> None:
        """Announce this process's state to all servers."""
        self.state = state or self.state
        self.bus.publish(ANNOUNCED, Announced(self.id, self.state))

    async def close(self) -> None:
        """Finish running decisions, then stop. Requests that arrive meanwhile are refused, so servers ask others."""
        self.is_leaving = True
        self._announce("gone")
        if self.under_way:
            await asyncio.wait(self.under_way, timeout=LEAVING)
        await asyncio.sleep(0)  # to send the last response
        await self.work.close()
        await self.bus.close()

    async def decide(self, thought: Thought) -> Decided:
        """Return a decision; none if too busy."""
        crowd = len(self.turns.waiting)
        if self.is_leaving or crowd >= WAITING * self.processes:
            return Decided()
        spec = hurry_bot(thought.spec) if thought.hurry or crowd >= self.processes else thought.spec
        turn = self.waiting[thought.id] = supervision.child(self.turns.take(thought.payer))
        try:
            await turn
        except asyncio.CancelledError:
            return Decided()
        finally:
            del self.waiting[thought.id]
        return Decided(await self._begin(spec, thought))

    async def _begin(self, spec: BotSpec, thought: Thought) -> Key | None:
        """Finish a running decision even if it is no longer needed.

        Ending it would cost a process, which is more expensive than most decisions.
        """
        task = supervision.child(self._think(spec, thought))
        self.under_way.add(task)
        task.add_done_callback(self.under_way.discard)
        task.add_done_callback(lambda _: self.turns.give_back(thought.payer))
        try:
            return await asyncio.shield(task)
        except Exception as error:
            log.error("bot failed", bot=spec.name, error=repr(error))
            return None

    async def _think(self, spec: BotSpec, thought: Thought) -> Key:
        asker = Asker(thought.payer, thought.payer)
        try:
            return await self.work.run(asker, think, spec, thought.position)
        except Fault as fault:
            if fault.code != "too_large":
                raise
            return await self.work.run(asker, think, hurry_bot(spec), thought.position)

    def _stop(self, given_up: StopThinking) -> None:
        if given_up.id in self.waiting:
            self.waiting[given_up.id].cancel()


def run_thinkers(bus: Bus, settings: ServerSettings, processes: int, is_ready: Callable[[], None]) -> None:
    """Run the service until a signal stops it."""

    async def run() -> None:
        service, told = ThinkerService(bus, settings, processes), asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, told.set)
        await service.open()
        is_ready()
        await told.wait()
        await service.close()

    asyncio.run(run())
