"""Open sockets by their credential, so that a logout or a revoked token closes them."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from kamchatka.server.clock import wall_time
from kamchatka.server.faults import Fault


class LiveSockets:
    """Tasks of open sockets, by digest of their cookie or token."""

    def __init__(self) -> None:
        self.tasks: dict[str, set[asyncio.Task[object]]] = defaultdict(set)
        self.ended: set[asyncio.Task[object]] = set()

    @contextmanager
    def holding(self, credential: str) -> Iterator[None]:
        """Serve a socket in this block. A Fault ends it when its credential is revoked."""
        task = asyncio.current_task()
        assert task is not None
        self.tasks[credential].add(task)
        try:
            yield
        except asyncio.CancelledError:
            if task not in self.ended:
                raise
            task.uncancel()
            raise Fault("not_known", "ended") from None
        finally:
            self.ended.discard(task)
            self.tasks[credential].discard(task)
            if not self.tasks[credential]:
                del self.tasks[credential]

    @contextmanager
    def expiring(self, expires: int | None, now: Callable[[], float] = wall_time) -> Iterator[None]:
        """End the socket served in this block at `expires` (Unix milliseconds), when its session or token expires."""
        task = asyncio.current_task()
        if task is None or expires is None:
            yield
            return
        timer = asyncio.get_running_loop().call_later(max(0.0, expires / 1000 - now()), self._end, task)
        try:
            yield
        finally:
            timer.cancel()

    async def end(self, credential: str) -> None:
        """Close every socket that was opened with the credential."""
        for task in [*self.tasks.get(credential, ())]:
            self._end(task)

    def _end(self, task: asyncio.Task[object]) -> None:
        self.ended.add(task)
        task.cancel()
