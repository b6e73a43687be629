"""The worker pool: a few processes and a short queue, with time limits and a fair share for every network."""

import asyncio
import os
import pickle
import sys
from collections.abc import Callable
from typing import Any, TypeVar

import structlog

from kamchatka.server import supervision
from kamchatka.server.clock import monotonic
from kamchatka.server.faults import Fault
from kamchatka.server.metrics import Metrics
from kamchatka.server.settings import ServerSettings
from kamchatka.server.work.budget import Asker, WorkBudget
from kamchatka.server.work.fair_queue import FairQueue
from kamchatka.server.work.worker import BEGUN, LENGTH

T = TypeVar("T")
STARTING = 60.0  # seconds in which a process starts and imports its first task, even on a busy machine
PATIENCE = 4.0  # wall-clock limit of a task, as a multiple of its limit of computing time
KEPT_SECONDS = 20.0  # seconds before an idle worker is stopped
GRACE = 1.0  # seconds that a task may continue after its requester has gone
LARGE = 2**20  # stream buffer in bytes
START = 1.0  # seconds charged for replacing a killed worker

log = structlog.get_logger()


class Lost(Exception):
    """A worker died during its task, because the operating system stopped it."""


class Worker:
    """A process that runs one task at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.leaving: asyncio.TimerHandle | None = None  # timer that stops the worker when it is idle

    @classmethod
    async def start(cls, settings: ServerSettings) -> "Worker":
        """Start a new process."""
        limits = (os.getpid(), settings.work_memory, settings.work_seconds)
        return cls(
            await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "kamchatka.server.work.worker",
                *map(str, limits),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LARGE,
            )
        )

    async def ask(self, task: bytes, patience: float) -> tuple[bool, Any, float]:
        """Run a task. Return whether it succeeded, its result or exception, and the seconds it took."""
        tasks, answers = self.process.stdin, self.process.stdout
        assert tasks is not None
        assert answers is not None
        try:
            tasks.write(LENGTH.pack(len(task)) + task)
            async with asyncio.timeout(STARTING):
                await tasks.drain()
                await answers.readexactly(len(BEGUN))
            async with asyncio.timeout(patience):
                (length,) = LENGTH.unpack(await answers.readexactly(LENGTH.size))
                answer: tuple[bool, Any, float] = pickle.loads(await answers.readexactly(length))
        except (OSError, asyncio.IncompleteReadError) as error:
            raise Lost from error
        return answer

    @property
    def is_alive(self) -> bool:
        """Return True if the process is running."""
        return self.process.returncode is None

    def kill(self) -> None:
        """Kill the process."""
        if self.is_alive:
            self.process.kill()


class WorkPool:
    """Runs expensive requests in processes, which start on demand and stop when idle."""

    def __init__(
        self, settings: ServerSettings, metrics: Metrics | None = None, kept_seconds: float = KEPT_SECONDS
    ) -> None:
        self.settings = settings
        self.metrics = metrics or Metrics()
        self.kept_seconds = kept_seconds
        self.budget = WorkBudget(settings.work_a_minute)
        self.queue = FairQueue(settings.work_processes)  # by address
        self.idle: list[Worker] = []
        self.busy: set[Worker] = set()
        self.jobs: set[asyncio.Task[Any]] = set()
        self.ending: set[asyncio.Task[int]] = set()  # killed processes that haven't been reaped yet
        self.is_closed = False

    async def run(self, asker: Asker, function: Callable[..., T], *args: object) -> T:
        """Run a function in a worker and return its result.

        Raise a Fault if the budget is used up or the queue is full.

        If the caller is cancelled, a queued task is dropped, and a running one ends soon.
        """
        self.budget.check(asker)
        self._check_open()
        if len(self.queue.waiting) >= self.settings.work_waiting:
            raise Fault("busy")
        mine = sum(1 for address, _ in self.queue.waiting if address == asker.address)
        if mine >= max(1, self.settings.work_waiting // 2):
            raise Fault("too_many")
        await self.queue.take(asker.address)
        try:
            self._check_open()
        except Fault:
            self.queue.give_back(asker.address)
            raise
        job = supervision.child(self._work(asker, function, args))
        self.jobs.add(job)
        job.add_done_callback(self.jobs.discard)
        try:
            return await asyncio.shield(job)
        except asyncio.CancelledError:
            asyncio.get_running_loop().call_later(GRACE, job.cancel)
            raise

    async def close(self) -> None:
        """Stop: cancel running work, refuse queued and later work, and end all processes."""
        self.is_closed = True
        for job in self.jobs:
            job.cancel()
        for worker in [*self.idle, *self.busy]:
            self._retire(worker)
        await asyncio.gather(*self.jobs, return_exceptions=True)
        await asyncio.gather(*self.ending, return_exceptions=True)

    def _check_open(self) -> None:
        if self.is_closed:
            raise Fault("busy")

    # -------------------------------------------------------------- work
    async def _work(self, asker: Asker, function: Callable[..., T], args: tuple[object, ...]) -> T:
        begun, took = monotonic(), None
        try:
            done, given, took = await self._ask(pickle.dumps((function, args)))
        except (Lost, TimeoutError):
            log.warning("work given up", task=function.__name__, address=asker.address)
            raise Fault("too_large", "work_too_heavy") from None
        finally:
            spent = monotonic() - begun + START if took is None else took
            self.budget.charge(asker, spent)
            self.metrics.work.observe(spent)
            self.queue.give_back(asker.address)
        if not done and isinstance(given, MemoryError):
            raise Fault("too_large", "work_too_heavy")
        if not done:
            raise given
        result: T = given
        return result

    async def _ask(self, task: bytes) -> tuple[bool, Any, float]:
        worker = await self._hire()
        self.busy.add(worker)
        try:
            answer = await worker.ask(task, self.settings.work_seconds * PATIENCE)
        except BaseException:
            self._retire(worker)
            raise
        finally:
            self.busy.discard(worker)
        if isinstance(answer[1], MemoryError):
            self._retire(worker)
        else:
            self._rest(worker)
        return answer

    async def _hire(self) -> Worker:
        while self.idle:
            worker = self.idle.pop()
            if worker.leaving is not None:
                worker.leaving.cancel()
            if worker.is_alive:
                return worker
        return await Worker.start(self.settings)

    def _rest(self, worker: Worker) -> None:
        self.idle.append(worker)
        worker.leaving = asyncio.get_running_loop().call_later(self.kept_seconds, self._retire, worker)

    def _retire(self, worker: Worker) -> None:
        if worker in self.idle:
            self.idle.remove(worker)
        if worker.leaving is not None:
            worker.leaving.cancel()
        worker.kill()
        ending = supervision.child(worker.process.wait())
        self.ending.add(ending)
        ending.add_done_callback(self.ending.discard)
