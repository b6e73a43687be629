"""`kamchatka thinkers`: a process that thinks for the bots of all servers of a platform, in workers with limits.

Several of them share the questions (a queue group). Where more wait than can be answered soon bots think less; where
that does not help they are sent away at once.
"""

import asyncio
import signal
from collections.abc import Callable

import msgspec
import structlog

from kamchatka.server.bots.far_thinkers import ASKED, GIVEN_UP, GROUP, Decided, StopThinking, Thought
from kamchatka.server.bots.thinkers import hurried
from kamchatka.server.bots.thinking import BotSpec, Key, read_editions, think
from kamchatka.server.bus.bus import Bus
from kamchatka.server.faults import Fault
from kamchatka.server.settings import ServerSettings
from kamchatka.server.work.budget import Asker
from kamchatka.server.work.fair_queue import FairQueue
from kamchatka.server.work.pool import WorkPool

THINKING = 6  # seconds of computing for one thought; then its worker is ended, and the bot thinks less
WAITING = 4  # thoughts that may wait for each process
KEPT = 86_400.0  # seconds that an idle process stays
LEAVING = 10.0  # seconds to finish what was begun
NO_LIMIT = 1e9  # seconds of computing a minute: whom a thought is for is the servers' affair

log = structlog.get_logger()


class ThinkerService:
    """Answers servers until it is told to stop."""

    def __init__(self, bus: Bus, settings: ServerSettings, processes: int) -> None:
        self.bus = bus
        self.processes = processes
        limits = {"work_processes": processes, "work_seconds": THINKING, "work_a_minute": NO_LIMIT}
        self.work = WorkPool(msgspec.structs.replace(settings, **limits), kept_seconds=KEPT)
        self.turns = FairQueue(processes)  # by whoever pays
        self.waiting: dict[str, asyncio.Task[None]] = {}  # by thought
        self.under_way: set[asyncio.Task[Key]] = set()
        self.is_leaving = False

    async def open(self) -> None:
        """Begin to answer, when every process can think at once."""
        nobody = Asker("", "")
        await asyncio.gather(*(self.work.run(nobody, read_editions) for _ in range(self.processes)))
        await self.bus.open(lambda: None, lambda: None)
        await self.bus.listen(GIVEN_UP, StopThinking, self._stop)
        await self.bus.answer(ASKED, Thought, self.decide, GROUP)

    async def close(self) -> None:
        """Finish what was begun, then go; who asks meanwhile is sent to others."""
        self.is_leaving = True
        if self.under_way:
            await asyncio.wait(self.under_way, timeout=LEAVING)
        await asyncio.sleep(0)  # for the last answer
        await self.work.close()
        await self.bus.close()

    async def decide(self, thought: Thought) -> Decided:
        """One decision, or none."""
        crowd = len(self.turns.waiting)
        if self.is_leaving or crowd >= WAITING * self.processes:
            return Decided()
        spec = hurried(thought.spec) if thought.hurry or crowd >= self.processes else thought.spec
        turn = self.waiting[thought.id] = asyncio.create_task(self.turns.take(thought.payer))
        try:
            await turn
        except asyncio.CancelledError:
            return Decided()
        finally:
            del self.waiting[thought.id]
        return Decided(await self._begun(spec, thought))

    async def _begun(self, spec: BotSpec, thought: Thought) -> Key | None:
        """What was begun is finished, though nobody may wait for it: a process costs more than most thoughts."""
        task = asyncio.create_task(self._thought(spec, thought))
        self.under_way.add(task)
        task.add_done_callback(self.under_way.discard)
        task.add_done_callback(lambda _: self.turns.give_back(thought.payer))
        try:
            return await asyncio.shield(task)
        except Exception as error:
            log.error("bot failed", bot=spec.name, error=repr(error))
            return None

    async def _thought(self, spec: BotSpec, thought: Thought) -> Key:
        asker = Asker(thought.payer, thought.payer)
        try:
            return await self.work.run(asker, think, spec, thought.position)
        except Fault as fault:
            if fault.code != "too_large":
                raise
            return await self.work.run(asker, think, hurried(spec), thought.position)

    def _stop(self, given_up: StopThinking) -> None:
        if given_up.id in self.waiting:
            self.waiting[given_up.id].cancel()


def run_thinkers(bus: Bus, settings: ServerSettings, processes: int, is_ready: Callable[[], None]) -> None:
    """Think until told to stop."""

    async def run() -> None:
        service, told = ThinkerService(bus, settings, processes), asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, told.set)
        await service.open()
        is_ready()
        await told.wait()
        await service.close()

    asyncio.run(run())
