"""Hash and verify passwords with argon2, in two dedicated threads.

One hash takes a tenth of a second of a core and 64 MB. In the event loop's default threads, fifty simultaneous logins
blocked everything else that needs a thread. Here at most `THREADS` hashes run and `MOST_WAITING` wait. Further ones are
refused at once, which bounds memory and waiting time.
"""

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from kamchatka.server import randomness
from kamchatka.server.faults import Fault
from kamchatka.server.limit_table import HASHES

THREADS = 2
MOST_WAITING = HASHES.count - THREADS  # about one second of waiting
NICENESS = 10  # of the threads, so that the event loop has priority

T = TypeVar("T")


class Passwords:
    """A bounded pool of threads that hash passwords. Passwords and hashes are never logged."""

    def __init__(self, most_waiting: int = MOST_WAITING) -> None:
        self.hasher = PasswordHasher()
        self.decoy = self.hasher.hash(randomness.token_urlsafe(32))
        self.threads = ThreadPoolExecutor(THREADS, "password", _lower_priority)
        self.places = threading.BoundedSemaphore(THREADS + most_waiting)

    async def hash(self, password: str) -> str:
        """Hash a new password. Raise a Fault when too many hashes wait already."""
        return await self._run(lambda: self.hasher.hash(password))

    async def verify(self, hashed: str | None, password: str) -> bool:
        """Return whether the password matches the hash.

        Without a hash (no such account), return False after the time of a real check.
        """
        return await self._run(lambda: self._verify(hashed or self.decoy, password)) and hashed is not None

    def _verify(self, hashed: str, password: str) -> bool:
        try:
            return self.hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _run(self, work: Callable[[], T]) -> T:
        """Run work in one of our threads. Its place is freed when the work ends, even if the caller has given up."""
        if not self.places.acquire(blocking=False):
            raise Fault("busy", "logins_full")
        job = self.threads.submit(work)
        job.add_done_callback(lambda _: self.places.release())
        return await asyncio.wrap_future(job)


def _lower_priority() -> None:
    """Lower this thread's priority, so that others go first. Only Linux has priorities per thread."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
