"""Uses of a database's connections. A cancelled task cannot interrupt them, and closing waits for them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import TypeVar

from kamchatka.server import supervision

T = TypeVar("T")
Manager = AbstractAsyncContextManager[T]

FINISHING = 10.0  # seconds to wait for connections in use before the pool is closed


class Uses:
    """The connections in use.

    Drivers can leave a thread or an open connection behind if they are cancelled while they connect, read or close.
    Each of these steps therefore runs in its own task, which continues when its caller is cancelled.
    """

    def __init__(self) -> None:
        self._count = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def run(self, work: supervision.Work[T]) -> T:
        """Await work that uses a connection from beginning to end."""
        self._begin()
        working = supervision.child(work)
        working.add_done_callback(self._end)
        return await asyncio.shield(working)

    @asynccontextmanager
    async def enter(self, manager: Manager[T]) -> AsyncIterator[T]:
        """Enter a connection or a transaction, and always leave it."""
        self._begin()
        entering = supervision.child(manager.__aenter__())
        try:
            entered = await asyncio.shield(entering)
        except BaseException:
            supervision.child(_leave_entered(entering, manager)).add_done_callback(self._end)
            raise
        try:
            yield entered
        except BaseException as error:
            await self._leave(manager, error)
            raise
        await self._leave(manager, None)

    async def finish(self) -> None:
        """Wait until no connection is in use, but no longer than `FINISHING`."""
        with suppress(TimeoutError):
            async with asyncio.timeout(FINISHING):
                await self._idle.wait()

    async def _leave(self, manager: Manager[object], error: BaseException | None) -> None:
        if error is None:
            leaving = supervision.child(manager.__aexit__(None, None, None))
        else:
            leaving = supervision.child(manager.__aexit__(type(error), error, error.__traceback__))
        leaving.add_done_callback(self._end)
        await asyncio.shield(leaving)

    def _begin(self) -> None:
        self._count += 1
        self._idle.clear()

    def _end(self, task: asyncio.Task[object]) -> None:
        if not task.cancelled():
            task.exception()  # its caller may be gone, and asyncio would report that nobody asked for the exception
        self._count -= 1
        if self._count == 0:
            self._idle.set()


async def _leave_entered(entering: asyncio.Task[T], manager: Manager[T]) -> None:
    """Leave what was still being entered when the caller was cancelled."""
    with suppress(Exception):
        await entering
        await manager.__aexit__(None, None, None)
