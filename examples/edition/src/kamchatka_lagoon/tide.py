"""The tide: fords are deep at high tide, channels are dry at low tide. Everybody knows the next tide."""

from typing import ClassVar, Final, final

from mypy_extensions import i64

from kamchatka.boards import Sheet
from kamchatka.kernel.battle import Limit
from kamchatka.kernel.board import Board
from kamchatka.kernel.ports import EditionStateFactory
from kamchatka.kernel.schema.fields import CLAUSE, NUMBER, Fields
from kamchatka.kernel.schema.rows import TABLE, Row, Rows
from kamchatka.kernel.state import EditionState, Frame, PublicEditionState
from kamchatka.kernel.step import Step
from kamchatka.kernel.table import PublicFact, Table

LOW: Final = 0
SLACK: Final = 1
HIGH: Final = 2
CLAUSES: Final = ("tide.low", "tide.slack", "tide.high")


@final
class Tide(PublicEditionState):
    """The state of this edition, all of it public."""

    ROWS: ClassVar[Rows] = (Row(TABLE, {"tide": NUMBER, "coming": NUMBER, "turned": NUMBER}),)

    def __init__(self) -> None:
        self.now: i64 = SLACK
        self.coming: i64 = SLACK  # the tide of the next round
        self.round: i64 = 0  # the round in which it last turned

    def copy(self) -> EditionState:
        new = Tide()
        new.now, new.coming, new.round = self.now, self.coming, self.round
        return new

    def rows(self) -> list[list[int]]:
        return [[self.now, self.coming, self.round]]

    def load(self, rows: list[list[int]]) -> None:
        self.now, self.coming, self.round = rows[0]


def tide(table: Table) -> Tide:
    """Return the state of this edition."""
    own = table.state.edition_state
    assert isinstance(own, Tide)
    return own


@final
class TideTable(EditionStateFactory):
    """Create the state of the tide for a new game."""

    def create(self, seats: i64, board: Board) -> EditionState:
        return Tide()


# ------------------------------------------------------------------ facts
@final
class TideTurned(PublicFact):
    """The tide of this round; its clause names the tide, for sentences and explanations."""

    FIELDS: ClassVar[Fields] = {"tide": NUMBER, "clause": CLAUSE}

    def __init__(self, tide: i64, clause: str) -> None:
        self.tide: Final[i64] = tide
        self.clause: Final = clause

    def apply(self, table: Table) -> None:
        own = tide(table)
        own.now = self.tide
        own.round = table.state.round


@final
class TideForetold(PublicFact):
    """The tide of the next round."""

    FIELDS: ClassVar[Fields] = {"tide": NUMBER, "clause": CLAUSE}

    def __init__(self, tide: i64, clause: str) -> None:
        self.tide: Final[i64] = tide
        self.clause: Final = clause

    def apply(self, table: Table) -> None:
        tide(table).coming = self.tide


# ------------------------------------------------------------------ rules
@final
class TurnOfTide(Step[Frame]):
    """The first phase of every turn, which asks no seat.

    In the first turn of a round the foretold tide comes, and a die foretells the next: 1 and 2 low, 3 and 4
    slack, 5 and 6 high.
    """

    def arrive(self, table: Table, frame: Frame) -> bool:
        own = tide(table)
        table.close()
        if own.round < table.state.round:
            now = own.coming if own.round > 0 else self.thrown(table)
            table.note(TideTurned(now, CLAUSES[now]))
            coming = self.thrown(table)
            table.note(TideForetold(coming, CLAUSES[coming]))
        return False

    def thrown(self, table: Table) -> i64:
        """Return a tide from a die."""
        return (table.die() - 1) // 2


def lanes(sheet: Sheet, board: Board, kind: str) -> list[tuple[int, int]]:
    """Return the links of a kind, as pairs of numbers of places."""
    return [(board.places.index(a), board.places.index(b)) for a, b in sheet.links[kind]]


@final
class ClosedLanes(Limit):
    """Forbid attacks along these lanes at one tide."""

    def __init__(self, clause: str, lanes: list[tuple[int, int]], closed_at: i64) -> None:
        super().__init__(clause)
        self.lanes: Final = lanes
        self.both_ways: Final = frozenset(lanes) | {(b, a) for a, b in lanes}
        self.closed_at: Final[i64] = closed_at

    def bites(self, table: Table) -> bool:
        return tide(table).now == self.closed_at

    def most(self, table: Table, source: i64, target: i64, most: i64) -> i64:
        return 0 if (source, target) in self.both_ways else most
