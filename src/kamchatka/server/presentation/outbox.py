"""What waits to be sent on one socket. Whoever takes it is woken by the first message, and takes all that are there."""

import asyncio
from collections.abc import Callable

MOST = 256  # messages; a socket that cannot take them is closed


class Outbox:
    """Messages in their order; None is the end of them."""

    __slots__ = ("waiting", "wake")

    def __init__(self) -> None:
        self.waiting: list[bytes | None] = []
        self.wake: Callable[[], object] | None = None  # told when something waits again

    def put_nowait(self, message: bytes | None) -> None:
        """One more; QueueFull when too many wait."""
        if len(self.waiting) >= MOST:
            raise asyncio.QueueFull
        self.waiting.append(message)
        if self.wake is not None and len(self.waiting) == 1:
            self.wake()

    def take(self) -> list[bytes | None]:
        """All that wait, which wait no more."""
        taken, self.waiting = self.waiting, []
        return taken

    def get_nowait(self) -> bytes | None:
        """The first; QueueEmpty when nothing waits."""
        if not self.waiting:
            raise asyncio.QueueEmpty
        return self.waiting.pop(0)

    async def get(self) -> bytes | None:
        """The first, as soon as there is one: for a single reader, who is nobody else's."""
        if not self.waiting:
            come = asyncio.Event()
            self.wake = come.set
            try:
                await come.wait()
            finally:
                self.wake = None
        return self.get_nowait()

    def empty(self) -> bool:
        """Whether nothing waits."""
        return not self.waiting

    def qsize(self) -> int:
        """How many wait."""
        return len(self.waiting)
