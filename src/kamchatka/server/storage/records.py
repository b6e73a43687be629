"""Rows of the store as typed values."""

from typing import Literal

import msgspec

from kamchatka.server.protocol.credential_payloads import Scope
from kamchatka.server.protocol.payloads import TableForm

Status = Literal["waiting", "playing", "over"]
LONG_THOUGHT = 43_200  # seconds per move or turn from which a game lasts for days


class User(msgspec.Struct, frozen=True):
    """A player: a guest, or an account with a password."""

    id: int
    name: str
    guest: bool
    avatar: str = ""  # the chosen picture; empty: initials


class Caller(msgspec.Struct, frozen=True):
    """An authenticated client: the user, and their session or token."""

    user: User
    digest: str  # of the cookie or token
    expires: int  # milliseconds since 1970
    scopes: tuple[Scope, ...] | None = None  # of a token; None for a session, which may do everything
    is_host_only: bool = True  # False for a session whose cookie has been seen under its plain name only


class Client(msgspec.Struct, frozen=True):
    """Properties of the client for which a session is opened."""

    browser: str = ""  # "Firefox, Linux"
    is_host_only: bool = False  # its cookie gets a __Host- name


UNKNOWN_CLIENT = Client()


class Sitter(msgspec.Struct, frozen=True):
    """The occupant of a seat. `user` is None for a bot or an open seat.

    - `shared`: the user has more than one seat at their screen.
    - `kept`: the tournament that reserves the seat for the player of that name.
    - `most_dice`: the occupant always defends with the most dice and is not asked.
    """

    name: str = ""
    user: int | None = None
    bot: str | None = None
    shared: bool = False
    kept: str = ""
    most_dice: bool = False
    won: bool = False
    fell: bool = False  # the player left after being eliminated, which does not count as leaving
    leaves: int = 0  # games left among the latest ten rated ones, if it is a habit; shown at rated tables
    colour: int | None = None  # mark of the colour to take when asked, 0 for any; None: the player chooses
    left: int | None = None  # the user who gave the seat up to a bot during the game
    avatar: str = ""  # the user's picture when they sat down

    @property
    def is_open(self) -> bool:
        """Whether a user may still take the seat."""
        return self.user is None and self.bot is None

    @property
    def kind(self) -> Literal["person", "bot", "screen", "open", "kept"]:
        """The kind of occupant, in client terms."""
        if self.is_open:
            return "kept" if self.kept else "open"
        return "bot" if self.user is None else "screen" if self.shared else "person"


class TableRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A stored table."""

    id: str
    agreed: TableForm
    seats: tuple[Sitter, ...]
    status: Status
    host: int
    key: str
    header: bytes | None = None
    round: int = 0  # year or epoch in games of ages
    asked: tuple[int, ...] = ()
    colours: tuple[int, ...] = ()  # by seat, as marks on the board; empty before the game
    rematch: str = ""
    created: int = 0
    clock: float | None = None  # seconds played when last stored, in a game with clocks
    due: float | None = None
    unreadable: str = ""  # why the game is in quarantine
    rating: str = ""  # rated: will count; settled: has counted; otherwise why not (`ratings.eligibility`), or empty
    epoch: int = 0  # lease epoch: counts how often the table changed servers

    def seats_of(self, user: int | None) -> tuple[int, ...]:
        """Return the seats of a user."""
        return tuple(seat for seat, one in enumerate(self.seats) if user is not None and one.user == user)

    @property
    def is_timed(self) -> bool:
        """Whether the game has clocks."""
        return self.agreed.clock.per != "none"

    @property
    def pace(self) -> Literal["live", "days"]:
        """Whether the game is played in one sitting or over days."""
        clock = self.agreed.clock
        return "days" if clock.per in ("move", "turn") and clock.seconds >= LONG_THOUGHT else "live"

    @property
    def is_solitary(self) -> bool:
        """Whether one person plays a single seat against bots."""
        return [one.kind for one in self.seats if one.kind != "bot"] == ["person"]

    @property
    def may_leave_placements(self) -> bool:
        """Whether players may leave placements to a bot: not where results count."""
        return not self.is_official and not self.agreed.rated

    @property
    def may_undo(self) -> bool:
        """Whether players may take actions back: never where results count."""
        return self.agreed.undo and not self.is_official and not self.agreed.rated

    @property
    def is_official(self) -> bool:
        """Whether the table belongs to a tournament."""
        return any(one.kept for one in self.seats)

    @property
    def host_name(self) -> str:
        """The name of the table's host, as long as they have a seat."""
        return next((one.name for one in self.seats if one.user == self.host), "")


class EntryRecord(msgspec.Struct, frozen=True):
    """One line of a journal, with its author and nonce."""

    table: str
    n: int
    line: bytes
    clock: int
    author: int | None = None
    nonce: str | None = None
    lag: int = 0  # milliseconds of lag that the acting seat's clock wasn't charged


class ChatRecord(msgspec.Struct, frozen=True):
    """A chat remark."""

    table: str
    n: int
    name: str
    seat: int | None
    text: str
    phrase: str
    at: int
    user: int | None = None  # None if unknown, for some remarks from before revision 0012
