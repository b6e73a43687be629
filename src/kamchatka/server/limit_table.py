"""All limits of the server in one table, each with the scope it counts by.

`Limits` (limits.py) does the counting. docs/security.md shows this table. Limits on stored items (a user's tokens,
friends, followed events) are not here: they are list lengths, checked where the list grows.
"""

from enum import StrEnum
from typing import Final

import msgspec

from kamchatka.server.settings import ServerSettings

MINUTE: Final = 60.0
HOUR: Final = 3600.0
LARGEST_MESSAGE: Final = 4096  # bytes that a client's message may have
MOST_WITHOUT_MESSAGE: Final = 2 * LARGEST_MESSAGE  # bytes of a socket that complete no message: pings, fragments
WIDE_FACTOR: Final = 4  # a /48 may use four times the limit of a /64


class LimitScope(StrEnum):
    """What a limit counts by."""

    NETWORK = "network prefix"  # an IPv4 address or an IPv6 /64; a /48 may use WIDE_FACTOR times the limit
    ACCOUNT = "account"
    RECIPIENT = "recipient"  # of e-mails and invitations, from all senders together
    TABLE = "table"
    PLATFORM = "platform"  # all clients together
    CONNECTION = "connection"  # one socket; the number of sockets per network is limited separately


class Rate(msgspec.Struct, frozen=True):
    """A token bucket: `count` per `seconds`, or the value of a setting. `burst` is the bucket's size."""

    name: str
    scope: LimitScope
    protects: str
    count: float = 0.0
    setting: str = ""
    times: float = 1.0  # factor for the setting's value
    seconds: float = MINUTE
    burst: float = 0.0  # if 0, `share` of the count
    share: float = 1 / 3
    is_nearby: bool = False  # counted by account and network prefix

    def count_in(self, settings: ServerSettings) -> float:
        """Return how many are allowed per `seconds`."""
        return self.times * float(getattr(settings, self.setting)) if self.setting else self.count

    def burst_of(self, count: float) -> float:
        """Return how many are allowed at once if `count` are allowed per `seconds`."""
        return self.burst or max(1.0, count * self.share)


class Cap(msgspec.Struct, frozen=True):
    """A maximum at the same time: `count`, or the value of a setting."""

    name: str
    scope: LimitScope
    protects: str
    count: int = 0
    setting: str = ""

    def count_in(self, settings: ServerSettings) -> int:
        """Return the maximum."""
        return int(getattr(settings, self.setting)) if self.setting else self.count


class Quota(msgspec.Struct, frozen=True):
    """A maximum per recipient from all senders and servers together, per hour and per day (UTC)."""

    name: str
    scope: LimitScope
    protects: str
    an_hour: int
    a_day: int
    phrase: str  # the sentence when it is exceeded


def _network(name: str, protects: str, setting: str = "", count: float = 0.0) -> Rate:
    return Rate(name, LimitScope.NETWORK, protects, count, setting)


def _account(name: str, protects: str, count: float) -> Rate:
    return Rate(name, LimitScope.ACCOUNT, protects, count)


def _guess(name: str, protects: str, an_hour: float, is_nearby: bool = False) -> Rate:
    return Rate(name, LimitScope.ACCOUNT, protects, an_hour, seconds=HOUR, share=1.0, is_nearby=is_nearby)


def _connection(name: str, protects: str, count: float, burst: float, setting: str = "") -> Rate:
    return Rate(name, LimitScope.CONNECTION, protects, count, setting, seconds=1.0, burst=burst)


# ------------------------------------------------------------------ rates per network prefix
REQUEST: Final = _network("request", "all of the API, and health checks", "requests_a_minute")
PAGE: Final = Rate("page", LimitScope.NETWORK, "the page and its files", setting="requests_a_minute", times=3.0)
SOCKET: Final = _network("socket", "openings of sockets", "sockets_a_minute")
LOGIN: Final = _network("login", "argon2: logins, registrations and other checks of a password", "logins_a_minute")
EVENT: Final = _network("event", "the list of events", "events_a_minute")
TABLE_CODE: Final = Rate(
    "table_code", LimitScope.NETWORK, "codes of an event's tables, against wrong ones", 30, share=1.0
)

# ------------------------------------------------------------------ rates per account
GUESS: Final = _guess("guess", "a password, against wrong ones from networks and browsers it never came from", 60)
GUESS_NEARBY: Final = _guess("guess_nearby", "a password, against wrong ones from one network", 10, is_nearby=True)
GUESS_KNOWN: Final = _guess("guess_known", "a password, against wrong ones from one browser it came from before", 10)
PERSON: Final = _account("person", "friends, blocks, invitations, pictures", 20)
REPORT: Final = _account("report", "the moderators", 3)
EXPORT: Final = _account("export", "the disk: everything that is stored about a user", 2)
NOTICES: Final = _account("notices", "how a user is notified", 20)
LETTER: Final = _account("letter", "e-mails with a code", 0.5)
CODE: Final = _account("code", "the code of an e-mail address", 6)
QUICK: Final = _account("quick", "the match queue, and entries of cups", 15)
TRAINING: Final = _account("training", "ratings by puzzles", 120)
PROPOSE: Final = _account("propose", "the trail of an event: results that players hand in by phone", 12)
TALK: Final = Rate("talk", LimitScope.ACCOUNT, "the other people at a table: remarks and mutes", 30, burst=6)
WORK: Final = Rate(
    "work",
    LimitScope.ACCOUNT,
    "the workers: seconds of computing, of one user or guest and of one network",
    setting="work_a_minute",
    share=1.0,
)

# ------------------------------------------------------------------ rates per table
GALLERY: Final = Rate("gallery", LimitScope.TABLE, "players' talk: remarks of all spectators together", 120, burst=24)

# ------------------------------------------------------------------ rates per connection
MESSAGE: Final = _connection("message", "the event loop: messages of a socket", 0, 40, "messages_a_second")
LISTENING: Final = _connection("listening", "the same, on sockets where there is nothing to say", 1, 10)
BYTES: Final = Rate(
    "bytes",
    LimitScope.CONNECTION,
    "the same: bytes of a socket, pings and fragments of the WebSocket protocol included",
    setting="messages_a_second",
    times=256.0,
    seconds=1.0,
    burst=8192,
)
QUESTION: Final = _connection("question", "the rules: questions at a table that need some computing", 5, 30)

RATES: Final = (
    *(REQUEST, PAGE, SOCKET, LOGIN, EVENT, TABLE_CODE),
    *(
        GUESS,
        GUESS_NEARBY,
        GUESS_KNOWN,
        PERSON,
        REPORT,
        EXPORT,
        NOTICES,
        LETTER,
        CODE,
        QUICK,
        TRAINING,
        PROPOSE,
        TALK,
        WORK,
    ),
    GALLERY,
    *(MESSAGE, LISTENING, BYTES, QUESTION),
)

# ------------------------------------------------------------------ quotas per recipient (recipient_limits.py)
CODES_SENT: Final = Quota("codes_sent", LimitScope.RECIPIENT, "a mailbox: letters with a code", 3, 6, "codes_sent")
INVITATIONS: Final = Quota(
    "invitations", LimitScope.RECIPIENT, "a player: invitations by strangers", 10, 20, "invitations_sent"
)
INVITATIONS_OF_ONE: Final = Quota(
    "invitations_of_one", LimitScope.RECIPIENT, "a player: invitations by one other", 5, 10, "invitations_sent"
)
FRIEND_REQUESTS: Final = Quota(
    "friend_requests", LimitScope.RECIPIENT, "a player: friend requests", 10, 30, "requests_sent"
)
FRIEND_REQUESTS_OF_ONE: Final = Quota(
    "friend_requests_of_one", LimitScope.RECIPIENT, "a player: friend requests by one other", 2, 3, "requests_sent"
)

QUOTAS: Final = (CODES_SENT, INVITATIONS, INVITATIONS_OF_ONE, FRIEND_REQUESTS, FRIEND_REQUESTS_OF_ONE)

# ------------------------------------------------------------------ maximum numbers at the same time
SOCKETS: Final = Cap("sockets", LimitScope.NETWORK, "others' sockets", setting="connections_per_address")
OPEN: Final = Cap("open", LimitScope.NETWORK, "others' connections of any kind", setting="open_per_address")
TABLES: Final = Cap("tables", LimitScope.ACCOUNT, "the lobby: tables that wait or play", setting="tables_per_player")
ALL_SOCKETS: Final = Cap("all_sockets", LimitScope.PLATFORM, "memory of a server", setting="sockets_in_all")
ALL_OPEN: Final = Cap("all_open", LimitScope.PLATFORM, "open files of a server", setting="open_in_all")
ALL_EVENTS: Final = Cap("all_events", LimitScope.PLATFORM, "the disk", setting="events_in_all")
HASHES: Final = Cap("hashes", LimitScope.PLATFORM, "cores and memory: passwords that are hashed or wait for it", 18)
WORK_WAITING: Final = Cap("work_waiting", LimitScope.PLATFORM, "the workers: what waits", setting="work_waiting")

CAPS: Final = (SOCKETS, OPEN, TABLES, ALL_SOCKETS, ALL_OPEN, ALL_EVENTS, HASHES, WORK_WAITING)
