"""Rounds: treasures, secret bids for the order of play, turns in that order, and the endings."""

from typing import Any, ClassVar, Final, final

from mypy_extensions import i64

from kamchatka.kernel.bits import bit
from kamchatka.kernel.chance import Chance
from kamchatka.kernel.facts import ArmiesGranted, DieThrown, GameEnded, TurnBegan
from kamchatka.kernel.options import BID, CHOOSE, Action, Amount, Choice, Options, Spots
from kamchatka.kernel.ports import Ending, OptionalAction
from kamchatka.kernel.rules.cards import Deck
from kamchatka.kernel.schema.fields import AMOUNT, NUMBER, Fields, row, secret
from kamchatka.kernel.state import HIDDEN, NOBODY, Frame, PublicFrame, State
from kamchatka.kernel.step import Step
from kamchatka.kernel.table import Table
from tests.teaching.pieces import CoinsChanged, Kit, OrderSettled, RoundBegan, TreasureBuried, kit

AWAITED: Final = -1  # as a bid: not made yet


@final
class Bury(Step[Frame]):
    """The step of the preparation in which all seats secretly choose, at once, where to bury their treasure."""

    def arrive(self, table: Table, frame: Frame) -> bool:
        if self.awaits(table, frame):
            return True
        table.close()
        return False

    def awaits(self, table: Table, frame: Frame) -> i64:
        seats: i64 = 0
        for seat in range(table.state.seats):
            if kit(table).treasure[seat] == NOBODY:
                seats |= bit(seat)
        return seats

    def options(self, table: Table, frame: Frame, seat: i64) -> Options:
        spots = Spots(CHOOSE, 0, 0)
        for place in range(table.board.size):
            spots.add(place)
        return Options().add(spots)

    def act(self, table: Table, frame: Frame, seat: i64, action: Action) -> None:
        table.note(TreasureBuried(seat, action.at))

    def why(self, table: Table, frame: Frame, seat: i64, action: Action) -> str:
        return "treasure.place" if action.verb == CHOOSE else "turn.not_now"


# ------------------------------------------------------------------ the round
@final
class Round(PublicFrame):
    """The bottom frame of the agenda: the seat in turn (`rank` in this round's order) and the next phase."""

    FIELDS: ClassVar[Fields] = {"rank": NUMBER, "phase": NUMBER}

    def __init__(self, step: i64, seat: i64, rank: i64, phase: i64) -> None:
        super().__init__(step, seat)
        self.rank: Final[i64] = rank
        self.phase: Final[i64] = phase


@final
class Rounds(Step[Round]):
    """The step of a round: a coin for everybody, the bids, then a turn of these phases for each seat in that order."""

    def __init__(self, bids: "Bids", phases: list[Step[Any]]) -> None:
        super().__init__()
        self.bids: Final = bids
        self.phases: Final = phases

    def parts(self) -> list[Step[Any]]:
        return [self.bids, *self.phases]

    def frame(self, seat: i64) -> Frame:
        return Round(self.index, NOBODY, 0, 0)

    def arrive(self, table: Table, frame: Round) -> bool:
        order = kit(table).order
        if frame.rank == len(order):
            self.begin(table)
            return False
        seat = order[frame.rank]
        if frame.phase == len(self.phases) or not table.state.is_alive(seat):
            table.replace_top(Round(self.index, NOBODY, frame.rank + 1, 0))
            return False
        if frame.phase == 0:
            table.note(TurnBegan(seat, table.state.round))
        table.replace_top(Round(self.index, seat, frame.rank, frame.phase + 1))
        table.open(self.phases[frame.phase].frame(seat))
        return False

    def begin(self, table: Table) -> None:
        """Start a new round."""
        state = table.state
        table.note(RoundBegan(state.round + 1))
        for seat in range(state.seats):
            if state.is_alive(seat):
                table.note(CoinsChanged(seat, 1))
        table.replace_top(Round(self.index, NOBODY, 0, 0))
        bids = [AWAITED if state.is_alive(seat) else 0 for seat in range(state.seats)]
        table.open(Bidding(self.bids.index, tuple(bids)))


@final
class Bidding(Frame):
    """The bids made so far, by seat. It is public that a seat has bid, but the amounts are secret until all have."""

    FIELDS: ClassVar[Fields] = {"bids": secret(row(AMOUNT))}

    def __init__(self, step: i64, bids: tuple[int, ...], seat: i64 = NOBODY) -> None:
        super().__init__(step, seat)
        self.bids: Final = bids

    def seen_by(self, seat: i64) -> Frame:
        known = [bid if who == seat or bid == AWAITED else HIDDEN for who, bid in enumerate(self.bids)]
        return Bidding(self.step, tuple(known))

    def imagined(self, state: State, chance: Chance) -> Frame:
        own = state.edition_state
        assert isinstance(own, Kit)
        guess = [chance.below(own.coins[who] + 1) if bid == HIDDEN else bid for who, bid in enumerate(self.bids)]
        return Bidding(self.step, tuple(guess))


@final
class Bids(Step[Bidding]):
    """The step in which all seats bid secretly: the highest bid plays first, and dice break ties."""

    def arrive(self, table: Table, frame: Bidding) -> bool:
        if AWAITED in frame.bids:
            return True
        table.close()
        seats = [seat for seat in range(table.state.seats) if table.state.is_alive(seat)]
        for seat in seats:
            table.note(CoinsChanged(seat, -frame.bids[seat]))
        order: list[int] = []
        for bid in sorted(set(frame.bids), reverse=True):
            order += by_dice(table, [seat for seat in seats if frame.bids[seat] == bid])
        table.note(OrderSettled(tuple(order)))
        return False

    def awaits(self, table: Table, frame: Bidding) -> i64:
        seats: i64 = 0
        for seat, bid in enumerate(frame.bids):
            if bid == AWAITED:
                seats |= bit(seat)
        return seats

    def options(self, table: Table, frame: Bidding, seat: i64) -> Options:
        return Options().add(Amount(BID, 0, kit(table).coins[seat]))

    def act(self, table: Table, frame: Bidding, seat: i64, action: Action) -> None:
        bids = list(frame.bids)
        bids[seat] = action.n
        table.replace_top(Bidding(self.index, tuple(bids)))

    def why(self, table: Table, frame: Bidding, seat: i64, action: Action) -> str:
        return "bid.coins" if action.verb == BID else "turn.not_now"


def by_dice(table: Table, seats: list[int]) -> list[int]:
    """Order tied seats by a die each, the highest first; equal dice are thrown again."""
    if len(seats) < 2:
        return seats
    thrown: dict[int, int] = {}
    for seat in seats:
        thrown[seat] = table.die()
        table.note(DieThrown(seat, thrown[seat]))
    order: list[int] = []
    for pips in sorted(set(thrown.values()), reverse=True):
        order += by_dice(table, [seat for seat in seats if thrown[seat] == pips])
    return order


# ------------------------------------------------------------------ small parts of a turn
@final
class Draw(Step[Frame]):
    """Starts a turn with a card. Asks nobody."""

    def __init__(self, deck: Deck) -> None:
        super().__init__()
        self.deck: Final = deck

    def arrive(self, table: Table, frame: Frame) -> bool:
        table.close()
        self.deck.renew(table)
        self.deck.draw(table, frame.seat)
        return False


@final
class Hire(OptionalAction):
    """Offers an army for a coin among the reinforcements, once a turn. Coins are public, so asking reveals nothing."""

    def asks(self, table: Table, seat: i64, used: i64) -> bool:
        return used == 0 and kit(table).coins[seat] > 0

    def offer(self, table: Table, seat: i64, used: i64, options: Options) -> None:
        if self.asks(table, seat, used):
            hire = Choice(CHOOSE)
            hire.add(0)
            options.add(hire)

    def act(self, table: Table, seat: i64, action: Action) -> None:
        table.note(CoinsChanged(seat, -1))
        table.note(ArmiesGranted(seat, 1, "hire.coin"))

    def why(self, table: Table, seat: i64, used: i64, action: Action) -> str:
        return "hire.coin" if action.verb == CHOOSE else "turn.not_now"


# ------------------------------------------------------------------ endings: asked after every change
@final
class LastSeatLeft(Ending):
    """Lets the only seat left win, even in another's turn."""

    def check(self, table: Table) -> None:
        state = table.state
        if state.fallen == state.seats - 1:
            table.note(GameEnded(bit(state.next_alive(0)), "end.survivor"))


@final
class AfterRounds(Ending):
    """Ends the game after the last round: 1 point per place, 2 more for the place of the own treasure; ties share."""

    def __init__(self, rounds: i64) -> None:
        self.rounds: Final[i64] = rounds

    def check(self, table: Table) -> None:
        if table.state.round > self.rounds:
            points = [self.points(table, seat) for seat in range(table.state.seats)]
            winners: i64 = 0
            for seat, own in enumerate(points):
                if own == max(points):
                    winners |= bit(seat)
            table.note(GameEnded(winners, "end.points"))

    def points(self, table: Table, seat: i64) -> i64:
        """Return a seat's points at the end."""
        treasure = kit(table).treasure[seat]
        return table.state.lands[seat] + (2 if table.state.owner[treasure] == seat else 0)
