"""What servers ask of each other about a table, and what they answer. These types are what travels on the bus.

A field that is added later has a default: servers of two versions run side by side while they are changed.
"""

from typing import Any

import msgspec

from kamchatka.kernel.problem import Problem
from kamchatka.kernel.text import worded
from kamchatka.server.faults import Fault
from kamchatka.server.ratings.eligibility import NOWHERE, Origin
from kamchatka.server.storage.leases import NotHere
from kamchatka.server.storage.records import TableRecord, User
from kamchatka.texts import ENGLISH

PROBLEM = "a problem"  # which has no code of its own


class Deed(msgspec.Struct, frozen=True, tag=True):
    """Something to be done in the room of a table."""


class EnterTable(Deed, frozen=True):
    """A socket of another server opens the table; it is known there by its number."""

    server: str
    number: int
    user: User | None
    language: str
    after: int | None = None


class TellTable(Deed, frozen=True):
    """What a socket of another server says, as it came."""

    server: str
    number: int
    text: str


class LeaveTable(Deed, frozen=True):
    """A socket of another server has closed."""

    server: str
    number: int


class CountGuests(Deed, frozen=True):
    """Are these sockets of another server still looked after? The answer names those that are not (`gone`)."""

    server: str
    numbers: list[int]


class JoinTable(Deed, frozen=True):
    """Sit down."""

    user: User
    seat: int | None = None
    most_dice: bool = False


class TakeKeptSeat(Deed, frozen=True):
    """Sit down at the seat that is kept for a player of a tournament."""

    user: User
    seat: int


class StandUp(Deed, frozen=True):
    """Leave the table for good."""

    user: User


class StartGame(Deed, frozen=True):
    """The host, or with nobody the tournament, waits no longer."""

    user: User | None = None


class BeginGame(Deed, frozen=True):
    """A table without open seats begins."""


class VoteToStop(Deed, frozen=True):
    """A vote to call the game off, or the vote taken back."""

    user: User
    stop: bool


class GiveUp(Deed, frozen=True):
    """The table is wanted no more."""


class PlayAgain(Deed, frozen=True):
    """The table of the next game, laid if nobody has laid it yet."""

    user: User
    origin: Origin = NOWHERE


class ForgetPlayer(Deed, frozen=True):
    """Somebody is deleted: their names leave the game. `sat` are the seats from which they have just stood up."""

    user: User
    sat: tuple[int, ...]


ForSockets = EnterTable | TellTable | LeaveTable | CountGuests
ForRoom = JoinTable | TakeKeptSeat | StandUp | StartGame | BeginGame | VoteToStop | GiveUp
ForServer = PlayAgain | ForgetPlayer  # which the server itself does, in the room
AnyDeed = ForSockets | ForRoom | ForServer


class AskedAtTable(msgspec.Struct, frozen=True):
    """A deed and its table."""

    table: str
    deed: AnyDeed


class Answered(msgspec.Struct, frozen=True):
    """What came of it: the table as it is now, or a refusal."""

    table: TableRecord | None = None
    code: str = ""  # of a Fault; "problem" alone is a Problem
    phrase: str = ""
    fields: dict[str, Any] = {}
    untried: bool = False

    def record(self) -> TableRecord | None:
        """The table, where one was asked for; a Fault or a Problem if it was refused."""
        if self.untried:
            raise NotHere
        if self.code == PROBLEM:
            raise Problem(self.phrase, **self.fields)
        if self.code:
            raise Fault(self.code, self.phrase, **self.fields)
        return self.table


def answered(table: TableRecord | None) -> Answered:
    """It was done. What only its room needs, the key of its luck above all, stays there."""
    return Answered(None if table is None else msgspec.structs.replace(table, key="", header=None))


def refused(error: Fault | Problem) -> Answered:
    """It was not."""
    fields = {name: worded(value, ENGLISH) for name, value in error.fields.items()}
    if isinstance(error, Problem):
        return Answered(None, PROBLEM, error.key, fields)
    return Answered(None, error.code, error.phrase, fields, isinstance(error, NotHere))


class Shown(msgspec.Struct, frozen=True, array_like=True):
    """Something for sockets of one server: which of them, and the message; or why they are hung up."""

    numbers: list[int]
    message: bytes
    ended: str = ""


class ShownTogether(msgspec.Struct, frozen=True, array_like=True):
    """What one server shows through another, numbered: who misses a number has missed something."""

    server: str
    n: int
    shown: list[Shown]


def desk_of(server: str) -> str:
    """The subject where a server is asked about its tables."""
    return f"kamchatka.server.{server}.ask"


def gone_from(server: str) -> str:
    """The subject where a server is told of sockets that gave up before they were answered."""
    return f"kamchatka.server.{server}.gone"


def screens_of(server: str) -> str:
    """The subject where a server is sent what its sockets shall show."""
    return f"kamchatka.server.{server}.show"
