"""State of the tournament game besides the board: closing phase, points, special cards."""

from typing import ClassVar, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.kernel.board import Board
from kamchatka.kernel.chance import Chance
from kamchatka.kernel.ports import EditionStateFactory
from kamchatka.kernel.schema.fields import AMOUNT, FLAG, NUMBER, PLACE, SEAT
from kamchatka.kernel.schema.rows import BY_SEAT, TABLE, Row, RowReader, Rows
from kamchatka.kernel.state import HIDDEN, NOBODY, EditionState, State, fill
from kamchatka.kernel.table import Table


@final
class ChallengeState(EditionState):
    """The state of one table. `given` and `kings` are square, one row per seat; they are empty without Kingmaker."""

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
        self.last_round: i64 = 0  # number of the last round; 0: time is not up
        self.opener: i64 = NOBODY  # the first seat that made a closing throw or was exempt from it
        self.threshold: i64 = 0  # 0: no closing throw yet
        self.duel: i64 = 0  # 1: the Challenge card was played in this turn and still applies
        self.source: i64 = NOBODY  # battle to which the card applies; NOBODY until the first roll
        self.target: i64 = NOBODY
        self.played = fill(seats, 0)  # by seat: the round of its Challenge card; 0: still in hand
        self.points = fill(seats, NOBODY)  # points of the game by seat, once they are counted
        self.shown = fill(seats, NOBODY)  # by seat: whose Kingmaker cards it has revealed
        self.given = fill(cells, NOBODY)  # giver's row, receiver's column: the seat whose colour the card has
        self.kings = fill(cells, 0)  # holder's row: number of Kingmaker cards of each seat's colour

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
            _to_list(self.played),
            _to_list(self.points),
            _to_list(self.shown),
            _to_list(self.given),
            _to_list(self.kings),
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
        """Hide what a seat cannot know. It sees its own gifts and cards, and everything that was revealed."""
        seen = self.copy()
        assert isinstance(seen, ChallengeState)
        self._hide(seat, seen.given, seen.kings)
        return seen

    def show(self, seat: i64, reader: RowReader) -> None:
        given, kings = self.given[:], self.kings[:]
        self._hide(seat, given, kings)
        reader.row(vec[i64]([self.last_round, self.opener, self.threshold, self.duel, self.source, self.target]))
        reader.row(self.played)
        reader.row(self.points)
        reader.row(self.shown)
        reader.row(given)
        reader.row(kings)

    def _hide(self, seat: i64, given: vec[i64], kings: vec[i64]) -> None:
        """Hide what a seat cannot know in copies of the Kingmaker cards."""
        for cell in range(i64(len(given))):
            if cell // self.seats != seat:
                if self.shown[cell // self.seats] != cell % self.seats:
                    kings[cell] = HIDDEN
                if given[cell] != NOBODY:
                    given[cell] = HIDDEN

    def imagined(self, state: State, chance: Chance) -> EditionState:
        """Deal the hidden gifts at random, consistent with the known cards."""
        new = self.copy()
        assert isinstance(new, ChallengeState)
        if HIDDEN in new.kings:
            Gifts(new, chance).imagine()
        return new

    def gifts(self, giver: i64) -> i64:
        """Count the cards that a seat has given away or kept."""
        count: i64 = 0
        for to in range(self.seats):
            if self.given[giver * self.seats + to] != NOBODY:
                count += 1
        return count

    def is_collected(self) -> bool:
        """Return True if all seats have given and so have taken up their cards."""
        for giver in range(self.seats):
            if self.gifts(giver) < self.seats:
                return False
        return True


MOST_TRIES: Final = 20_000  # limit of the search for hands that match all known counts


@final
class Gifts:
    """Samples the hidden Kingmaker gifts, given what one seat (or an onlooker) knows.

    Before the cards are taken up, only the viewer's own gifts are known. Afterwards, its hand and all revealed
    cards are known too: cells of `kings` that are not HIDDEN are counts that each deal must match. Columns with
    such counts are dealt first. The other cards of each giver follow, independently of other givers.
    """

    def __init__(self, register: ChallengeState, chance: Chance) -> None:
        self.register: Final = register
        self.chance: Final = chance
        self.seats: Final[i64] = register.seats
        self.viewer: Final[i64] = self.find_known_giver()
        self.tries: i64 = 0
        self.left: Final[list[int]] = _to_list(register.kings)  # cards still due in each cell; HIDDEN: any number
        self.cells: Final[list[int]] = self.cells_with_counts()

    def imagine(self) -> None:
        """Deal every hidden row again, then count the resulting hands."""
        register = self.register
        if not register.is_collected() or not self.deal(0):
            for giver in range(self.seats):
                if giver != self.viewer:
                    self.row(giver)
        for cell in range(i64(len(register.kings))):
            register.kings[cell] = 0
        if register.is_collected():
            collect(register)

    def find_known_giver(self) -> i64:
        """Return the seat whose hand is known; NOBODY for an onlooker."""
        for seat in range(self.seats):
            if HIDDEN not in self.register.kings[seat * self.seats : (seat + 1) * self.seats]:
                return seat
        return NOBODY

    def cells_with_counts(self) -> list[int]:
        """Return the gifts to seats with known counts, receiver by receiver, the viewer first."""
        found: list[int] = []
        for turn in range(2):
            for to in range(self.seats):
                is_counted = max(self.left[to * self.seats : (to + 1) * self.seats]) > HIDDEN
                if is_counted and (to == self.viewer) == (turn == 0):
                    for giver in range(self.seats):
                        found.append(giver * self.seats + to)
        return found

    def deal(self, at: i64) -> bool:
        """Deal the counted cells from this one on, then all others, so that the known counts match."""
        if at == i64(len(self.cells)):
            return max(self.left) <= 0 and self.complete()
        self.tries += 1
        if self.tries > MOST_TRIES:
            return False  # impossible in a game, but an imported position may contain such hands
        given = self.register.given
        cell: i64 = self.cells[at]
        giver = cell // self.seats
        hand = cell % self.seats * self.seats
        if max(self.left[hand : hand + self.seats]) > self.seats - giver:
            return False  # more cards of a colour are still due than there are givers left
        for colour in self.candidates(cell):
            held = hand + colour
            if colour == NOBODY:  # a card that isn't counted: it is dealt with the rest of the row
                if self.deal(at + 1):
                    return True
            elif self.left[held] != 0:
                before = given[cell]
                given[cell] = colour
                self.left[held] -= 0 if self.left[held] == HIDDEN else 1
                if self.deal(at + 1):
                    return True
                self.left[held] += 0 if self.left[held] == HIDDEN else 1
                given[cell] = before
        return False

    def candidates(self, cell: i64) -> list[i64]:
        """List candidates for a counted cell in random order: colours still due there, and NOBODY for any other."""
        giver, to = cell // self.seats, cell % self.seats
        if giver == self.viewer:
            return [self.register.given[cell]]
        found = [colour for colour in self.shuffle_colours(cell) if self.left[to * self.seats + colour] > 0]
        if to != self.viewer:
            found.insert(self.chance.below(len(found) + 1), NOBODY)
        return found

    def complete(self) -> bool:
        """Deal the other cards of each giver. If this is impossible for one giver, undo all of them."""
        given = self.register.given
        before = given[:]
        for giver in range(self.seats):
            if giver != self.viewer and not self.fill(giver, 0):
                for cell in range(i64(len(before))):
                    given[cell] = before[cell]
                return False
        return True

    def fill(self, giver: i64, to: i64) -> bool:
        """Deal the giver's HIDDEN cards from this receiver on."""
        if to == self.seats:
            return True
        given = self.register.given
        cell = giver * self.seats + to
        if given[cell] != HIDDEN:
            return self.fill(giver, to + 1)
        for colour in self.shuffle_colours(cell):
            if self.left[to * self.seats + colour] == 0:
                continue  # all cards with a known count have been dealt
            given[cell] = colour
            if self.fill(giver, to + 1):
                return True
            given[cell] = HIDDEN
        return False

    def shuffle_colours(self, cell: i64) -> list[i64]:
        """Return the colours allowed here in random order. A giver repeats none; the receiver can't get its own."""
        seats = self.seats
        giver = cell // seats
        gone = self.register.given[giver * seats : (giver + 1) * seats]
        free: list[i64] = [colour for colour in range(seats) if colour != cell % seats and colour not in gone]
        return [free.pop(self.chance.below(len(free))) for _ in range(len(free))]

    def row(self, giver: i64) -> None:
        """Deal one giver's cards before they are taken up. No receiver gets its own colour."""
        given = self.register.given
        while True:
            free = [colour for colour in range(self.seats)]
            fits = True
            for to in range(self.seats):
                colour = free.pop(self.chance.below(len(free)))
                if colour == to:
                    fits = False
                elif given[giver * self.seats + to] != NOBODY:
                    given[giver * self.seats + to] = colour
            if fits:
                return


def collect(register: ChallengeState) -> None:
    """Let every seat take up the cards it received and the one it kept."""
    seats = register.seats
    for cell in range(seats * seats):
        register.kings[cell % seats * seats + register.given[cell]] += 1


def _to_list(row: vec[i64]) -> list[int]:
    return [number for number in row]


def edition_state(table: Table) -> ChallengeState:
    """Return the table's state as a ChallengeState."""
    own = table.state.edition_state
    assert isinstance(own, ChallengeState)
    return own


@final
class ChallengeStateFactory(EditionStateFactory):
    """Create the state, with the Kingmaker deck if it is used."""

    def __init__(self, kingmaker: bool) -> None:
        self.kingmaker: Final = kingmaker

    def create(self, seats: i64, board: Board) -> EditionState:
        return ChallengeState(seats, self.kingmaker)
