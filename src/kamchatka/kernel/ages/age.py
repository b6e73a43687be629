"""State of games played in ages (years, epochs): purses, special pieces, and cards grouped by their backs."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.bits import bit
from kamchatka.kernel.chance import Chance
from kamchatka.kernel.schema.fields import AMOUNT, COLOUR, FLAG, NUMBER, PLACE
from kamchatka.kernel.schema.rows import BY_KIND, BY_PLACE, BY_SEAT, TABLE, Row, RowReader, Rows
from kamchatka.kernel.state import DISCARD, NOBODY, EditionState, Neutrals, State, deal_hidden, fill
from kamchatka.kernel.table import Table

AGE_ROWS: Final[Rows] = (  # the layout of `age_rows`
    Row(TABLE, {"age": NUMBER, "neutral_colour": COLOUR, "neutral_stock": AMOUNT}),
    Row(BY_SEAT, {"purse": AMOUNT}),
    Row(BY_SEAT, {"marker": NUMBER}),
    Row(BY_SEAT, {"piece": PLACE}, per=BY_KIND),
    Row(BY_PLACE, {"built": FLAG}),
    Row(BY_PLACE, {"hazard": FLAG}),
    Row(BY_SEAT, {"held_cards": AMOUNT}, per=BY_KIND),
)


@mypyc_attr(allow_interpreted_subclasses=True)
class Age(EditionState):
    """The state shared by editions with ages; each edition adds its own. All shared fields are public.

    `kinds` is the number of special piece kinds (commanders, gods); each kind has its own deck of cards.
    """

    def __init__(self, seats: i64, places: i64, kinds: i64, backs: vec[i64]) -> None:
        self.kinds: i64 = kinds
        self.backs: vec[i64] = backs  # by card: the kind on its back; never changes
        self.number: i64 = 0  # the current age
        self.purse: vec[i64] = fill(seats, 0)  # energy or faith, by seat
        self.marker: vec[i64] = fill(seats, 0)  # the turn marker in this age, by seat; 0: none yet
        self.piece: vec[i64] = fill(seats * kinds, NOBODY)  # by seat and kind: the piece's place
        self.standing: vec[i64] = fill(places, 0)  # by place: the kinds of pieces there, as bits (derived from `piece`)
        self.built: vec[i64] = fill(places, 0)  # by place: 1 if it has a station or temple
        self.hazard: vec[i64] = fill(places, 0)  # by place: 1 if it has a devastation or plague marker
        self.held: vec[i64] = fill(seats * kinds, 0)  # cards in hand, by seat and back
        self.army: Neutrals = Neutrals()  # the neutral army, in games with two seats

    def neutrals(self) -> Neutrals:
        return self.army

    def put(self, seat: i64, kind: i64, place: i64) -> None:
        """Put a seat's piece of this kind on a place, or take it off the board if `place` is NOBODY."""
        old = self.piece[seat * self.kinds + kind]
        if old != NOBODY:
            self.standing[old] &= ~bit(kind)
        if place != NOBODY:
            self.standing[place] |= bit(kind)
        self.piece[seat * self.kinds + kind] = place

    def clear_turn(self) -> None:
        """Reset the records about the last turn."""

    # -------------------------------------------------------------- copying and saving
    def copy_age(self, new: "Age") -> None:
        """Copy the shared fields to another state."""
        new.kinds = self.kinds
        new.backs = self.backs
        new.number = self.number
        new.purse = self.purse[:]
        new.marker = self.marker[:]
        new.piece = self.piece[:]
        new.standing = self.standing[:]
        new.built = self.built[:]
        new.hazard = self.hazard[:]
        new.held = self.held[:]
        new.army = self.army.copy()

    def age_rows(self) -> list[list[int]]:
        """Return the shared fields as rows of numbers."""
        return [
            [self.number, self.army.colour, self.army.stock],
            numbers(self.purse),
            numbers(self.marker),
            numbers(self.piece),
            numbers(self.built),
            numbers(self.hazard),
            numbers(self.held),
        ]

    def show_age(self, reader: RowReader) -> None:
        """Pass the rows of `age_rows` to a reader."""
        marks = append(vec[i64](capacity=3), self.number)
        marks = append(marks, self.army.colour)
        reader.row(append(marks, self.army.stock))
        reader.row(self.purse)
        reader.row(self.marker)
        reader.row(self.piece)
        reader.row(self.built)
        reader.row(self.hazard)
        reader.row(self.held)

    def load_age(self, rows: list[list[int]]) -> None:
        """Restore the fields from `age_rows`; raise ValueError if a row has another length."""
        marks, purse, marker, piece, built, hazard, held = rows
        self.number, self.army.colour, self.army.stock = marks
        self.purse = same_length(self.purse, purse)
        self.marker = same_length(self.marker, marker)
        self.piece = same_length(self.piece, piece)
        self.standing = fill(i64(len(self.standing)), 0)
        for i in range(i64(len(self.piece))):
            if self.piece[i] != NOBODY:
                self.standing[self.piece[i]] |= bit(i % self.kinds)
        self.built = same_length(self.built, built)
        self.hazard = same_length(self.hazard, hazard)
        self.held = same_length(self.held, held)

    # -------------------------------------------------------------- secrets
    def deal_hands(self, state: State, chance: Chance) -> None:
        """Replace HIDDEN cards by random ones that match the public hand sizes by back; the rest stay in the deck."""
        for kind in range(self.kinds):
            cards = vec[i64]([card for card in range(len(self.backs)) if self.backs[card] == kind])
            held = vec[i64]([self.held[seat * self.kinds + kind] for seat in range(state.seats)])
            deal_hidden(state.cards, cards, held, chance)


def numbers(row: vec[i64]) -> list[int]:
    """Convert a row to a list."""
    return [n for n in row]


def same_length(row: vec[i64], values: list[int]) -> vec[i64]:
    """Build a row from values; raise ValueError if its length changes."""
    if len(values) != len(row):
        raise ValueError(f"extra={values}")
    return vec[i64](values)


def age(table: Table) -> Age:
    """Return the table's edition state, which must be an Age."""
    own = table.state.edition_state
    assert isinstance(own, Age)
    return own


# ------------------------------------------------------------------ queries
def pieces_at(table: Table, place: i64) -> i64:
    """Return the kinds of pieces on a place, as bits. The place's owner owns them."""
    return age(table).standing[place]


def has_piece(table: Table, seat: i64, kind: i64) -> bool:
    """Return True if the seat's piece of that kind is in play."""
    own = age(table)
    return own.piece[seat * own.kinds + kind] != NOBODY


def pieces_of(table: Table, seat: i64) -> i64:
    """Return the kinds of pieces that a seat has in play, as bits."""
    own = age(table)
    found: i64 = 0
    for kind in range(own.kinds):
        if own.piece[seat * own.kinds + kind] != NOBODY:
            found |= bit(kind)
    return found


def buildings(table: Table, seat: i64) -> i64:
    """Count the stations or temples on a seat's places."""
    built = age(table).built
    count: i64 = 0
    for place in range(table.board.size):
        if built[place] and table.state.owner[place] == seat:
            count += 1
    return count


def cards_left(table: Table, kind: i64) -> i64:
    """Count the cards left in the deck of a kind. The result is public: it follows from hand sizes and discards."""
    own = age(table)
    left: i64 = 0
    for card in range(i64(len(own.backs))):
        if own.backs[card] == kind and table.state.cards[card] != DISCARD:
            left += 1
    for seat in range(table.state.seats):
        left -= own.held[seat * own.kinds + kind]
    return left


def card_of_kind(table: Table, kind: i64, where: i64) -> i64:
    """Draw a random card with that back from `where`, a seat or the deck; NOBODY if there is none."""
    own = age(table)
    found: vec[i64] = vec[i64]()
    for card in range(i64(len(own.backs))):
        if own.backs[card] == kind and table.state.cards[card] == where:
            found = append(found, card)
    return found[table.chance.below(i64(len(found)))] if len(found) > 0 else NOBODY
