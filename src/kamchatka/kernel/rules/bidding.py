"""Bidding: all seats bid secretly and pay; then each takes a free turn marker, highest bid first."""

from typing import ClassVar, Final, final

from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.ages.age import Age, age
from kamchatka.kernel.ages.age_facts import BidShown, MarkerTaken, PurseChanged
from kamchatka.kernel.bits import bit
from kamchatka.kernel.chance import Chance
from kamchatka.kernel.dice import by_falling_die
from kamchatka.kernel.facts import OrderGiven
from kamchatka.kernel.options import BID, CHOOSE, Action, Amount, Choice, Options
from kamchatka.kernel.schema.fields import AMOUNT, SEAT, Fields, row, secret
from kamchatka.kernel.state import HIDDEN, NOBODY, Frame, PublicFrame, State
from kamchatka.kernel.step import AnyStep, Step
from kamchatka.kernel.table import Table

AWAITED: Final = -1  # placeholder for a bid not yet made


@final
class Auction(Frame):
    """The bids so far, by seat. Everybody sees who has bid; the amounts are secret until all have bid."""

    FIELDS: ClassVar[Fields] = {"bids": secret(row(AMOUNT))}

    def __init__(self, step: i64, seat: i64, bids: tuple[int, ...]) -> None:
        super().__init__(step, seat)
        self.bids: Final = bids

    def seen_by(self, seat: i64) -> Frame:
        known = [bid if who == seat or bid == AWAITED else HIDDEN for who, bid in enumerate(self.bids)]
        return Auction(self.step, self.seat, tuple(known))

    def imagined(self, state: State, chance: Chance) -> Frame:
        own = state.edition_state
        assert isinstance(own, Age)
        guess = [chance.below(own.purse[who] + 1) if bid == HIDDEN else bid for who, bid in enumerate(self.bids)]
        return Auction(self.step, self.seat, tuple(guess))


@mypyc_attr(allow_interpreted_subclasses=True)
class Weight:
    """How bids are compared. By default only the amount paid counts."""

    def of(self, table: Table, seat: i64, bid: i64) -> i64:
        """Return the number to compare."""
        return bid


@final
class Bids(Step[Auction]):
    """Secret bids of all living seats. A seat with an empty purse bids 0, and every bid is paid in full."""

    def __init__(self, weight: Weight | None = None) -> None:
        super().__init__()
        self.weight: Final = weight or Weight()
        self.markers: Final = Markers()

    def parts(self) -> list[AnyStep]:
        return [self.markers]

    def is_sealed(self) -> bool:
        return True

    def frame(self, seat: i64) -> Frame:
        return Auction(self.index, NOBODY, ())

    def arrive(self, table: Table, frame: Auction) -> bool:
        state = table.state
        if not frame.bids:
            purse = age(table).purse
            bids = [AWAITED if state.is_alive(seat) and purse[seat] > 0 else 0 for seat in range(state.seats)]
            table.replace_top(Auction(self.index, NOBODY, tuple(bids)))
        elif AWAITED in frame.bids:
            return True
        else:
            self.reveal(table, frame)
        return False

    def reveal(self, table: Table, frame: Auction) -> None:
        """Reveal and collect the bids, break ties with dice, and let seats take markers from the highest bid down."""
        state = table.state
        seats: list[i64] = [seat for seat in range(state.seats) if state.is_alive(seat)]
        worth: list[i64] = []
        for seat in seats:
            bid: i64 = frame.bids[seat]
            table.note(BidShown(seat, bid))
            if bid > 0:
                table.note(PurseChanged(seat, -bid, "bid.paid"))
            worth.append(self.weight.of(table, seat, bid))
        order: list[i64] = []
        for level in sorted(set(worth), reverse=True):
            order.extend(by_falling_die(table, [seats[i] for i in range(len(seats)) if worth[i] == level]))
        table.replace_top(Picking(self.markers.index, order[0], tuple(order)))

    def awaits(self, table: Table, frame: Auction) -> i64:
        seats: i64 = 0
        for seat in range(table.state.seats):
            if frame.bids[seat] == AWAITED:
                seats |= bit(seat)
        return seats

    def options(self, table: Table, frame: Auction, seat: i64) -> Options:
        return Options().add(Amount(BID, 0, age(table).purse[seat]))

    def act(self, table: Table, frame: Auction, seat: i64, action: Action) -> None:
        bids = [bid for bid in frame.bids]
        bids[seat] = action.n
        table.replace_top(Auction(self.index, NOBODY, tuple(bids)))

    def why(self, table: Table, frame: Auction, seat: i64, action: Action) -> str:
        return "bid.amount" if action.verb == BID else "turn.not_now"


# ------------------------------------------------------------------ markers
@final
class Picking(PublicFrame):
    """The seats that must still take a turn marker, in order."""

    FIELDS: ClassVar[Fields] = {"order": row(SEAT)}

    def __init__(self, step: i64, seat: i64, order: tuple[int, ...]) -> None:
        super().__init__(step, seat)
        self.order: Final = order


@final
class Markers(Step[Picking]):
    """Each seat takes a free marker; the last seat gets the remaining one.

    There are as many markers as living seats.
    """

    def arrive(self, table: Table, frame: Picking) -> bool:
        if len(frame.order) > 1:
            return True
        self.take(table, frame, self.free(table)[0])
        return False

    def free(self, table: Table) -> list[i64]:
        """List the markers that are still free."""
        state = table.state
        taken = age(table).marker
        living = state.seats - state.fallen
        return [number for number in range(i64(1), living + 1) if number not in taken]

    def take(self, table: Table, frame: Picking, number: i64) -> None:
        """Take a marker; the last one settles the turn order."""
        table.note(MarkerTaken(frame.seat, number))
        left = frame.order[1:]
        if left:
            table.replace_top(Picking(self.index, left[0], left))
            return
        table.close()
        self.settle(table)

    def settle(self, table: Table) -> None:
        """Set the turn order by ascending marker, with eliminated seats last."""
        state = table.state
        marker = age(table).marker
        last = state.seats - state.fallen
        for seat in range(state.seats):
            if marker[seat] == 0:
                last += 1
            table.note(OrderGiven(seat, last if marker[seat] == 0 else marker[seat]))

    def options(self, table: Table, frame: Picking, seat: i64) -> Options:
        markers = Choice(CHOOSE)
        for number in self.free(table):
            markers.add(number)
        return Options().add(markers)

    def act(self, table: Table, frame: Picking, seat: i64, action: Action) -> None:
        self.take(table, frame, action.what)

    def why(self, table: Table, frame: Picking, seat: i64, action: Action) -> str:
        if action.verb != CHOOSE:
            return "turn.not_now"
        return "bid.marker" if action.what > 0 and action.what in age(table).marker else "bid.markers"
