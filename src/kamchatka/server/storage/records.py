"""Rows of the store as typed values."""

from typing import Literal

import msgspec

from kamchatka.server.protocol.payloads import TableForm

Status = Literal["waiting", "playing", "over"]
LONG_THOUGHT = 43_200  # seconds for a move or a turn: nobody sits there waiting for so long


class User(msgspec.Struct, frozen=True):
    """A player: a guest, or an account with a password."""

    id: int
    name: str
    guest: bool


class Sitter(msgspec.Struct, frozen=True):
    """Who sits at a seat. `user` None: a bot, or nobody yet; `shared`: more than one seat at that user's screen.

    `kept`: the tournament for whose player of that name the seat is kept.
    `most_dice`: whoever sits there always defends with the most dice, and isn't asked with how many.
    """

    name: str = ""
    user: int | None = None
    bot: str | None = None
    shared: bool = False
    kept: str = ""
    most_dice: bool = False
    won: bool = False
    leaves: int = 0  # of the latest ten rated games, where it is a habit; told at rated tables

    @property
    def is_open(self) -> bool:
        """Whether somebody may still sit down here."""
        return self.user is None and self.bot is None

    @property
    def kind(self) -> Literal["person", "bot", "screen", "open", "kept"]:
        """What clients call it."""
        if self.is_open:
            return "kept" if self.kept else "open"
        return "bot" if self.user is None else "screen" if self.shared else "person"


class TableRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A table as it is stored."""

    id: str
    agreed: TableForm
    seats: tuple[Sitter, ...]
    status: Status
    host: int
    key: str
    header: bytes | None = None
    round: int = 0  # the year or epoch in games of ages
    asked: tuple[int, ...] = ()
    colours: tuple[int, ...] = ()  # by seat, as marks on the board; none before the game
    rematch: str = ""
    created: int = 0
    clock: float | None = None  # seconds played when last noted, in a game against clocks
    due: float | None = None
    unreadable: str = ""  # why the game is in quarantine
    rating: str = ""  # rated: it will count; settled: it has; else why it does not (`ratings.eligibility`), or nothing
    epoch: int = 0  # by which right its room writes: it counts how often the table changed hands

    def seats_of(self, user: int | None) -> tuple[int, ...]:
        """The seats of a user."""
        return tuple(seat for seat, one in enumerate(self.seats) if user is not None and one.user == user)

    @property
    def is_timed(self) -> bool:
        """Whether it is played against clocks."""
        return self.agreed.clock.per != "none"

    @property
    def pace(self) -> Literal["live", "days"]:
        """Whether it is played in one sitting, or over days."""
        clock = self.agreed.clock
        return "days" if clock.per in ("move", "turn") and clock.seconds >= LONG_THOUGHT else "live"

    @property
    def is_solitary(self) -> bool:
        """Whether one person plays at one seat, and bots at all the others."""
        return [one.kind for one in self.seats if one.kind != "bot"] == ["person"]

    @property
    def is_official(self) -> bool:
        """Whether it is a table of a tournament."""
        return any(one.kept for one in self.seats)

    @property
    def host_name(self) -> str:
        """The name of whoever laid the table, as long as they sit at it."""
        return next((one.name for one in self.seats if one.user == self.host), "")


class EntryRecord(msgspec.Struct, frozen=True):
    """One line of a journal, and who sent it under which nonce."""

    table: str
    n: int
    line: bytes
    clock: int
    author: int | None = None
    nonce: str | None = None


class ChatRecord(msgspec.Struct, frozen=True):
    """Something said at a table."""

    table: str
    n: int
    name: str
    seat: int | None
    text: str
    phrase: str
    at: int
