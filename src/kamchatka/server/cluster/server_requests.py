"""Requests between servers about a table, and their responses. These types travel on the bus.

A field added later has a default, because servers of two versions run side by side during an upgrade.
"""

import msgspec

from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.text import in_words
from kamchatka.server.faults import Fault
from kamchatka.server.ratings.eligibility import NOWHERE, Origin
from kamchatka.server.storage.leases import NotHere
from kamchatka.server.storage.records import TableRecord, User
from kamchatka.texts import ENGLISH

PROBLEM = "a problem"  # Problems have no code of their own


class TableRequest(msgspec.Struct, frozen=True, tag=True):
    """A request to the room of a table."""


class EnterTable(TableRequest, frozen=True):
    """A socket of another server, known by its number, opens the table."""

    server: str
    number: int
    user: User | None
    language: str
    after: int | None = None


class TellTable(TableRequest, frozen=True):
    """A client message from a socket of another server, as received."""

    server: str
    number: int
    text: str


class LeaveTable(TableRequest, frozen=True):
    """A socket of another server has closed."""

    server: str
    number: int


class CountGuests(TableRequest, frozen=True):
    """Asks whether these sockets of another server are still served. The response names those that are not (`gone`).

    All sockets up to `newest` that are neither in `numbers` nor in `entering` are closed: their `LeaveTable` was lost.
    """

    server: str
    numbers: list[int]
    entering: list[int] = []
    newest: int = 0


class JoinTable(TableRequest, frozen=True):
    """Take a seat."""

    user: User
    seat: int | None = None
    most_dice: bool = False


class TakeKeptSeat(TableRequest, frozen=True):
    """Take the seat reserved for a tournament player."""

    user: User
    seat: int


class StandUp(TableRequest, frozen=True):
    """Leave the table for good."""

    user: User


class StartGame(TableRequest, frozen=True):
    """Begin now, with bots in the open seats: for the host, or for the tournament if there is no user."""

    user: User | None = None


class BeginGame(TableRequest, frozen=True):
    """Begin a game that has no open seats."""


class VoteToStop(TableRequest, frozen=True):
    """Vote to call the game off, or withdraw the vote."""

    user: User
    stop: bool


class GiveUp(TableRequest, frozen=True):
    """Call off the game, or delete a waiting table."""


class PlayAgain(TableRequest, frozen=True):
    """Ask for the rematch table; it is created on the first request."""

    user: User
    origin: Origin = NOWHERE


class ForgetPlayer(TableRequest, frozen=True):
    """Remove a deleted user's names from the game. `sat` are the seats that they have just left."""

    user: User
    sat: tuple[int, ...]


class ForgetTalk(TableRequest, frozen=True):
    """Remove a deleted user's remarks from the room's memory."""

    user: User


ForSockets = EnterTable | TellTable | LeaveTable | CountGuests
ForRoom = JoinTable | TakeKeptSeat | StandUp | StartGame | BeginGame | VoteToStop | GiveUp | ForgetTalk
ForServer = PlayAgain | ForgetPlayer  # handled by the server itself, inside the room
AnyTableRequest = ForSockets | ForRoom | ForServer


class AskedAtTable(msgspec.Struct, frozen=True):
    """A request and its table."""

    table: str
    deed: AnyTableRequest


class Answered(msgspec.Struct, frozen=True):
    """The response: the table as it is now, or an error."""

    table: TableRecord | None = None
    code: str = ""  # code of a Fault; PROBLEM for a Problem
    phrase: str = ""
    fields: JsonObject = {}
    untried: bool = False

    def record(self) -> TableRecord | None:
        """Return the table, if one was asked for. Raise the Fault or Problem of a refused request."""
        if self.untried:
            raise NotHere
        if self.code == PROBLEM:
            raise Problem(self.phrase, **self.fields)
        if self.code:
            raise Fault(self.code, self.phrase, **self.fields)
        return self.table


def build_answer(table: TableRecord | None) -> Answered:
    """Build the response to a successful request, without secrets such as the key of the table's randomness."""
    return Answered(None if table is None else msgspec.structs.replace(table, key="", header=None))


def build_refusal(error: Fault | Problem) -> Answered:
    """Build the response to a refused request."""
    fields = {name: in_words(value, ENGLISH) for name, value in error.fields.items()}
    if isinstance(error, Problem):
        return Answered(None, PROBLEM, error.key, fields)
    return Answered(None, error.code, error.phrase, fields, isinstance(error, NotHere))


class Shown(msgspec.Struct, frozen=True, array_like=True):
    """A message for some sockets of one server, or the code with which they are closed."""

    numbers: list[int]
    message: bytes
    ended: str = ""


class ShownTogether(msgspec.Struct, frozen=True, array_like=True):
    """Numbered messages from one server through another; a gap in the numbering means a lost message."""

    server: str
    n: int
    shown: list[Shown]


def desk_of(server: str) -> str:
    """Return the subject for requests about a server's tables."""
    return f"kamchatka.server.{server}.ask"


def leaving_subject(server: str) -> str:
    """Return the subject that reports sockets closed before their request was answered."""
    return f"kamchatka.server.{server}.gone"


def screens_of(server: str) -> str:
    """Return the subject for messages to a server's sockets."""
    return f"kamchatka.server.{server}.show"
