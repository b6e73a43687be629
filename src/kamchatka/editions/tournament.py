"""The port between an edition and tournaments: what its tables report, which points they make, how a game is read.

An edition hands one over as `Edition.tournament`. Without it a table counts by how the game was finished
(`kamchatka.tournament.results.finishing`).
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
Number = Annotated[int, msgspec.Meta(ge=-(2**62), le=2**62)]  # far more than any table counts
Word = Annotated[str, msgspec.Meta(max_length=1000)]


class PlayerResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one player ended a game. `held`: the territories ticked on the board, which then make the points."""

    entrant: Number
    points: Number | None = None  # of the table: with objectives, of the territories of one's own
    outside: Number | None = None  # of the other territories; asked for only where a tie must be broken
    objective: Reached = ""  # reached what wins the game
    eliminated: bool = False
    card: Number = 0  # number of the objective card; 0: not said
    held: Annotated[tuple[Word, ...], msgspec.Meta(max_length=500)] = ()
    hand: Number = 0  # the hand really played, if not the one drawn
    penalty: Number = 0
    zeroed: bool = False
    reason: Word = ""
    last: bool = False  # placed behind all others of the table, whatever the points
    fell: Number = 0  # the first to be eliminated, the second …; 0: not eliminated, or not said


class TableTerms(Protocol):
    """What an event agrees on that matters to one table (the settings of the event have it)."""

    @property
    def minutes(self) -> int: ...
    @property
    def army_cap(self) -> int: ...
    @property
    def objective_points(self) -> int: ...
    @property
    def late_objective(self) -> Literal["territory_sum", "hundred"]: ...


class ClosingThrows(msgspec.Struct, frozen=True):
    """How throws of two dice close a game after time."""

    lowest: int  # the total that closes it in the first round of throws
    highest: int  # the total at which it stays
    exempt: int  # conquests in a turn that spare the throw


class RefereeRules(msgspec.Struct, frozen=True):
    """The rules that a referee looks up at a table, by their ids; empty where the booklet has none."""

    closing: str = ""  # who throws after time
    exempt: str = ""  # who does not throw
    army_cap: str = ""


class TournamentRules(ABC):
    """What one edition's game brings to a tournament. Sentences name players by `who`; refusals cite its booklet."""

    has_regulations: bool = False  # its booklet also says how an event is run and scored: an event may be held to it
    closing: ClosingThrows | None = None
    cites: RefereeRules = RefereeRules()
    tie_breaks: tuple[str, ...] = ()  # of equals at one table, in their order: codes of results/table_tiebreaks.py

    def __init__(self, sheet: Sheet, cards: Mapping[int, frozenset[str]]) -> None:
        self.sheet = sheet  # the board whose places stand on score sheets
        self.cards = cards  # objective cards that make points: their numbers, and the places that each marks

    @cached_property
    @abstractmethod
    def values(self) -> Mapping[str, int]:
        """The points of each place."""

    @cached_property
    @abstractmethod
    def most_points(self) -> int:
        """The most that the places of one player can make."""

    @abstractmethod
    def table_options(self, terms: TableTerms) -> dict[str, object]:
        """The options of the edition with which a table of the event is played."""

    @abstractmethod
    def result(self, table: Table, seat: int, entrant: int) -> PlayerResult:
        """How a seat ended a finished game; who fell when is added by whoever asks."""

    @abstractmethod
    def counted(self, result: PlayerResult, terms: TableTerms, who: str) -> PlayerResult:
        """The result with its points counted; a Problem if what was reported contradicts itself."""

    @abstractmethod
    def faults(self, result: PlayerResult, terms: TableTerms, who: str) -> Iterator[Problem]:
        """What cannot be in a counted result."""

    @abstractmethod
    def faults_of_table(self, results: Sequence[PlayerResult]) -> Iterator[Problem]:
        """What the counted results of one table cannot be together."""
