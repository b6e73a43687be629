"""A browser's cookies: its session, its device id, and marks of the accounts it has signed in to (`browser_marks`).

The last two remain after signing out. Behind HTTPS the names begin with `__Host-`, which browsers accept from this host
only. A session opened under the plain name is accepted until the browser has sent the new name once.
"""

from collections.abc import Iterator, Mapping

from litestar.datastructures import Cookie

from kamchatka.server.http.access.browser_marks import add_mark
from kamchatka.server.storage.credentials import SESSION_DAYS, fresh_secret

HOST = "__Host-"
SESSION = "kamchatka"
DEVICE = "kamchatka_device"  # tells whether two players of a rated game share a browser
MARKS = "kamchatka_known"  # shows that this browser has signed in to an account (`browser_marks`)
DEVICE_DAYS = 400
DAY = 86_400  # seconds


class Cookies:
    """The cookies of a request. `is_secure` means that the server is reached by HTTPS only."""

    def __init__(self, sent: Mapping[str, str], is_secure: bool) -> None:
        self.sent = sent
        self.is_secure = is_secure

    @property
    def session(self) -> str:
        """The session cookie, or an empty string."""
        return self._value(SESSION)

    @property
    def device(self) -> str:
        """The device id of the browser, or an empty string."""
        return self._value(DEVICE)

    @property
    def marks(self) -> str:
        """The marks of the accounts that this browser has signed in to."""
        return self._value(MARKS)

    def to_remember(self, hashed: str) -> Cookie:
        """Return the cookie with a mark of the account whose password has this hash."""
        return self._cookie(self._name(MARKS), add_mark(self.marks, hashed), DEVICE_DAYS * DAY)

    @property
    def is_host_only(self) -> bool:
        """Whether the session cookie came under a name that only this host can set."""
        return self.is_secure and bool(self.sent.get(HOST + SESSION))

    def to_set(self, session: str) -> Iterator[Cookie]:
        """Yield the cookies that the browser lacks, and removals of cookies under former names."""
        for name, value, days in (
            (SESSION, session, SESSION_DAYS),
            (DEVICE, self.device or fresh_secret(), DEVICE_DAYS),
        ):
            if self.sent.get(self._name(name)) != value:
                yield self._cookie(self._name(name), value, days * DAY)
            if self.is_secure and name in self.sent:
                yield self._cookie(name, "", 0)

    def _cookie(self, name: str, value: str, seconds: int) -> Cookie:
        """Create a cookie that scripts cannot read and other sites cannot send with a change."""
        return Cookie(
            key=name, value=value, path="/", max_age=seconds, httponly=True, samesite="lax", secure=self.is_secure
        )

    def _name(self, name: str) -> str:
        return HOST + name if self.is_secure else name

    def _value(self, name: str) -> str:
        return self.sent.get(self._name(name)) or self.sent.get(name, "")
