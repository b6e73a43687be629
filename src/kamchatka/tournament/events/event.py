"""The state of an event after its changes: entrants, rounds with tables and reports, and open questions."""

from collections.abc import Mapping
from decimal import Decimal
from functools import cached_property
from typing import Any

import msgspec
from msgspec.structs import replace

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events import changes
from kamchatka.tournament.events.changes import TableReport
from kamchatka.tournament.events.entrants import Entrant
from kamchatka.tournament.settings.settings import EventSettings


class ClockState(msgspec.Struct, frozen=True):
    """A table's clock: seconds used before, and the time since which it runs (0: stopped)."""

    used: float = 0.0
    since: float = 0.0

    def set(self, at: float, running: bool) -> "ClockState":
        """Start or stop the clock at a time."""
        used = self.used + (max(0.0, at - self.since) if self.since else 0.0)
        return ClockState(used, at if running else 0.0)


class ResultClaim(msgspec.Struct, frozen=True):
    """What a player of a table says about its result. A dispute may have no score sheet."""

    by: int
    report: TableReport | None
    entry: int = 0  # number of the trail entry
    device: str = ""  # digest of the phone
    note: str = ""


class Proposal(msgspec.Struct, frozen=True):
    """A result submitted by a player of the table, and the disputes of the others."""

    by: int
    report: TableReport
    entry: int = 0
    device: str = ""
    disputes: tuple[ResultClaim, ...] = ()

    @property
    def claims(self) -> tuple[ResultClaim, ...]:
        """The submitted result, then the disputes."""
        return (ResultClaim(self.by, self.report, self.entry, self.device), *self.disputes)


class Confirmation(msgspec.Struct, frozen=True):
    """Who submitted the result that counts, and who confirmed it."""

    author: int
    by: int


class Round(msgspec.Struct, frozen=True):
    """A round with its tables and their reports."""

    number: int
    stage: changes.Stage
    tables: tuple[changes.DrawnTable, ...]
    seed: int
    method: str
    cost: int = 0
    bound: int = 0
    reports: dict[int, TableReport] = {}
    clocks: dict[int, ClockState] = {}
    games: dict[int, str] = {}  # table → game played on this platform
    proposals: dict[int, Proposal] = {}  # table → result waiting for an organiser
    entry: int = 0  # number of the trail entry that drew the round
    drawn: tuple[changes.DrawnTable, ...] = ()  # the tables before any no-show
    gone: tuple[int, ...] = ()  # players already withdrawn at the draw
    entries: dict[int, int] = {}  # table → number of the trail entry that reported it
    confirmations: dict[int, Confirmation] = {}  # table → the players behind a result that phones handed in

    def table(self, number: int) -> changes.DrawnTable:
        """Return the table with that number; a Problem if the round has none."""
        for table in self.tables:
            if table.number == number:
                return table
        raise Problem("event.no_table", round=self.number, table=number, tables=len(self.tables))

    def table_of(self, entrant: int) -> changes.DrawnTable | None:
        """Return the table of an entrant in this round."""
        return next((table for table in self.tables if entrant in table.seats), None)

    @property
    def is_complete(self) -> bool:
        """True if every table has reported."""
        return len(self.reports) == len(self.tables)


class BonusPoints(msgspec.Struct, frozen=True):
    """Points that an organiser adds to a player's total, or takes off."""

    points: Decimal
    reason: str


class OpenQuestion(msgspec.Struct, frozen=True):
    """A line set aside; `number` is its entry in the trail."""

    number: int
    aside: changes.SetAside


class Event(msgspec.Struct, frozen=True, dict=True):
    """The whole event, as data."""

    name: str
    settings: EventSettings
    preset: str = ""
    date: str = ""
    entrants: dict[int, Entrant] = {}
    rounds: tuple[Round, ...] = ()
    questions: dict[int, OpenQuestion] = {}
    settled: frozenset[tuple[int, str]] = frozenset()  # settled doubts: entry and mark (doubts.py)
    bonuses: dict[int, tuple[BonusPoints, ...]] = {}  # by entrant
    about: changes.EventAbout = changes.EventAbout()  # venue, organiser, dates, notes
    captains: dict[str, int] = {}  # by club
    line_ups: dict[tuple[int, str], tuple[int, ...]] = {}  # players by round and club
    carried: tuple[int, ...] = ()  # players whose final of another event is a table of round 1

    @cached_property
    def names(self) -> Mapping[int, str]:
        """Names by entrant number."""
        return {entrant.number: entrant.name for entrant in self.entrants.values()}

    @cached_property
    def score_cache(self) -> dict[tuple[int, int], Any]:
        """Cache of table scores by round and table (results/acceptance.py).

        An event is immutable, so entries never expire.
        """
        return {}

    @property
    def playing(self) -> list[Entrant]:
        """Entrants who take part in the next draw."""
        return [entrant for entrant in self.entrants.values() if not entrant.withdrawn]

    def entrant(self, number: int) -> Entrant:
        """Return the entrant with that number, or raise a Problem."""
        if number not in self.entrants:
            raise Problem("event.no_number", number=number)
        return self.entrants[number]

    def round(self, number: int) -> Round:
        """Return the round with that number, or raise a Problem."""
        if not 1 <= number <= len(self.rounds):
            raise Problem("event.no_round", number=number)
        return self.rounds[number - 1]

    def with_round(self, changed: Round) -> "Event":
        """Return the event with one round replaced."""
        return replace(self, rounds=tuple(changed if one.number == changed.number else one for one in self.rounds))
