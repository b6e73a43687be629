"""The pieces of this box besides armies: captains, coins, buried treasures; and the facts that change them."""

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
    """The state that only this edition has. `rows` and `load` save it; `seen_by` and `imagined` protect its secrets."""

    def __init__(self, coins: vec[i64], treasure: vec[i64], captains: i64, order: tuple[int, ...]) -> None:
        self.coins = coins  # by seat
        self.treasure = treasure  # by seat: the place of its treasure; NOBODY: not buried yet
        self.captains: i64 = captains  # bits of the places with a captain
        self.order = order  # the seats in the order of this round

    def copy(self) -> EditionState:
        return Kit(self.coins[:], self.treasure[:], self.captains, self.order)

    def rows(self) -> list[list[int]]:
        return [list(self.coins), list(self.treasure), [self.captains], list(self.order)]

    def load(self, rows: list[list[int]]) -> None:
        coins, treasure, captains, order = rows
        self.coins, self.treasure = vec[i64](coins), vec[i64](treasure)
        self.captains, self.order = captains[0], tuple(order)

    def seen_by(self, seat: i64) -> EditionState:
        """Hide the places of others' treasures; the seats that have buried one are public."""
        known = [where if who == seat or where == NOBODY else HIDDEN for who, where in enumerate(self.treasure)]
        return Kit(self.coins[:], vec[i64](known), self.captains, self.order)

    def imagined(self, state: State, chance: Chance) -> EditionState:
        """Guess a place for every hidden treasure; any place is possible."""
        guess = [chance.below(len(state.owner)) if where == HIDDEN else where for where in self.treasure]
        return Kit(self.coins[:], vec[i64](guess), self.captains, self.order)


def kit(table: Table) -> Kit:
    """Return the edition's part of the state."""
    own = table.state.edition_state
    assert isinstance(own, Kit)
    return own


@final
class KitStateFactory(EditionStateFactory):
    """Creates the initial state: two coins for each seat and no other pieces."""

    def create(self, seats: i64, board: Board) -> EditionState:
        return Kit(fill(seats, 2), fill(seats, NOBODY), 0, ())


def units(table: Table, place: i64) -> i64:
    """Return the units in a place: armies and perhaps a captain; any of them holds the place (tea.captain.1)."""
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
    """A captain left a place: killed, or on the way to another."""

    FIELDS: ClassVar[Fields] = {"place": PLACE}

    def __init__(self, place: i64) -> None:
        self.place: Final[i64] = place

    def apply(self, table: Table) -> None:
        kit(table).captains &= ~bit(self.place)


@final
class CoinsChanged(PublicFact):
    """A seat received or paid coins."""

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
    """The order of the seats in this round."""

    FIELDS: ClassVar[Fields] = {"order": revealed(row(SEAT))}

    def __init__(self, order: tuple[int, ...]) -> None:
        self.order: Final = order

    def apply(self, table: Table) -> None:
        kit(table).order = self.order


@final
class RoundBegan(PublicFact):
    """A round began."""

    FIELDS: ClassVar[Fields] = {"round": NUMBER}

    def __init__(self, round: i64) -> None:
        self.round: Final[i64] = round

    def apply(self, table: Table) -> None:
        table.state.round = self.round


@final
class PostCaptains(Step[Frame]):
    """Puts each seat's captain on the first place it was dealt, in the order of the board. Asks nobody."""

    def arrive(self, table: Table, frame: Frame) -> bool:
        table.close()
        owner = list(table.state.owner)
        for seat in range(table.state.seats):
            table.note(CaptainPosted(owner.index(seat)))
        return False
