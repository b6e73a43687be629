"""An event as its changes leave it: entrants, rounds with their tables and reports, questions that are open."""

from collections.abc import Mapping
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
    """A table's clock: seconds used before, and since when it runs (0: it stands)."""

    used: float = 0.0
    since: float = 0.0

    def set(self, at: float, running: bool) -> "ClockState":
        """The clock started or stopped at a moment."""
        used = self.used + (max(0.0, at - self.since) if self.since else 0.0)
        return ClockState(used, at if running else 0.0)


class Proposal(msgspec.Struct, frozen=True):
    """A result that a player of the table handed in."""

    by: int
    report: TableReport


class Round(msgspec.Struct, frozen=True):
    """A round: its tables, and what they reported."""

    number: int
    stage: changes.Stage
    tables: tuple[changes.DrawnTable, ...]
    seed: int
    method: str
    cost: int = 0
    bound: int = 0
    reports: dict[int, TableReport] = {}
    clocks: dict[int, ClockState] = {}
    games: dict[int, str] = {}  # tables played on this program
    proposals: dict[int, Proposal] = {}  # results that wait for an organiser
    entry: int = 0  # of the trail, that drew it
    drawn: tuple[changes.DrawnTable, ...] = ()  # the tables before anybody stayed away
    gone: tuple[int, ...] = ()  # who had gone home when it was drawn
    entries: dict[int, int] = {}  # of the trail, that reported each table

    def table(self, number: int) -> changes.DrawnTable:
        """The table of that number; a Problem if the round has none."""
        for table in self.tables:
            if table.number == number:
                return table
        raise Problem("event.no_table", round=self.number, table=number, tables=len(self.tables))

    def seated(self, entrant: int) -> changes.DrawnTable | None:
        """Where an entrant sits in this round."""
        return next((table for table in self.tables if entrant in table.seats), None)

    @property
    def is_complete(self) -> bool:
        """Whether every table has reported."""
        return len(self.reports) == len(self.tables)


class OpenQuestion(msgspec.Struct, frozen=True):
    """A line set aside; `number` is that of its entry in the trail."""

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
    settled: frozenset[tuple[int, str]] = frozenset()  # doubts that were looked at: entry and mark (doubts.py)

    @cached_property
    def names(self) -> Mapping[int, str]:
        """The names by number."""
        return {entrant.number: entrant.name for entrant in self.entrants.values()}

    @cached_property
    def reckoned(self) -> dict[tuple[int, int], Any]:
        """What was worked out about its tables, by round and table (results/acceptance.py): an event never changes."""
        return {}

    @property
    def playing(self) -> list[Entrant]:
        """Who is there for the next draw."""
        return [entrant for entrant in self.entrants.values() if not entrant.withdrawn]

    def entrant(self, number: int) -> Entrant:
        """The entrant of that number, or a Problem."""
        if number not in self.entrants:
            raise Problem("event.no_number", number=number)
        return self.entrants[number]

    def round(self, number: int) -> Round:
        """The round of that number, or a Problem."""
        if not 1 <= number <= len(self.rounds):
            raise Problem("event.no_round", number=number)
        return self.rounds[number - 1]

    def with_round(self, changed: Round) -> "Event":
        """The event with one of its rounds changed."""
        return replace(self, rounds=tuple(changed if one.number == changed.number else one for one in self.rounds))
