"""The deal: it runs counter-clockwise, and no seat may receive more than half of a continent."""

from typing import ClassVar, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.kernel.board import Board
from kamchatka.kernel.facts import ArmiesPlaced, Dealt
from kamchatka.kernel.schema.fields import PLACE, SEAT, Fields
from kamchatka.kernel.state import Frame, State, fill
from kamchatka.kernel.step import Step
from kamchatka.kernel.table import Fact, PublicFact, Table


@final
class Diverted(PublicFact):
    """The drawn place would have given the seat more than half of a continent, so another seat receives it."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "place": PLACE}

    def __init__(self, seat: i64, place: i64) -> None:
        self.seat: Final[i64] = seat
        self.place: Final[i64] = place

    def apply(self, table: Table) -> None:
        pass


@final
class DealRepeated(PublicFact):
    """The diversions left hands of unequal size, so the cards are dealt again."""

    def apply(self, table: Table) -> None:
        pass


def to_the_right(state: State, seat: i64) -> i64:
    """Return the seat that receives the next card. The deal runs against the order of play."""
    return state.order[(state.rank(seat) + state.seats - 1) % state.seats]


@final
class Hands:
    """A deal in progress: places per seat and zone, and the cards that seats received before their go."""

    def __init__(self, board: Board, state: State, halves: bool) -> None:
        self.board: Final = board
        self.state: Final = state
        self.halves: Final = halves
        self.held: Final = fill(state.seats * board.zones, 0)
        self.ahead: Final = fill(state.seats, 0)
        self.offences: i64 = 0  # consecutive offences of the seat whose go it is

    def fits(self, seat: i64, place: i64) -> bool:
        """Return True if the seat would still hold at most half of the zone."""
        zone = self.board.zone[place]
        return not self.halves or (self.held[seat * self.board.zones + zone] + 1) * 2 <= self.board.zone_size[zone]

    def give(self, seat: i64, place: i64) -> None:
        """Give the place to the seat."""
        self.held[seat * self.board.zones + self.board.zone[place]] += 1

    def receiver(self, seat: i64, place: i64) -> i64:
        """Return the seat that receives a diverted place.

        Count on from the seat by its consecutive offences, and take the first seat from there that may hold the place.

        Such a seat always exists: with three or more seats, the halves that they may hold exceed the zone.
        """
        other = seat
        for _ in range((self.offences - 1) % (self.state.seats - 1) + 1):
            other = to_the_right(self.state, other)
        while other == seat or not self.fits(other, place):
            other = to_the_right(self.state, other)
        return other


@final
class HalfDeal(Step[Frame]):
    """Deal all places one at a time from the dealer's right, with one army on each."""

    def __init__(self, halves: bool, repeats: bool) -> None:
        super().__init__()
        self.halves: Final = halves  # True if the 50 % rule applies
        self.repeats: Final = repeats  # True if unequal hands are dealt again

    def arrive(self, table: Table, frame: Frame) -> bool:
        table.close()
        facts = self.deal(table, frame.seat)
        while self.repeats and self.is_uneven(facts, table, frame.seat):
            table.note(DealRepeated())
            facts = self.deal(table, frame.seat)
        for fact in facts:
            table.note(fact)
            if isinstance(fact, Dealt):
                table.note(ArmiesPlaced(fact.seat, fact.place, 1))
        return False

    def deal(self, table: Table, dealer: i64) -> list[Fact]:
        """Deal once and return the resulting facts."""
        state = table.state
        hands = Hands(table.board, state, self.halves)
        deck = [place for place in range(table.board.size)]
        facts: list[Fact] = []
        seat = to_the_right(state, dealer)
        while deck:
            if hands.ahead[seat] > 0:
                hands.ahead[seat] -= 1  # a diverted place was already the seat's card of this round
                seat = to_the_right(state, seat)
                continue
            place = deck.pop(table.chance.below(len(deck)))
            if hands.fits(seat, place):
                hands.give(seat, place)
                facts.append(Dealt(place, seat))
                hands.offences = 0
                seat = to_the_right(state, seat)
            else:
                self.divert(hands, facts, seat, place)
        return facts

    def divert(self, hands: Hands, facts: list[Fact], seat: i64, place: i64) -> None:
        """Give the place to another seat, as its card of this round.

        The seat that was passed over gets the next card.
        """
        hands.offences += 1
        other = hands.receiver(seat, place)
        hands.give(other, place)
        hands.ahead[other] += 1
        facts.append(Diverted(seat, place))
        facts.append(Dealt(place, other))

    def is_uneven(self, facts: list[Fact], table: Table, dealer: i64) -> bool:
        """Return True if any seat's number of places differs from a deal without diversions."""
        counts = plain_counts(table, dealer)
        for fact in facts:
            if isinstance(fact, Dealt):
                counts[fact.seat] -= 1
        for left in counts:
            if left != 0:
                return True
        return False


def plain_counts(table: Table, dealer: i64) -> vec[i64]:
    """Count the places per seat in a deal without diversions."""
    counts = fill(table.state.seats, 0)
    seat = dealer
    for _ in range(table.board.size):
        seat = to_the_right(table.state, seat)
        counts[seat] += 1
    return counts
