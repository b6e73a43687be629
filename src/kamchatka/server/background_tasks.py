"""Work in the background that nobody waits for, until the server stops."""

import asyncio
from collections.abc import Callable

import structlog

from kamchatka.server import supervision
from kamchatka.server.faults import Fault
from kamchatka.server.supervision import Job

log = structlog.get_logger()


class BackgroundTasks:
    """Background work. Its Faults are logged."""

    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Job) -> None:
        """Start work in the background."""

        async def run() -> None:
            try:
                await work
            except Fault as fault:
                log.warning("errand not done", code=fault.code)

        task = supervision.start("errand", run())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def finish(self) -> None:
        """Wait until all work is done."""
        await asyncio.gather(*self.tasks, return_exceptions=True)


class CatchUp:
    """Jobs that must be done once, and a regular search for those that a stopped server has missed.

    A job that fails is logged; the next search finds it again.
    """

    def __init__(self, name: str, search: Callable[[], Job], pause: float = 60.0) -> None:
        self.name = name
        self.search = search
        self.pause = pause  # seconds between two searches
        self.tasks: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        """Start searching."""
        self._watch(supervision.keep(f"missed {self.name}", self._look_back))

    def start(self, job: Job) -> None:
        """Start a job."""
        self._watch(supervision.start(self.name, self.run(job)))

    async def run(self, job: Job) -> None:
        """Run a job to its end or its failure."""
        try:
            await job
        except Fault:
            pass  # the database is away, which is logged
        except Exception as error:
            log.error("job not done", task=self.name, error=repr(error), exc_info=error)

    async def close(self) -> None:
        """Cancel all jobs. They are done after the next start."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def _look_back(self) -> None:
        while True:
            await self.run(self.search())
            await asyncio.sleep(self.pause)

    def _watch(self, task: asyncio.Task[None]) -> None:
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
