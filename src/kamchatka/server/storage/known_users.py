"""Who a cookie or a token stands for, remembered for some seconds: whoever opens ten sockets is looked up once."""

import time
from collections.abc import Awaitable, Callable

from kamchatka.server.storage.records import User

SECONDS = 10.0  # a session that another process ends is believed for no longer
MOST = 10_000


class KnownUsers:
    """Users by the digest of what they came with. What ends here (a logout, a token, a name) is forgotten at once."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self.users: dict[str, tuple[float, User]] = {}  # by digest: until when, and who
        self.forgotten = 0  # how often something was: what was asked before that may be untrue when it is answered

    async def find(self, digest: str, look_up: Callable[[], Awaitable[User | None]]) -> User | None:
        """The user of a digest, looked up if it is not remembered; a stranger is looked up each time."""
        until, user = self.users.get(digest, (0.0, None))
        if until > time.monotonic():
            return user
        before = self.forgotten
        user = await look_up()
        if user is not None and before == self.forgotten:
            self._remember(digest, user)
        return user

    def _remember(self, digest: str, user: User) -> None:
        self.users.pop(digest, None)
        while len(self.users) >= MOST:
            del self.users[next(iter(self.users))]
        self.users[digest] = (time.monotonic() + self.seconds, user)

    def forget(self, digest: str) -> None:
        """A session or a token is over."""
        self.forgotten += 1
        self.users.pop(digest, None)

    def forget_user(self, id: int) -> None:
        """Somebody is called otherwise now."""
        self.forgotten += 1
        self.users = {digest: known for digest, known in self.users.items() if known[1].id != id}

    def forget_all(self) -> None:
        """Nothing that is remembered is sure."""
        self.forgotten += 1
        self.users = {}
