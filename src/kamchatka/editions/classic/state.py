"""State of the classic game besides the board: exchanges, cards under the deck, extra armies and the neutral army."""

from typing import ClassVar, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.kernel.board import Board
from kamchatka.kernel.ports import EditionStateFactory
from kamchatka.kernel.rules.cards import Tally
from kamchatka.kernel.schema.fields import AMOUNT, CARDS, COLOUR, NUMBER, SEAT, Fields
from kamchatka.kernel.schema.rows import BY_CARD, BY_SEAT, TABLE, Row, RowReader, Rows
from kamchatka.kernel.state import EditionState, Neutrals, fill
from kamchatka.kernel.table import Bookkeeping, Table


@final
class ClassicState(Tally):
    """The state of one table, which is all public."""

    ROWS: ClassVar[Rows] = (
        Row(TABLE, {"exchanges": AMOUNT, "neutral_stock": AMOUNT, "neutral_colour": COLOUR}),
        Row(BY_SEAT, {"rewarded": NUMBER}),
        Row(BY_SEAT, {"drawn": NUMBER}),
        Row(BY_CARD, {"under": NUMBER}),
    )

    def __init__(self, seats: i64, cards: i64) -> None:
        super().__init__()
        self.army: Neutrals = Neutrals()  # in two-player games
        self.rewarded = fill(seats, 0)  # by seat: last round in which it received its extra armies
        self.drawn = fill(seats, 0)  # by seat: last round in which it drew a card for a capture
        self.under = fill(cards, 0)  # by card: number of the exchange that put it under the deck

    def neutrals(self) -> Neutrals:
        return self.army

    def copy(self) -> EditionState:
        new = ClassicState(0, 0)
        new.exchanges = self.exchanges
        new.army = self.army.copy()
        new.rewarded = self.rewarded[:]
        new.drawn = self.drawn[:]
        new.under = self.under[:]
        return new

    def seen_by(self, seat: i64) -> EditionState:
        return self.copy()

    def show(self, seat: i64, reader: RowReader) -> None:
        reader.row(vec[i64]([self.exchanges, self.army.stock, self.army.colour]))
        reader.row(self.rewarded)
        reader.row(self.drawn)
        reader.row(self.under)

    def rows(self) -> list[list[int]]:
        marks: list[int] = [self.exchanges, self.army.stock, self.army.colour]
        return [marks, [n for n in self.rewarded], [n for n in self.drawn], [n for n in self.under]]

    def load(self, rows: list[list[int]]) -> None:
        marks, rewarded, drawn, under = rows
        if [len(row) for row in rows[1:]] != [len(self.rewarded), len(self.drawn), len(self.under)]:
            raise ValueError(f"extra={rows}")
        self.exchanges, self.army.stock, self.army.colour = marks
        self.rewarded = vec[i64](rewarded)
        self.drawn = vec[i64](drawn)
        self.under = vec[i64](under)


def edition_state(table: Table) -> ClassicState:
    """Return the table's state as a ClassicState."""
    own = table.state.edition_state
    assert isinstance(own, ClassicState)
    return own


@final
class ClassicStateFactory(EditionStateFactory):
    """Create the state."""

    def __init__(self, cards: i64) -> None:
        self.cards: Final[i64] = cards

    def create(self, seats: i64, board: Board) -> EditionState:
        return ClassicState(seats, self.cards)


# ------------------------------------------------------------------ facts
@final
class PutUnder(Bookkeeping):
    """The cards of an exchange (bits) went under the deck."""

    FIELDS: ClassVar[Fields] = {"captured": CARDS, "number": NUMBER}

    def __init__(self, captured: i64, number: i64) -> None:
        self.captured: Final[i64] = captured
        self.number: Final[i64] = number

    def apply(self, table: Table) -> None:
        under = edition_state(table).under
        for card in range(i64(len(under))):
            if self.captured >> card & 1:
                under[card] = self.number


@final
class Rewarded(Bookkeeping):
    """A seat received its extra armies for this turn."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT}

    def __init__(self, seat: i64) -> None:
        self.seat: Final[i64] = seat

    def apply(self, table: Table) -> None:
        edition_state(table).rewarded[self.seat] = table.state.round


@final
class DrewForCapture(Bookkeeping):
    """A seat drew its card for this turn at the first capture."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT}

    def __init__(self, seat: i64) -> None:
        self.seat: Final[i64] = seat

    def apply(self, table: Table) -> None:
        edition_state(table).drawn[self.seat] = table.state.round
