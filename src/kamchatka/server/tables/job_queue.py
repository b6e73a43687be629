"""What waits to be done in a room, and the alarm that wakes it when nothing does."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterator

Job = tuple[Callable[[], Awaitable[object]], asyncio.Future[object]]  # what to do, and who waits for its answer

EARLY = 0.002  # seconds that a timer may be wrong by


class JobQueue:
    """Jobs for one worker, in their order.

    The alarm is one timer, which stays as it is while jobs come and go: it is set anew only if it is needed earlier, or
    when it rings too early. A timer a job (`asyncio.timeout`) would cost more than the queue itself.
    """

    def __init__(self) -> None:
        self.jobs: deque[Job] = deque()
        self.due = 0.0  # by the loop's clock: when the alarm is meant to ring
        self._bell: asyncio.Future[bool] | None = None  # the worker rests until it rings; True: for a job
        self._timer: asyncio.TimerHandle | None = None

    def put(self, job: Callable[[], Awaitable[object]]) -> asyncio.Future[object]:
        """One more job; the future has its answer."""
        done: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        self.jobs.append((job, done))
        self._ring(True)
        return done

    def qsize(self) -> int:
        """How many wait."""
        return len(self.jobs)

    async def wait(self, seconds: float) -> bool:
        """Rest until there is a job (True), so many seconds at most."""
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
        """No more alarms; those who still wait for an answer, one after the other."""
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
        """The timer has run down. Nobody rests: it is set when somebody does. Too early: somebody has worked since."""
        self._timer = None
        if self._bell is not None:
            if loop.time() + EARLY < self.due:
                self._set_timer(loop)
            else:
                self._ring(False)

    def _ring(self, is_job: bool) -> None:
        if self._bell is not None and not self._bell.done():
            self._bell.set_result(is_job)
