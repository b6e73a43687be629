"""Pending messages of one socket. The first message wakes the reader. It takes all of them at once."""

import asyncio
from collections.abc import Callable
from functools import partial

MOST = 256  # pending messages; beyond that the socket is closed


class Outbox:
    """First-in, first-out messages; None marks the end."""

    __slots__ = ("waiting", "wake")

    def __init__(self) -> None:
        self.waiting: list[bytes | None] = []
        self.wake: Callable[[], object] | None = None  # called when the first message arrives

    def put_nowait(self, message: bytes | None) -> None:
        """Append a message. Raise QueueFull when too many are pending."""
        if len(self.waiting) >= MOST:
            raise asyncio.QueueFull
        self.waiting.append(message)
        if self.wake is not None and len(self.waiting) == 1:
            self.wake()

    def take(self) -> list[bytes | None]:
        """Return pending messages and clear the queue."""
        taken, self.waiting = self.waiting, []
        return taken

    def get_nowait(self) -> bytes | None:
        """Return the first message. Raise QueueEmpty when none is pending."""
        if not self.waiting:
            raise asyncio.QueueEmpty
        return self.waiting.pop(0)

    async def wait(self) -> None:
        """Wait until a message is pending. Only one reader is supported."""
        if not self.waiting:
            filled = asyncio.get_running_loop().create_future()
            self.wake = partial(_resolve, filled)
            try:
                await filled
            finally:
                self.wake = None

    async def get(self) -> bytes | None:
        """Wait for the first message and return it."""
        await self.wait()
        return self.get_nowait()

    def empty(self) -> bool:
        """Whether no message is pending."""
        return not self.waiting

    def qsize(self) -> int:
        """Return the number of pending messages."""
        return len(self.waiting)


def _resolve(future: asyncio.Future[None]) -> None:
    """Resolve a future, unless its reader was cancelled."""
    if not future.done():
        future.set_result(None)
