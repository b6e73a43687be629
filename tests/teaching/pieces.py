"""What this box holds besides armies: captains, coins, buried treasures; and the facts that change it."""

from typing import ClassVar, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.kernel.bits import bit, has
from kamchatka.kernel.board import Board
from kamchatka.kernel.chance import Chance
from kamchatka.kernel.ports import EditionStateFactory
from kamchatka.kernel.schema.fields import AMOUNT, NUMBER, PLACE, SEAT, Fields, revealed, row, secret
from kamchatka.kernel.state import HIDDEN, NOBODY, EditionState, Frame, State, fill
from kamchatka.kernel.step import Step
from kamchatka.kernel.table import Fact, PublicFact, Table


@final
class Kit(EditionState):
    """What this edition alone keeps. `rows` and `load` save it; `seen_by` and `imagined` keep its secret part."""

    def __init__(self, coins: vec[i64], treasure: vec[i64], captains: i64, order: tuple[int, ...]) -> None:
        self.coins = coins  # by seat
        self.treasure = treasure  # by seat: the place where it lies; NOBODY: not buried yet
        self.captains: i64 = captains  # places where a captain stands, as bits
        self.order = order  # seats as they play in this round

    def copy(self) -> EditionState:
        return Kit(self.coins[:], self.treasure[:], self.captains, self.order)

    def rows(self) -> list[list[int]]:
        return [list(self.coins), list(self.treasure), [self.captains], list(self.order)]

    def load(self, rows: list[list[int]]) -> None:
        coins, treasure, captains, order = rows
        self.coins, self.treasure = vec[i64](coins), vec[i64](treasure)
        self.captains, self.order = captains[0], tuple(order)

    def seen_by(self, seat: i64) -> EditionState:
        """Everybody knows who has buried a treasure, only its owner where."""
        known = [where if who == seat or where == NOBODY else HIDDEN for who, where in enumerate(self.treasure)]
        return Kit(self.coins[:], vec[i64](known), self.captains, self.order)

    def imagined(self, state: State, chance: Chance) -> EditionState:
        """A treasure may lie anywhere."""
        guess = [chance.below(len(state.owner)) if where == HIDDEN else where for where in self.treasure]
        return Kit(self.coins[:], vec[i64](guess), self.captains, self.order)


def kit(table: Table) -> Kit:
    """Record of the edition."""
    own = table.state.edition_state
    assert isinstance(own, Kit)
    return own


@final
class KitStateFactory(EditionStateFactory):
    """Two coins a seat; nothing else is out of the box yet."""

    def create(self, seats: i64, board: Board) -> EditionState:
        return Kit(fill(seats, 2), fill(seats, NOBODY), 0, ())


def units(table: Table, place: i64) -> i64:
    """Armies, and the captain if one stands there: any of them holds the place (tea.captain.1)."""
    return table.state.armies[place] + (1 if has(kit(table).captains, place) else 0)


# ------------------------------------------------------------------ facts: the only way to change the record
@final
class CaptainPosted(PublicFact):
    """A captain came to a place."""

    FIELDS: ClassVar[Fields] = {"place": PLACE}

    def __init__(self, place: i64) -> None:
        self.place: Final[i64] = place

    def apply(self, table: Table) -> None:
        kit(table).captains |= bit(self.place)


@final
class CaptainGone(PublicFact):
    """A captain left a place: lost, or on the way to another."""

    FIELDS: ClassVar[Fields] = {"place": PLACE}

    def __init__(self, place: i64) -> None:
        self.place: Final[i64] = place

    def apply(self, table: Table) -> None:
        kit(table).captains &= ~bit(self.place)


@final
class CoinsChanged(PublicFact):
    """A seat received coins, or paid them."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "coins": revealed(AMOUNT)}

    def __init__(self, seat: i64, coins: i64) -> None:
        self.seat: Final[i64] = seat
        self.coins: Final[i64] = coins

    def apply(self, table: Table) -> None:
        kit(table).coins[self.seat] += self.coins


@final
class TreasureBuried(Fact):
    """A seat buried its treasure; only that seat sees where."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "place": secret(PLACE)}

    def __init__(self, seat: i64, place: i64) -> None:
        self.seat: Final[i64] = seat
        self.place: Final[i64] = place

    def apply(self, table: Table) -> None:
        kit(table).treasure[self.seat] = self.place

    def seen_by(self, seat: i64) -> Fact:
        return self if seat == self.seat else TreasureBuried(self.seat, HIDDEN)


@final
class OrderSettled(PublicFact):
    """The seats as they will play in this round."""

    FIELDS: ClassVar[Fields] = {"order": revealed(row(SEAT))}

    def __init__(self, order: tuple[int, ...]) -> None:
        self.order: Final = order

    def apply(self, table: Table) -> None:
        kit(table).order = self.order


@final
class RoundBegan(PublicFact):
    """A round of the game."""

    FIELDS: ClassVar[Fields] = {"round": NUMBER}

    def __init__(self, round: i64) -> None:
        self.round: Final[i64] = round

    def apply(self, table: Table) -> None:
        table.state.round = self.round


@final
class PostCaptains(Step[Frame]):
    """Preparation: each seat's captain on the first place it was dealt, in the order of the board. Asks nobody."""

    def arrive(self, table: Table, frame: Frame) -> bool:
        table.close()
        owner = list(table.state.owner)
        for seat in range(table.state.seats):
            table.note(CaptainPosted(owner.index(seat)))
        return False
