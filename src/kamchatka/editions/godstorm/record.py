"""What this edition alone keeps: gods, temples, plague, relics, what lasts for a turn; and the facts that change it.

Faith, markers and the epoch are kept by the shared `Age`, armies (in the Underworld and in heavens too) by the state.
"""
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.kernel.bits import bit, has, size
from kamchatka.kernel.board import Board
from kamchatka.kernel.ports import Box
from kamchatka.kernel.state import NOBODY, Extra, fill
from kamchatka.kernel.table import Bookkeeping, Fact, Table

DEATH: Final = 0            # kinds of gods, and the decks of their miracles
MAGIC: Final = 1
WAR: Final = 2
SKY: Final = 3
KINDS: Final = 4
FIRST_CARD: Final = (0, 17, 32, 49, 66)         # of each deck; the cards are numbered deck after deck
RELICS: Final = 15
TEMPLES: Final = 12


@final
class Record(Extra):
    """The record of one table. Places, where several, are sets of bits; everything in it lies open."""

    def __init__(self, seats: i64) -> None:
        self.faith = fill(seats, 0)
        self.gods = fill(seats * KINDS, NOBODY)         # by seat and kind: where the god stands; NOBODY: on its card
        self.relics = fill(RELICS, NOBODY)              # by card of the Magic deck: who has it in play
        self.fervour = fill(seats, 0)                   # by seat: added to its godwar totals in this turn
        self.temples: i64 = 0
        self.plague: i64 = 0
        self.spare_plague: i64 = 1                      # markers beside the board
        self.sunk: bool = False
        self.maelstrom: i64 = 0                         # the two places whose sea link is closed
        self.sacred: i64 = 0                            # not to be attacked in this turn
        self.gone: i64 = 0                              # kinds of the active seat's gods banished in this turn
        self.beaten: i64 = 0                            # defended territories conquered in this turn
        self.avenged: bool = False                      # the Sky labour of this turn is done

    def copy(self) -> Extra:
        new = Record(0)
        new.faith, new.gods = self.faith[:], self.gods[:]
        new.relics, new.fervour = self.relics[:], self.fervour[:]
        new.take_marks(self.marks())
        return new

    def marks(self) -> list[int]:
        """The single numbers."""
        return [self.temples, self.plague, self.spare_plague, int(self.sunk), self.maelstrom, self.sacred, self.gone,
                self.beaten, int(self.avenged)]

    def take_marks(self, marks: list[int]) -> None:
        """Take over what `marks` gave."""
        self.temples, self.plague, self.spare_plague, sunk, self.maelstrom, self.sacred, self.gone = marks[:7]
        self.sunk = bool(sunk)
        self.beaten, self.avenged = marks[7], bool(marks[8])

    def rows(self) -> list[list[int]]:
        return [[n for n in self.faith], [n for n in self.gods], [n for n in self.relics], [n for n in self.fervour],
                self.marks()]

    def load(self, rows: list[list[int]]) -> None:
        known = self.rows()
        if [len(row) for row in rows] != [len(row) for row in known]:
            raise ValueError(f"extra={rows}")
        self.faith, self.gods = vec[i64](rows[0]), vec[i64](rows[1])
        self.relics, self.fervour = vec[i64](rows[2]), vec[i64](rows[3])
        self.take_marks(rows[4])


def record(table: Table) -> Record:
    """This edition's own record."""
    extra = table.state.extra
    assert isinstance(extra, Record)
    return extra


@final
class GodstormBox(Box):
    """All gods on their cards, every temple in the stock."""

    def extra(self, seats: i64, board: Board) -> Extra:
        return Record(seats)


# ------------------------------------------------------------------ questions
def god_place(table: Table, seat: i64, kind: i64) -> i64:
    """Where a seat's god stands; NOBODY when it is on its pantheon card, or for neutral armies."""
    return record(table).gods[seat * KINDS + kind] if seat >= 0 else NOBODY


def in_play(table: Table, seat: i64, kind: i64) -> bool:
    """Whether the god stands on the Ancient Earth (god.info.12)."""
    return god_place(table, seat, kind) != NOBODY


def gods_at(table: Table, place: i64) -> i64:
    """The kinds of the gods in a place, as bits: all of them belong to whoever controls it."""
    seat = table.state.owner[place]
    kinds: i64 = 0
    if seat >= 0:
        for kind in range(KINDS):
            if record(table).gods[seat * KINDS + kind] == place:
                kinds |= bit(kind)
    return kinds


def has_temple(table: Table, place: i64) -> bool:
    """Whether a temple stands there."""
    return has(record(table).temples, place)


def is_plagued(table: Table, place: i64) -> bool:
    """Whether a plague marker lies there."""
    return has(record(table).plague, place)


def temples_of(table: Table, seat: i64) -> list[i64]:
    """The territories of a seat that have a temple."""
    owner = table.state.owner
    return [place for place in range(len(owner)) if owner[place] == seat and has(record(table).temples, place)]


def temples_left(table: Table) -> i64:
    """Temples in the stock: twelve less those on the board (god.summon.8)."""
    return TEMPLES - size(record(table).temples)


def has_relic(table: Table, seat: i64, card: i64) -> bool:
    """Whether this seat has this relic in play."""
    return seat >= 0 and record(table).relics[card - FIRST_CARD[MAGIC]] == seat


# ------------------------------------------------------------------ facts: gods and temples
@final
class FaithChanged(Fact):
    """Faith came to a seat by this clause, or was sacrificed."""

    def __init__(self, seat: i64, faith: i64, clause: str) -> None:
        self.seat: Final[i64] = seat
        self.faith: Final[i64] = faith
        self.clause: Final = clause

    def apply(self, table: Table) -> None:
        record(table).faith[self.seat] += self.faith


@final
class GodMoved(Fact):
    """A god came to a place, from its card or from elsewhere on the board."""

    def __init__(self, seat: i64, god: i64, place: i64) -> None:
        self.seat: Final[i64] = seat
        self.god: Final[i64] = god
        self.place: Final[i64] = place

    def apply(self, table: Table) -> None:
        record(table).gods[self.seat * KINDS + self.god] = self.place


@final
class GodBanished(Fact):
    """A god went back to its pantheon card; if it is its owner's turn it stays there for the rest of it."""

    def __init__(self, seat: i64, god: i64) -> None:
        self.seat: Final[i64] = seat
        self.god: Final[i64] = god

    def apply(self, table: Table) -> None:
        own = record(table)
        own.gods[self.seat * KINDS + self.god] = NOBODY
        if self.seat == table.state.turn:
            own.gone |= bit(self.god)


@final
class TempleBuilt(Fact):
    """A temple stands in this place now."""

    def __init__(self, place: i64) -> None:
        self.place: Final[i64] = place

    def apply(self, table: Table) -> None:
        record(table).temples |= bit(self.place)


@final
class TempleRemoved(Fact):
    """A temple went back to the stock."""

    def __init__(self, place: i64) -> None:
        self.place: Final[i64] = place

    def apply(self, table: Table) -> None:
        record(table).temples &= ~bit(self.place)


@final
class RelicTaken(Fact):
    """A seat has a relic in play now: drawn, or taken from another."""

    def __init__(self, seat: i64, card: i64) -> None:
        self.seat: Final[i64] = seat
        self.card: Final[i64] = card

    def apply(self, table: Table) -> None:
        record(table).relics[self.card - FIRST_CARD[MAGIC]] = self.seat


@final
class RelicLost(Fact):
    """A relic left the game."""

    def __init__(self, card: i64) -> None:
        self.card: Final[i64] = card

    def apply(self, table: Table) -> None:
        record(table).relics[self.card - FIRST_CARD[MAGIC]] = NOBODY


# ------------------------------------------------------------------ facts: the land itself
@final
class PlagueSet(Fact):
    """A plague marker came to a place; `spare` when it is the fifth, from beside the board."""

    def __init__(self, place: i64, spare: bool = False) -> None:
        self.place: Final[i64] = place
        self.spare: Final = spare

    def apply(self, table: Table) -> None:
        own = record(table)
        own.plague |= bit(self.place)
        own.spare_plague -= 1 if self.spare else 0


@final
class PlagueLifted(Fact):
    """A plague marker left a place."""

    def __init__(self, place: i64) -> None:
        self.place: Final[i64] = place

    def apply(self, table: Table) -> None:
        record(table).plague &= ~bit(self.place)


@final
class AtlantisSank(Fact):
    """The four territories of Atlantis are out of the game (god.info.18)."""

    def apply(self, table: Table) -> None:
        record(table).sunk = True


@final
class LinkClosed(Fact):
    """The maelstrom closed the sea link between two places."""

    def __init__(self, source: i64, target: i64) -> None:
        self.source: Final[i64] = source
        self.target: Final[i64] = target

    def apply(self, table: Table) -> None:
        record(table).maelstrom = bit(self.source) | bit(self.target)


@final
class WentToHeaven(Fact):
    """Armies destroyed on the Ancient Earth went to their owner's heaven (god.info.15)."""

    def __init__(self, place: i64, heaven: i64, armies: i64) -> None:
        self.place: Final[i64] = place
        self.heaven: Final[i64] = heaven
        self.armies: Final[i64] = armies

    def apply(self, table: Table) -> None:
        table.state.armies[self.place] -= self.armies
        table.state.armies[self.heaven] += self.armies


# ------------------------------------------------------------------ facts: what lasts for one turn
@final
class TurnCleared(Bookkeeping):
    """What lasted for a turn is over (god.turn_end.2)."""

    def apply(self, table: Table) -> None:
        own = record(table)
        own.fervour = fill(len(own.fervour), 0)
        own.sacred, own.gone, own.beaten, own.avenged = 0, 0, 0, False


@final
class GroundHallowed(Fact):
    """This place cannot be attacked for the rest of the turn."""

    def __init__(self, place: i64) -> None:
        self.place: Final[i64] = place

    def apply(self, table: Table) -> None:
        record(table).sacred |= bit(self.place)


@final
class FervourKindled(Fact):
    """A seat adds so much to its godwar totals for the rest of the turn."""

    def __init__(self, seat: i64, bonus: i64) -> None:
        self.seat: Final[i64] = seat
        self.bonus: Final[i64] = bonus

    def apply(self, table: Table) -> None:
        record(table).fervour[self.seat] += self.bonus


@final
class DefendersBeaten(Bookkeeping):
    """A defended territory fell to the seat in turn; the War labour counts them (god.labour.war)."""

    def apply(self, table: Table) -> None:
        record(table).beaten += 1


@final
class GodsAvenged(Bookkeeping):
    """The Sky labour of this turn is done (god.labour.sky)."""

    def apply(self, table: Table) -> None:
        record(table).avenged = True
