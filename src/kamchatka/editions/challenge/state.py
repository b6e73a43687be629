"""What the tournament table writes down beside the board: the closing of the game, points, special cards."""

from typing import ClassVar, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.kernel.board import Board
from kamchatka.kernel.chance import Chance
from kamchatka.kernel.ports import EditionStateFactory
from kamchatka.kernel.schema.fields import AMOUNT, FLAG, NUMBER, PLACE, SEAT
from kamchatka.kernel.schema.rows import BY_SEAT, TABLE, Row, Rows
from kamchatka.kernel.state import HIDDEN, NOBODY, EditionState, State, fill
from kamchatka.kernel.table import Table


@final
class ChallengeState(EditionState):
    """The state of one table. `given` and `kings` are square, one row per seat, and empty without Kingmaker."""

    ROWS: ClassVar[Rows] = (
        Row(
            TABLE,
            {
                "last_round": NUMBER,
                "opener": SEAT,
                "threshold": AMOUNT,
                "duel": FLAG,
                "duel_source": PLACE,
                "duel_target": PLACE,
            },
        ),
        Row(BY_SEAT, {"challenge_played": NUMBER}),
        Row(BY_SEAT, {"points": AMOUNT}),
        Row(BY_SEAT, {"kings_shown": SEAT}),
        Row(BY_SEAT, {"king_given": SEAT}, per=BY_SEAT),
        Row(BY_SEAT, {"kings": AMOUNT}, per=BY_SEAT),
    )

    def __init__(self, seats: i64, kingmaker: bool) -> None:
        self.seats: Final[i64] = seats
        cells = seats * seats if kingmaker else 0
        self.last_round: i64 = 0  # 0: time is not up
        self.opener: i64 = NOBODY  # who made, or was spared, the first closing throw
        self.threshold: i64 = 0  # 0: no closing throw yet
        self.duel: i64 = 0  # 1: the Challenge card played in this turn still counts
        self.source: i64 = NOBODY  # the battle it counts for; NOBODY until the first roll
        self.target: i64 = NOBODY
        self.played = fill(seats, 0)  # by seat: the round of its Challenge card; 0: still in hand
        self.points = fill(seats, NOBODY)  # by seat: the points of the game, once they are counted
        self.shown = fill(seats, NOBODY)  # by seat: whose Kingmaker cards it has revealed
        self.given = fill(cells, NOBODY)  # giver's row, receiver's column: whose colour the card has
        self.kings = fill(cells, 0)  # holder's row: how many Kingmaker cards of each seat's colour

    def copy(self) -> EditionState:
        new = ChallengeState(self.seats, False)
        new.last_round = self.last_round
        new.opener = self.opener
        new.threshold = self.threshold
        new.duel = self.duel
        new.source = self.source
        new.target = self.target
        new.played = self.played[:]
        new.points = self.points[:]
        new.shown = self.shown[:]
        new.given = self.given[:]
        new.kings = self.kings[:]
        return new

    def rows(self) -> list[list[int]]:
        marks: list[int] = [self.last_round, self.opener, self.threshold, self.duel, self.source, self.target]
        return [
            marks,
            _listed(self.played),
            _listed(self.points),
            _listed(self.shown),
            _listed(self.given),
            _listed(self.kings),
        ]

    def load(self, rows: list[list[int]]) -> None:
        marks, played, points, shown, given, kings = rows
        cells = len(self.given)
        if [len(row) for row in rows[1:]] != [len(self.played)] * 3 + [cells] * 2:
            raise ValueError(f"extra={rows}")
        self.last_round, self.opener, self.threshold, self.duel, self.source, self.target = marks
        self.played = vec[i64](played)
        self.points = vec[i64](points)
        self.shown = vec[i64](shown)
        self.given = vec[i64](given)
        self.kings = vec[i64](kings)

    def seen_by(self, seat: i64) -> EditionState:
        """A seat knows what it gave and holds, and what has been revealed; the rest stays face down."""
        seen = self.copy()
        assert isinstance(seen, ChallengeState)
        for cell in range(i64(len(seen.given))):
            if cell // self.seats != seat:
                if self.shown[cell // self.seats] != cell % self.seats:
                    seen.kings[cell] = HIDDEN
                if seen.given[cell] != NOBODY:
                    seen.given[cell] = HIDDEN
        return seen

    def imagined(self, state: State, chance: Chance) -> EditionState:
        """Cards given face down, given anew as they may have been."""
        new = self.copy()
        assert isinstance(new, ChallengeState)
        if HIDDEN in new.kings:
            Gifts(new, chance).imagine()
        return new

    def gifts(self, giver: i64) -> i64:
        """How many cards a seat has given away or kept."""
        count: i64 = 0
        for to in range(self.seats):
            if self.given[giver * self.seats + to] != NOBODY:
                count += 1
        return count

    def is_collected(self) -> bool:
        """Whether everybody has given, and so has taken up the cards received."""
        for giver in range(self.seats):
            if self.gifts(giver) < self.seats:
                return False
        return True


@final
class Gifts:
    """Kingmaker cards as they may have been given, seen from the one seat whose row of `kings` is known."""

    def __init__(self, register: ChallengeState, chance: Chance) -> None:
        self.register: Final = register
        self.chance: Final = chance
        self.seats: Final[i64] = register.seats

    def imagine(self) -> None:
        """Every hidden row anew, then the hands that follow from them."""
        register = self.register
        viewer = self.viewer()
        received = self.received(viewer) if register.is_collected() else []
        for giver in range(self.seats):
            if giver != viewer:
                to_viewer = received.pop(self.chance.below(len(received))) if received else NOBODY
                self.row(giver, viewer, to_viewer)
        for cell in range(i64(len(register.kings))):
            register.kings[cell] = 0
        if register.is_collected():
            collect(register)

    def viewer(self) -> i64:
        """The seat whose hand is known; NOBODY for an onlooker."""
        for seat in range(self.seats):
            if HIDDEN not in self.register.kings[seat * self.seats : (seat + 1) * self.seats]:
                return seat
        return NOBODY

    def received(self, viewer: i64) -> list[i64]:
        """The colours that came from the others: the viewer's hand without the card it kept."""
        if viewer == NOBODY:
            return []
        kept = self.register.given[viewer * self.seats + viewer]
        found: list[i64] = []
        for colour in range(self.seats):
            for _ in range(self.register.kings[viewer * self.seats + colour] - (1 if colour == kept else 0)):
                found.append(colour)
        return found

    def row(self, giver: i64, viewer: i64, to_viewer: i64) -> None:
        """One giver's cards: nobody gets its own colour, and the viewer the colour it is known to have got."""
        given = self.register.given
        while True:
            free = [colour for colour in range(self.seats)]
            fits = True
            for to in range(self.seats):
                colour = free.pop(self.chance.below(len(free)))
                if colour == to or (to == viewer and to_viewer != NOBODY and colour != to_viewer):
                    fits = False
                elif given[giver * self.seats + to] != NOBODY:
                    given[giver * self.seats + to] = colour
            if fits:
                return


def collect(register: ChallengeState) -> None:
    """Everybody takes up the cards received and the one kept."""
    seats = register.seats
    for cell in range(seats * seats):
        register.kings[cell % seats * seats + register.given[cell]] += 1


def _listed(row: vec[i64]) -> list[int]:
    return [number for number in row]


def edition_state(table: Table) -> ChallengeState:
    """This edition's own state."""
    own = table.state.edition_state
    assert isinstance(own, ChallengeState)
    return own


@final
class ChallengeStateFactory(EditionStateFactory):
    """Makes the state; with Kingmaker, its deck as well."""

    def __init__(self, kingmaker: bool) -> None:
        self.kingmaker: Final = kingmaker

    def create(self, seats: i64, board: Board) -> EditionState:
        return ChallengeState(seats, self.kingmaker)
