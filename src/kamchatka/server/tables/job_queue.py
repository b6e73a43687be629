"""Jobs waiting for a room's task, and the alarm that wakes the task when there are none."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterator

Job = tuple[Callable[[], Awaitable[object]], asyncio.Future[object]]  # the job, and the future that receives its result

EARLY = 0.002  # tolerated timer error in seconds


class JobQueue:
    """First-in, first-out jobs for one worker.

    The alarm is a single timer that stays set while jobs come and go. It is only reset when it is needed earlier, or
    when it fires too early. A timer per job (`asyncio.timeout`) would cost more than the queue itself.
    """

    def __init__(self) -> None:
        self.jobs: deque[Job] = deque()
        self.due = 0.0  # loop time at which the alarm should fire
        self._bell: asyncio.Future[bool] | None = None  # what the idle worker awaits; True means a job
        self._timer: asyncio.TimerHandle | None = None

    def put(self, job: Callable[[], Awaitable[object]]) -> asyncio.Future[object]:
        """Add a job and return the future of its result."""
        done: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        self.jobs.append((job, done))
        self._ring(True)
        return done

    def qsize(self) -> int:
        """Return the number of waiting jobs."""
        return len(self.jobs)

    async def wait(self, seconds: float) -> bool:
        """Wait for a job, at most `seconds`. Return True for a job, False for the alarm."""
        loop = asyncio.get_running_loop()
        self.due = loop.time() + seconds
        if self._timer is None or self._timer.when() > self.due:
            self._set_timer(loop)
        self._bell = loop.create_future()
        try:
            return await self._bell
        finally:
            self._bell = None

    def close(self) -> Iterator[asyncio.Future[object]]:
        """Stop the alarm and yield the futures of the jobs that remain."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        while self.jobs:
            _, done = self.jobs.popleft()
            if not done.done():
                yield done

    def _set_timer(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = loop.call_at(self.due, self._look, loop)

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        """Handle the expired timer: wake an idle worker, or set the timer again if it fired too early."""
        self._timer = None
        if self._bell is not None:
            if loop.time() + EARLY < self.due:
                self._set_timer(loop)
            else:
                self._ring(False)

    def _ring(self, is_job: bool) -> None:
        if self._bell is not None and not self._bell.done():
            self._bell.set_result(is_job)
