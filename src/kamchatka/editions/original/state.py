"""State of the original game besides the board: exchanges, spent troops, and the hand just captured."""

from typing import ClassVar, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.kernel.bits import bit
from kamchatka.kernel.board import Board
from kamchatka.kernel.chance import Chance
from kamchatka.kernel.ports import EditionStateFactory
from kamchatka.kernel.rules.cards import Tally
from kamchatka.kernel.schema.fields import AMOUNT, CARDS, PLACE, SEAT, SEATS, Fields
from kamchatka.kernel.schema.rows import BY_PLACE, TABLE, Row, RowReader, Rows
from kamchatka.kernel.state import HIDDEN, NOBODY, EditionState, State, fill
from kamchatka.kernel.table import Bookkeeping, Table


@final
class OriginalState(Tally):
    """The state of one table. Everything except `exchanges` belongs to the current turn."""

    ROWS: ClassVar[Rows] = (
        Row(TABLE, {"exchanges": AMOUNT, "captor": SEAT, "seized": AMOUNT, "captured": CARDS, "declined": SEATS}),
        Row(BY_PLACE, {"spent": AMOUNT}),
    )

    def __init__(self, places: i64) -> None:
        super().__init__()
        self.captor: i64 = NOBODY  # the seat that has just eliminated another
        self.seized: i64 = 0  # number of cards that it took (public)
        self.captured: i64 = 0  # the cards that it took, as bits (secret)
        self.declined: i64 = 0  # seats, as bits, that refuse fast battles in this turn
        self.spent = fill(places, 0)  # by place: number of armies that fought or marched and must stay

    def copy(self) -> EditionState:
        new = OriginalState(0)
        new.exchanges = self.exchanges
        new.captor = self.captor
        new.seized = self.seized
        new.captured = self.captured
        new.declined = self.declined
        new.spent = self.spent[:]
        return new

    def rows(self) -> list[list[int]]:
        return [[self.exchanges, self.captor, self.seized, self.captured, self.declined], [n for n in self.spent]]

    def load(self, rows: list[list[int]]) -> None:
        marks, spent = rows
        if len(spent) != len(self.spent):
            raise ValueError(f"extra={rows}")
        self.exchanges, self.captor, self.seized, self.captured, self.declined = marks
        self.spent = vec[i64](spent)

    def seen_by(self, seat: i64) -> EditionState:
        seen = self.copy()
        assert isinstance(seen, OriginalState)
        if self.captor != NOBODY and seat != self.captor:
            seen.captured = HIDDEN
        return seen

    def show(self, seat: i64, reader: RowReader) -> None:
        captured = HIDDEN if self.captor != NOBODY and seat != self.captor else self.captured
        reader.row(vec[i64]([self.exchanges, self.captor, self.seized, captured, self.declined]))
        reader.row(self.spent)

    def imagined(self, state: State, chance: Chance) -> EditionState:
        """Sample the captured cards from the captor's hand."""
        new = self.copy()
        assert isinstance(new, OriginalState)
        if new.captured == HIDDEN:
            new.captured = 0
            hand = [card for card in range(len(state.cards)) if state.cards[card] == self.captor]
            for _ in range(min(self.seized, len(hand))):
                new.captured |= bit(hand.pop(chance.below(len(hand))))
        return new


def edition_state(table: Table) -> OriginalState:
    """Return the table's state as an OriginalState."""
    own = table.state.edition_state
    assert isinstance(own, OriginalState)
    return own


@final
class OriginalStateFactory(EditionStateFactory):
    """Create the state."""

    def create(self, seats: i64, board: Board) -> EditionState:
        return OriginalState(board.size)


@final
class TroopsSpent(Bookkeeping):
    """Armies of a place fought or marched in this turn, so they must stay there."""

    FIELDS: ClassVar[Fields] = {"place": PLACE, "armies": AMOUNT}

    def __init__(self, place: i64, armies: i64) -> None:
        self.place: Final[i64] = place
        self.armies: Final[i64] = armies

    def apply(self, table: Table) -> None:
        edition_state(table).spent[self.place] = self.armies


def spend(table: Table, place: i64, armies: i64) -> None:
    """Require at least this many armies to stay in a place."""
    if edition_state(table).spent[place] != armies:
        table.note(TroopsSpent(place, armies))


@final
class TurnSettled(Bookkeeping):
    """The state of the turn was reset, so all troops are fresh again."""

    def apply(self, table: Table) -> None:
        own = edition_state(table)
        own.captor = NOBODY
        own.seized = 0
        own.captured = 0
        own.declined = 0
        own.spent = fill(len(own.spent), 0)
