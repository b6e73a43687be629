"""State of 2210 besides the shared age: territory cards, marks of a turn, and effects on several seats."""

from typing import ClassVar, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.ages.age import AGE_ROWS, Age, numbers, same_length
from kamchatka.kernel.bits import size
from kamchatka.kernel.board import Board
from kamchatka.kernel.chance import Chance
from kamchatka.kernel.facts import GameEnded
from kamchatka.kernel.ports import EditionStateFactory
from kamchatka.kernel.schema.fields import AMOUNT, FLAG, SEAT, SEATS, Fields
from kamchatka.kernel.schema.rows import BY_PLACE, BY_SEAT, TABLE, Row, RowReader, Rows
from kamchatka.kernel.state import DECK, DISCARD, HIDDEN, EditionState, PublicFrame, State, deal_hidden, fill
from kamchatka.kernel.table import Table

# Terrains of places. The first three kinds of commander correspond to them.
LAND: Final = 0
SEA: Final = 1
MOON: Final = 2
TERRAINS: Final = 3

# Kinds of commander, which are also the decks of command cards.
NAVAL: Final = 1
SPACE: Final = 2
NUCLEAR: Final = 3
DIPLOMAT: Final = 4
KINDS: Final = 5
KIND_IDS: Final = ["land", "naval", "space", "nuclear", "diplomat"]


@final
class World:
    """The two boards as the rules store them: the terrain of every place, and the landing sites on the Moon."""

    def __init__(self, terrain: list[int], landing: list[int]) -> None:
        self.terrain: Final = vec[i64](terrain)
        self.landing: Final = vec[i64](landing)


@final
class State2210(Age):
    """The state of one table.

    The territory card of place p is in its deck (DECK), discarded (DISCARD) or kept by a seat, as a land card with
    scouts on it or a sea card that promises energy. To other viewers, cards kept face down are HIDDEN, and so are the
    decks. The cards of devastated lands are out of the game.
    """

    ROWS: ClassVar[Rows] = (
        Row(TABLE, {"declared": AMOUNT, "contested": AMOUNT, "jammed": SEATS, "truce": SEATS, "extractions": AMOUNT}),
        Row(BY_PLACE, {"territory_card": SEAT}),
        Row(BY_SEAT, {"kept": AMOUNT}, per="terrain"),
        Row(BY_SEAT, {"points": AMOUNT}),
        Row(BY_PLACE, {"attacked": FLAG}),
        Row(BY_PLACE, {"landfall": FLAG}),
        *AGE_ROWS,
    )

    def __init__(self, seats: i64, places: i64, world: World, backs: vec[i64], open_sea: bool, bank: i64) -> None:
        super().__init__(seats, places, KINDS, backs)
        self.world: World = world
        self.open_sea: bool = open_sea  # True if kept sea cards are visible to all
        self.bank: i64 = bank  # total energy in the game; 0: no limit
        self.card: vec[i64] = fill(places, DECK)  # location of territory cards, by place
        self.kept: vec[i64] = fill(seats * TERRAINS, 0)  # number of territory cards kept, by seat and terrain
        self.points: vec[i64] = fill(seats, 0)  # by seat: final points from cards
        # reset every turn
        self.declared: i64 = 0  # number of declared invasions
        self.contested: i64 = 0  # number of conquests that count for the bonus
        self.jammed: i64 = 0  # seats that may not play cards, as bits
        self.truce: i64 = 0  # seats that the seat in turn may no longer attack, as bits
        self.extractions: i64 = 0  # number of Energy Extraction cards played
        self.attacked: vec[i64] = fill(places, 0)  # by place: 1 if it was attacked
        self.landfall: vec[i64] = fill(places, 0)  # by place: 1 if the Moon may attack it

    def clear_turn(self) -> None:
        self.declared = 0
        self.contested = 0
        self.jammed = 0
        self.truce = 0
        self.extractions = 0
        for place in range(i64(len(self.attacked))):
            self.attacked[place] = 0
            self.landfall[place] = 0

    # -------------------------------------------------------------- saving
    def copy(self) -> EditionState:
        return self.with_cards(self.card[:])

    def with_cards(self, card: vec[i64]) -> "State2210":
        """Return a copy with these territory cards."""
        new = State2210(0, 0, self.world, self.backs, self.open_sea, self.bank)
        self.copy_age(new)
        new.card = card
        new.kept = self.kept[:]
        new.points = self.points[:]
        new.declared = self.declared
        new.contested = self.contested
        new.jammed = self.jammed
        new.truce = self.truce
        new.extractions = self.extractions
        new.attacked = self.attacked[:]
        new.landfall = self.landfall[:]
        return new

    def rows(self) -> list[list[int]]:
        turn: list[int] = [self.declared, self.contested, self.jammed, self.truce, self.extractions]
        return [
            turn,
            numbers(self.card),
            numbers(self.kept),
            numbers(self.points),
            numbers(self.attacked),
            numbers(self.landfall),
            *self.age_rows(),
        ]

    def load(self, rows: list[list[int]]) -> None:
        turn, card, kept, points, attacked, landfall = rows[:6]
        self.declared, self.contested, self.jammed, self.truce, self.extractions = turn
        self.card = same_length(self.card, card)
        self.kept = same_length(self.kept, kept)
        self.points = same_length(self.points, points)
        self.attacked = same_length(self.attacked, attacked)
        self.landfall = same_length(self.landfall, landfall)
        self.load_age(rows[6:])

    # -------------------------------------------------------------- secrets
    def face_down(self, place: i64) -> bool:
        """Return True if the card of that place is kept face down."""
        return not (self.open_sea and self.world.terrain[place] == SEA)

    def seen_by(self, seat: i64) -> EditionState:
        return self.with_cards(self._cards_seen(seat))

    def show(self, seat: i64, reader: RowReader) -> None:
        turn = append(vec[i64](capacity=5), self.declared)
        turn = append(turn, self.contested)
        turn = append(turn, self.jammed)
        turn = append(turn, self.truce)
        reader.row(append(turn, self.extractions))
        reader.row(self._cards_seen(seat))
        reader.row(self.kept)
        reader.row(self.points)
        reader.row(self.attacked)
        reader.row(self.landfall)
        self.show_age(reader)

    def _cards_seen(self, seat: i64) -> vec[i64]:
        """Hide cards that a seat cannot know. It sees discarded cards, its own, and visible ones of other seats."""
        card = self.card[:]
        for place in range(i64(len(card))):
            hidden = self.face_down(place) and not self.hazard[place] and card[place] != DISCARD
            if hidden and (card[place] != seat or seat < 0):
                card[place] = HIDDEN
        return card

    def imagined(self, state: State, chance: Chance) -> EditionState:
        """Sample the cards that other seats keep face down from the unseen ones."""
        card = self.card[:]
        for terrain in range(i64(TERRAINS)):
            places = vec[i64](
                [place for place in range(len(card)) if self.world.terrain[place] == terrain and not self.hazard[place]]
            )
            kept = vec[i64]([self.kept[seat * TERRAINS + terrain] for seat in range(state.seats)])
            deal_hidden(card, places, kept, chance)
        return self.with_cards(card)


def edition_state(table: Table) -> State2210:
    """Return the table's state as a State2210."""
    own = table.state.edition_state
    assert isinstance(own, State2210)
    return own


@final
class StateFactory2210(EditionStateFactory):
    """Create the state: commanders, stations, energy, eight decks."""

    def __init__(self, world: World, backs: list[int], open_sea: bool, bank: i64) -> None:
        self.world: Final = world
        self.backs: Final = vec[i64](backs)
        self.open_sea: Final = open_sea
        self.bank: Final[i64] = bank

    def create(self, seats: i64, board: Board) -> EditionState:
        return State2210(seats, board.size, self.world, self.backs, self.open_sea, self.bank)


# ------------------------------------------------------------------ questions
def units(table: Table, place: i64) -> i64:
    """Count the MODs and commanders in a place. A station isn't a unit (2210.info.10)."""
    return table.state.armies[place] + size(edition_state(table).standing[place])


def unit_total(table: Table, seat: i64) -> i64:
    """Count all units of a seat."""
    total: i64 = 0
    for place in range(table.board.size):
        if table.state.owner[place] == seat:
            total += units(table, place)
    return total


def terrain_of(table: Table, place: i64) -> i64:
    """Return LAND, SEA or MOON."""
    return edition_state(table).world.terrain[place]


def territory_card(table: Table, terrain: i64) -> i64:
    """Draw a random card from a territory deck. Return NOBODY if it is empty."""
    own = edition_state(table)
    found: vec[i64] = vec[i64]()
    for place in range(table.board.size):
        if own.card[place] == DECK and own.world.terrain[place] == terrain and not own.hazard[place]:
            found = append(found, place)
    return found[table.chance.below(i64(len(found)))] if len(found) > 0 else i64(-1)


def territory_cards_left(table: Table, terrain: i64) -> i64:
    """Count the cards left in a territory deck, using public information."""
    own = edition_state(table)
    left: i64 = 0
    for place in range(table.board.size):
        if own.card[place] != DISCARD and own.world.terrain[place] == terrain and not own.hazard[place]:
            left += 1
    for seat in range(table.state.seats):
        left -= own.kept[seat * TERRAINS + terrain]
    return left


def may_turn_up(table: Table, seat: i64, terrain: i64, place: i64) -> bool:
    """Return True if, as far as a seat knows, a place's card may be in the deck of this terrain."""
    own = edition_state(table)
    if own.world.terrain[place] != terrain or own.hazard[place] or own.card[place] in (DISCARD, seat):
        return False
    return own.face_down(place) or own.card[place] == DECK  # a card kept face down may be any of them


# ------------------------------------------------------------------ effects on several seats
@mypyc_attr(allow_interpreted_subclasses=True)
class Calamity(PublicFrame):
    """An effect that may strike several seats one after the other. `alive` are the seats in the game when it starts.

    Seats eliminated by one effect fall together. So while it is on the agenda, no seat wins as the last one left.
    """

    FIELDS: ClassVar[Fields] = {"alive": SEATS}

    def __init__(self, step: i64, seat: i64, alive: i64) -> None:
        super().__init__(step, seat)
        self.alive: Final[i64] = alive


def close_calamity(table: Table, frame: Calamity) -> None:
    """Close the effect. If no seat survived it, those in the game at its start share the victory."""
    table.close()
    if table.state.fallen == table.state.seats:
        table.note(GameEnded(frame.alive, "end.nobody_left"))
