"""Cache of authenticated clients for a few seconds: ten sockets of one browser cost a single lookup.

The news of accounts tell other servers what to drop from theirs.
"""

from collections.abc import Awaitable, Callable

import msgspec

from kamchatka.server.clock import monotonic, wall_time
from kamchatka.server.storage.records import Caller

SECONDS = 10.0  # seconds that a session is still accepted if another process ended it without telling us
MOST = 10_000


class SessionEnded(msgspec.Struct, frozen=True, tag=True):
    """A cookie or a token has become invalid."""

    digest: str


class UserChanged(msgspec.Struct, frozen=True, tag=True):
    """A user's name or status has changed."""

    user: int


class NameTaken(msgspec.Struct, frozen=True, tag=True):
    """An account with this name now exists."""

    name: str


AccountNews = SessionEnded | UserChanged | NameTaken


class KnownUsers:
    """Callers by the digest of their cookie or token. A logout, a deleted token or a new name removes them at once."""

    def __init__(self, seconds: float = SECONDS, now: Callable[[], float] = wall_time) -> None:
        self.seconds = seconds
        self.now = now  # Unix seconds
        # by digest: end of validity (monotonic seconds), and the caller
        self.callers: dict[str, tuple[float, Caller]] = {}
        self.forgotten = 0  # counts removals: a lookup that began before the last one may be outdated

    async def find(self, digest: str, look_up: Callable[[], Awaitable[Caller | None]]) -> Caller | None:
        """Return the caller of a digest from the cache, or by a lookup. Unknown digests are not cached."""
        until, caller = self.callers.get(digest, (0.0, None))
        if caller is not None and until > monotonic() and caller.expires > self.now() * 1000:
            return caller
        before = self.forgotten
        caller = await look_up()
        if caller is not None and before == self.forgotten:
            self._remember(digest, caller)
        return caller

    def _remember(self, digest: str, caller: Caller) -> None:
        self.callers.pop(digest, None)
        while len(self.callers) >= MOST:
            del self.callers[next(iter(self.callers))]
        self.callers[digest] = (monotonic() + self.seconds, caller)

    def forget(self, digest: str) -> None:
        """Remove a session or token that has ended."""
        self.forgotten += 1
        self.callers.pop(digest, None)

    def forget_user(self, id: int) -> None:
        """Remove every session and token of a user whose name or status has changed."""
        self.forgotten += 1
        self.callers = {digest: known for digest, known in self.callers.items() if known[1].user.id != id}

    def forget_all(self) -> None:
        """Empty the cache, because broadcasts may have been lost."""
        self.forgotten += 1
        self.callers = {}
