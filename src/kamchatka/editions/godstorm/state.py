"""State of Godstorm besides the shared age: relics, sunken land and marks of a turn; and the facts that change it.

The shared `Age` holds faith, gods, temples and plague. The common state holds armies, including those in the Underworld
and in heavens.
"""

from typing import ClassVar, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.ages.age import AGE_ROWS, Age, numbers, same_length
from kamchatka.kernel.bits import bit
from kamchatka.kernel.board import Board
from kamchatka.kernel.facts import take
from kamchatka.kernel.ports import EditionStateFactory
from kamchatka.kernel.schema.fields import AMOUNT, CARD, FLAG, KIND, PIECES, PLACE, PLACES, SEAT, Fields, revealed
from kamchatka.kernel.schema.rows import BY_SEAT, EACH, TABLE, Row, RowReader, Rows
from kamchatka.kernel.state import DISCARD, NOBODY, EditionState, fill
from kamchatka.kernel.table import Bookkeeping, PublicFact, Table

DEATH: Final = 0  # kinds of gods, and of the decks with their miracles
MAGIC: Final = 1
WAR: Final = 2
SKY: Final = 3
KINDS: Final = 4
FIRST_CARD: Final = (0, 17, 32, 49, 66)  # first card of each deck; cards are numbered deck by deck
RELICS: Final = 15
TEMPLES: Final = 12


@final
class GodstormState(Age):
    """The state of one table, which is all public. Sets of places are stored as bits."""

    ROWS: ClassVar[Rows] = (
        Row(EACH, {"relic": SEAT}),
        Row(BY_SEAT, {"fervour": AMOUNT}),
        Row(
            TABLE,
            {
                "spare_plague": AMOUNT,
                "sunk": FLAG,
                "maelstrom": PLACES,
                "sacred": PLACES,
                "gone": PIECES,
                "beaten": AMOUNT,
                "avenged": FLAG,
            },
        ),
        *AGE_ROWS,
    )

    def __init__(self, seats: i64, places: i64, backs: vec[i64]) -> None:
        super().__init__(seats, places, KINDS, backs)
        self.relics: vec[i64] = fill(RELICS, NOBODY)  # by card of the Magic deck: the seat that has it in play
        self.fervour: vec[i64] = fill(seats, 0)  # by seat: bonus to its god-war totals in this turn
        self.spare_plague: i64 = 1  # number of plague markers that aren't on the board
        self.sunk: bool = False
        self.maelstrom: i64 = 0  # the two places whose sea link is closed
        self.sacred: i64 = 0  # places that cannot be attacked in this turn
        self.gone: i64 = 0  # kinds of the active seat's gods that were banished in this turn
        self.beaten: i64 = 0  # number of defended territories conquered in this turn
        self.avenged: bool = False  # 1 if the Sky labour of this turn is done

    def clear_turn(self) -> None:
        """Reset what lasts for one turn (god.turn_end.2)."""
        self.fervour = fill(len(self.fervour), 0)
        self.sacred, self.gone, self.beaten, self.avenged = 0, 0, 0, False

    def copy(self) -> EditionState:
        new = GodstormState(0, 0, self.backs)
        self.copy_age(new)
        new.relics = self.relics[:]
        new.fervour = self.fervour[:]
        new.take_marks(self.marks())
        return new

    def seen_by(self, seat: i64) -> EditionState:
        return self.copy()

    def show(self, seat: i64, reader: RowReader) -> None:
        reader.row(self.relics)
        reader.row(self.fervour)
        marks = append(vec[i64](capacity=7), self.spare_plague)
        marks = append(marks, i64(1) if self.sunk else i64(0))
        marks = append(marks, self.maelstrom)
        marks = append(marks, self.sacred)
        marks = append(marks, self.gone)
        marks = append(marks, self.beaten)
        reader.row(append(marks, i64(1) if self.avenged else i64(0)))
        self.show_age(reader)

    def marks(self) -> list[int]:
        """Return the fields that are single numbers."""
        return [
            self.spare_plague,
            int(self.sunk),
            self.maelstrom,
            self.sacred,
            self.gone,
            self.beaten,
            int(self.avenged),
        ]

    def take_marks(self, marks: list[int]) -> None:
        """Restore the fields from `marks`."""
        self.spare_plague, sunk, self.maelstrom, self.sacred, self.gone, self.beaten, avenged = marks
        self.sunk, self.avenged = bool(sunk), bool(avenged)

    def rows(self) -> list[list[int]]:
        return [numbers(self.relics), numbers(self.fervour), self.marks(), *self.age_rows()]

    def load(self, rows: list[list[int]]) -> None:
        self.relics = same_length(self.relics, rows[0])
        self.fervour = same_length(self.fervour, rows[1])
        self.take_marks(rows[2])
        self.load_age(rows[3:])


def edition_state(table: Table) -> GodstormState:
    """Return the table's state as a GodstormState."""
    own = table.state.edition_state
    assert isinstance(own, GodstormState)
    return own


@final
class GodstormStateFactory(EditionStateFactory):
    """Create the state, with gods on their cards and temples in the stock. `decks` is the deck of each miracle card."""

    def __init__(self, decks: list[int]) -> None:
        self.decks: Final = vec[i64](decks)

    def create(self, seats: i64, board: Board) -> EditionState:
        return GodstormState(seats, board.size, self.decks)


# ------------------------------------------------------------------ questions
def god_place(table: Table, seat: i64, kind: i64) -> i64:
    """Return the place of a seat's god. NOBODY for neutral armies, or if the god is on its pantheon card."""
    return edition_state(table).piece[seat * KINDS + kind] if seat >= 0 else i64(NOBODY)


def in_play(table: Table, seat: i64, kind: i64) -> bool:
    """Return True if the god stands on the Ancient Earth (god.info.12)."""
    return god_place(table, seat, kind) != NOBODY


def has_temple(table: Table, place: i64) -> bool:
    """Return True if the place has a temple."""
    return edition_state(table).built[place] == 1


def is_plagued(table: Table, place: i64) -> bool:
    """Return True if the place has a plague marker."""
    return edition_state(table).hazard[place] == 1


def temples_of(table: Table, seat: i64) -> list[i64]:
    """Return the territories of a seat that have a temple."""
    owner = table.state.owner
    return [place for place in range(table.board.size) if owner[place] == seat and has_temple(table, place)]


def temples_left(table: Table) -> i64:
    """Count the temples in the stock, which are twelve minus those on the board (god.summon.8)."""
    standing: i64 = 0
    for temple in edition_state(table).built:
        standing += temple
    return TEMPLES - standing


def has_relic(table: Table, seat: i64, card: i64) -> bool:
    """Return True if this seat has this relic in play."""
    return seat >= 0 and edition_state(table).relics[card - FIRST_CARD[MAGIC]] == seat


# ------------------------------------------------------------------ facts
@final
class GodHelped(PublicFact):
    """A god affected a fight: it won ties (War), added a die (Sky) or kept victims from heaven (Death)."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "kind": KIND}

    def __init__(self, seat: i64, kind: i64) -> None:
        self.seat: Final[i64] = seat
        self.kind: Final[i64] = kind

    def apply(self, table: Table) -> None:
        pass


@final
class GodGone(Bookkeeping):
    """A god was banished in its owner's turn, so it stays on its card for the rest of the turn (god.summon.3)."""

    FIELDS: ClassVar[Fields] = {"kind": KIND}

    def __init__(self, kind: i64) -> None:
        self.kind: Final[i64] = kind

    def apply(self, table: Table) -> None:
        edition_state(table).gone |= bit(self.kind)


@final
class RelicTaken(PublicFact):
    """A seat put a relic into play, which it drew or took from another seat."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "card": revealed(CARD)}

    def __init__(self, seat: i64, card: i64) -> None:
        self.seat: Final[i64] = seat
        self.card: Final[i64] = card

    def apply(self, table: Table) -> None:
        table.state.cards[self.card] = DISCARD  # it is face up and in no hand
        edition_state(table).relics[self.card - FIRST_CARD[MAGIC]] = self.seat


@final
class RelicLost(PublicFact):
    """A relic left the game."""

    FIELDS: ClassVar[Fields] = {"card": CARD}

    def __init__(self, card: i64) -> None:
        self.card: Final[i64] = card

    def apply(self, table: Table) -> None:
        edition_state(table).relics[self.card - FIRST_CARD[MAGIC]] = NOBODY


@final
class ArmiesDisbanded(PublicFact):
    """The armies in an eliminated seat's hand left the game (god.elim.3)."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "armies": AMOUNT}

    def __init__(self, seat: i64, armies: i64) -> None:
        self.seat: Final[i64] = seat
        self.armies: Final[i64] = armies

    def apply(self, table: Table) -> None:
        table.state.stock[self.seat] -= self.armies


# ------------------------------------------------------------------ facts: the board
@final
class LastPlagueUsed(Bookkeeping):
    """The spare plague marker was put into play (god.setup.4)."""

    def apply(self, table: Table) -> None:
        edition_state(table).spare_plague = 0


@final
class PlagueLifted(PublicFact):
    """A plague marker left a place."""

    FIELDS: ClassVar[Fields] = {"place": PLACE}

    def __init__(self, place: i64) -> None:
        self.place: Final[i64] = place

    def apply(self, table: Table) -> None:
        edition_state(table).hazard[self.place] = 0


@final
class AtlantisSank(PublicFact):
    """The four territories of Atlantis left the game (god.info.18)."""

    def apply(self, table: Table) -> None:
        edition_state(table).sunk = True


@final
class LinkClosed(PublicFact):
    """The maelstrom closed the sea link between two places."""

    FIELDS: ClassVar[Fields] = {"source": PLACE, "target": PLACE}

    def __init__(self, source: i64, target: i64) -> None:
        self.source: Final[i64] = source
        self.target: Final[i64] = target

    def apply(self, table: Table) -> None:
        edition_state(table).maelstrom = bit(self.source) | bit(self.target)


@final
class HeavenGiven(PublicFact):
    """A seat received the empty heaven of its pantheon (god.setup.6)."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "heaven": PLACE}

    def __init__(self, seat: i64, heaven: i64) -> None:
        self.seat: Final[i64] = seat
        self.heaven: Final[i64] = heaven

    def apply(self, table: Table) -> None:
        take(table, self.heaven, self.seat)


@mypyc_attr(free_list_len=1)
@final
class WentToHeaven(PublicFact):
    """Armies that were destroyed on the Ancient Earth went to their owner's heaven (god.info.15)."""

    FIELDS: ClassVar[Fields] = {"place": PLACE, "heaven": PLACE, "armies": AMOUNT}
    IS_LOSS: ClassVar[bool] = True

    def __init__(self, place: i64, heaven: i64, armies: i64) -> None:
        self.place: Final[i64] = place
        self.heaven: Final[i64] = heaven
        self.armies: Final[i64] = armies

    def apply(self, table: Table) -> None:
        table.state.armies[self.place] -= self.armies
        table.state.armies[self.heaven] += self.armies


# ------------------------------------------------------------------ facts: marks of a turn
@final
class GroundHallowed(PublicFact):
    """A place cannot be attacked for the rest of the turn."""

    FIELDS: ClassVar[Fields] = {"place": PLACE}

    def __init__(self, place: i64) -> None:
        self.place: Final[i64] = place

    def apply(self, table: Table) -> None:
        edition_state(table).sacred |= bit(self.place)


@final
class FervourKindled(PublicFact):
    """A seat adds `bonus` to its god-war totals for the rest of the turn."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "bonus": AMOUNT}

    def __init__(self, seat: i64, bonus: i64) -> None:
        self.seat: Final[i64] = seat
        self.bonus: Final[i64] = bonus

    def apply(self, table: Table) -> None:
        edition_state(table).fervour[self.seat] += self.bonus


@mypyc_attr(free_list_len=1)
@final
class DefendersBeaten(Bookkeeping):
    """The seat in turn conquered a defended territory. The War labour counts these (god.labour.war)."""

    def apply(self, table: Table) -> None:
        edition_state(table).beaten += 1


@final
class GodsAvenged(Bookkeeping):
    """The Sky labour of this turn is done (god.labour.sky)."""

    def apply(self, table: Table) -> None:
        edition_state(table).avenged = True
