"""Open sockets by what they were opened with: who logs out, or drops a token, is no longer there as that person."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from kamchatka.server.faults import Fault


class LiveSockets:
    """Tasks of open sockets, by the digest of the cookie or token behind them."""

    def __init__(self) -> None:
        self.tasks: dict[str, set[asyncio.Task[object]]] = defaultdict(set)
        self.ended: set[asyncio.Task[object]] = set()

    @contextmanager
    def holding(self, credential: str) -> Iterator[None]:
        """A socket is served in this block; a Fault ends it when its credential is worth nothing any more."""
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

    async def end(self, credential: str) -> None:
        """Closes every socket that was opened with it."""
        for task in [*self.tasks.get(credential, ())]:
            self.ended.add(task)
            task.cancel()
