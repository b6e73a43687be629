"""The interface between editions and tournaments: reported results, their points, and results read from a game.

An edition provides it as `Edition.tournament`. Without it, points depend only on how the game finished
(`kamchatka.tournament.finishing`).
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Literal, Protocol

import msgspec

from kamchatka.boards import Sheet
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.table import Table

Reached = Literal["", "in_time", "late"]
Number = Annotated[int, msgspec.Meta(ge=-(2**62), le=2**62)]  # more than any table can count
Word = Annotated[str, msgspec.Meta(max_length=1000)]


class PlayerResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """One player's result of a game. If `held` lists ticked territories, these determine the points."""

    entrant: Number
    points: Number | None = None  # points at the table; with objectives, of the territories in the player's own
    outside: Number | None = None  # points of the other territories, needed only to break a tie
    objective: Reached = ""  # whether and when the winning condition was met
    eliminated: bool = False
    card: Number = 0  # number of the objective card; 0: not reported
    held: Annotated[tuple[Word, ...], msgspec.Meta(max_length=500)] = ()
    hand: Number = 0  # the hand actually played, if it differs from the drawn one
    penalty: Number = 0
    zeroed: bool = False
    reason: Word = ""
    last: bool = False  # True for the last place at the table, regardless of points
    fell: Number = 0  # position in the order of elimination; 0: survived, or not reported


class TableTerms(Protocol):
    """The event settings that affect a single table."""

    @property
    def minutes(self) -> int: ...
    @property
    def army_cap(self) -> int: ...
    @property
    def objective_points(self) -> int: ...
    @property
    def late_objective(self) -> Literal["territory_sum", "hundred"]: ...


class ClosingThrows(msgspec.Struct, frozen=True):
    """How throws of two dice close a game after time is up."""

    lowest: int  # a throw with at most this total closes the game in the first round of throws
    highest: int  # highest threshold
    exempt: int  # conquests in a turn that exempt from the throw


class RefereeRules(msgspec.Struct, frozen=True):
    """Ids of the rules that a referee looks up; empty where the booklet has none."""

    closing: str = ""  # closing throws after time
    exempt: str = ""  # exemption from the throw
    army_cap: str = ""


class TournamentRules(ABC):
    """The tournament rules of one edition. Problems name players by `who` and cite the edition's booklet."""

    has_regulations: bool = False  # True if the booklet also regulates events, so that an event can be bound to it
    closing: ClosingThrows | None = None
    cites: RefereeRules = RefereeRules()
    tie_breaks: tuple[str, ...] = ()  # tie-breaks at one table in order: codes of results/table_tiebreaks.py

    def __init__(self, sheet: Sheet, cards: Mapping[int, frozenset[str]]) -> None:
        self.sheet = sheet  # the board whose places are on score sheets
        self.cards = cards  # objective cards by number, with the places that each marks

    @cached_property
    @abstractmethod
    def values(self) -> Mapping[str, int]:
        """The points of each place."""

    @cached_property
    @abstractmethod
    def most_points(self) -> int:
        """The most points that one player's places can give."""

    @abstractmethod
    def table_options(self, terms: TableTerms) -> dict[str, object]:
        """Return the edition's options for a table of the event."""

    @abstractmethod
    def result(self, table: Table, seat: int, entrant: int) -> PlayerResult:
        """Return a seat's result in a finished game. The caller adds the order of elimination."""

    @abstractmethod
    def complete_result(self, result: PlayerResult, terms: TableTerms, who: str) -> PlayerResult:
        """Return the result with its points filled in. A Problem says if the report contradicts itself."""

    @abstractmethod
    def faults(self, result: PlayerResult, terms: TableTerms, who: str) -> Iterator[Problem]:
        """Yield what is invalid in a completed result."""

    @abstractmethod
    def faults_of_table(self, results: Sequence[PlayerResult]) -> Iterator[Problem]:
        """Yield contradictions between the completed results of one table."""
