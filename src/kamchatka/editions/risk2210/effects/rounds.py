"""Effects that ask the seats in turn order: Armageddon, the reduction of MODs, and the last cards."""

from typing import ClassVar, Final, final

from mypy_extensions import i64

from kamchatka.editions.risk2210.cards.orders import END_OF_GAME, Command, Effect, Moment, Resolving
from kamchatka.editions.risk2210.pieces.losses import Losses
from kamchatka.editions.risk2210.state import KINDS, edition_state
from kamchatka.kernel.options import LOSE, PASS, Action, Options
from kamchatka.kernel.parties import Parties
from kamchatka.kernel.schema.fields import AMOUNT, SEAT, Fields, row
from kamchatka.kernel.state import NOBODY, Frame, PublicFrame
from kamchatka.kernel.step import AnyStep, Step
from kamchatka.kernel.table import Table


def in_turn_order(table: Table, after_active: bool) -> list[int]:
    """Return the seats by marker, starting with marker 1 or with the one after the seat in turn (2210.bid.10)."""
    state = table.state
    seats: list[int] = [int(seat) for seat in state.order[: state.seats]]
    if after_active:
        start = state.rank(state.turn) + 1
        seats = seats[start:] + seats[:start]
    return seats


# ------------------------------------------------------------------ cards played by all seats
@final
class CardTurn(PublicFrame):
    """A round of cards: the current seat, and the seats that follow."""

    FIELDS: ClassVar[Fields] = {"queue": row(SEAT)}

    def __init__(self, step: i64, seat: i64, queue: tuple[int, ...]) -> None:
        super().__init__(step, seat)
        self.queue: Final = queue


@final
class CardRound(Step[CardTurn]):
    """Let each seat play cards until it passes.

    Every seat that could hold a card is asked, so being asked reveals nothing about a hand.
    """

    def __init__(self, title: str, hand: Command, when: Moment, after_active: bool) -> None:
        super().__init__()
        self.title: Final = title
        self.hand: Final = hand
        self.when: Final = when
        self.after_active: Final = after_active

    def name(self) -> str:
        return self.title

    def parts(self) -> list[AnyStep]:
        return [self.hand.resolution]

    def open(self, table: Table) -> None:
        """Open the round for all seats, before anything else happens."""
        table.open(self.following(tuple(in_turn_order(table, self.after_active))))

    def following(self, queue: tuple[int, ...]) -> CardTurn:
        """Return the frame that asks the first of these seats."""
        return CardTurn(self.index, queue[0], queue[1:]) if len(queue) > 0 else CardTurn(self.index, NOBODY, ())

    def arrive(self, table: Table, frame: CardTurn) -> bool:
        if frame.seat == NOBODY:
            table.close()
        elif self.hand.might_play(table, frame.seat, self.when):
            return True
        else:
            table.replace_top(self.following(frame.queue))
        return False

    def options(self, table: Table, frame: CardTurn, seat: i64) -> Options:
        options = Options().may(PASS)
        self.hand.offer(table, seat, self.when, options)
        return options

    def act(self, table: Table, frame: CardTurn, seat: i64, action: Action) -> None:
        if action.verb == PASS:
            table.replace_top(self.following(frame.queue))
        else:
            self.hand.play(table, seat, action.what, self.when)

    def why(self, table: Table, frame: CardTurn, seat: i64, action: Action) -> str:
        return self.hand.why(table, seat, action, self.when)


@final
class FreeCards(Effect):
    """Let all seats play the cards of this deck free of charge (2210.card.nuclear.armageddon)."""

    def __init__(self, round: CardRound) -> None:
        self.round: Final = round

    def parts(self) -> list[AnyStep]:
        return [self.round]

    def forbids(self, table: Table, frame: Resolving) -> str:
        """Forbid the effect unless, by public knowledge, a seat may hold such a card other than the played one."""
        hand, when, own = self.round.hand, self.round.when, edition_state(table)
        deck = when.free_deck
        for seat in range(table.state.seats):
            cards = own.held[seat * KINDS + deck]
            if table.state.cards[frame.card] == seat and own.backs[frame.card] == deck:
                cards -= 1
            if cards > 0 and hand.might_play(table, seat, when):
                return ""
        return "card.no_target"

    def perform(self, table: Table, frame: Resolving) -> None:
        self.round.open(table)


@final
class FinalCards(Step[Frame]):
    """After the last turn, let all seats play the cards that add points. Involves no decision of its own."""

    def __init__(self, hand: Command) -> None:
        super().__init__()
        self.round: Final = CardRound("PointCards", hand, Moment(END_OF_GAME), False)

    def parts(self) -> list[AnyStep]:
        return [self.round]

    def arrive(self, table: Table, frame: Frame) -> bool:
        table.close()
        self.round.open(table)
        return False


# ------------------------------------------------------------------ MODs of all seats
@final
class Reducing(PublicFrame):
    """A seat removes `left` of its MODs. The seats of `queue` follow, each with its own number."""

    FIELDS: ClassVar[Fields] = {"left": AMOUNT, "queue": row(SEAT), "numbers": row(AMOUNT)}

    def __init__(self, step: i64, seat: i64, left: i64, queue: tuple[int, ...], numbers: tuple[int, ...]) -> None:
        super().__init__(step, seat)
        self.left: Final[i64] = left
        self.queue: Final = queue
        self.numbers: Final = numbers


@final
class Reduction(Step[Reducing]):
    """Let seats choose in turn order which MODs to remove. They see earlier choices; commanders are exempt."""

    def __init__(self, losses: Losses) -> None:
        super().__init__()
        self.losses: Final = losses

    def open(self, table: Table, seats: list[int], numbers: list[int]) -> None:
        """Open the reduction, in which each seat gives up its number of MODs."""
        table.open(Reducing(self.index, seats[0], numbers[0], tuple(seats[1:]), tuple(numbers[1:])))

    def arrive(self, table: Table, frame: Reducing) -> bool:
        state = table.state
        heaps = [
            place for place in range(table.board.size) if state.owner[place] == frame.seat and state.armies[place] > 0
        ]
        if frame.left > 0 and len(heaps) > 1 and sum(state.armies[place] for place in heaps) > frame.left:
            return True
        if len(frame.queue) > 0:
            table.replace_top(
                Reducing(self.index, frame.queue[0], frame.numbers[0], frame.queue[1:], frame.numbers[1:])
            )
        else:
            table.close()
        for place in heaps:  # remove all MODs, or the required number from a single stack
            self.losses.mods(table, place, min(frame.left, state.armies[place]))
        return False

    def options(self, table: Table, frame: Reducing, seat: i64) -> Options:
        parties = Parties(LOSE)
        for place in range(table.board.size):
            if table.state.owner[place] == seat and table.state.armies[place] > 0:
                parties.add(place, NOBODY, 1, min(frame.left, table.state.armies[place]), 0)
        return Options().add(parties)

    def act(self, table: Table, frame: Reducing, seat: i64, action: Action) -> None:
        table.replace_top(Reducing(self.index, seat, frame.left - action.n, frame.queue, frame.numbers))
        self.losses.mods(table, action.at, action.n)

    def why(self, table: Table, frame: Reducing, seat: i64, action: Action) -> str:
        return "reduction.mods" if action.verb == LOSE else "turn.not_now"


@final
class ReduceMods(Effect):
    """Make every opponent give up MODs, then the card's player."""

    def __init__(self, reduction: Reduction, opponents: i64, own: i64, after_active: bool) -> None:
        self.reduction: Final = reduction
        self.opponents: Final[i64] = opponents
        self.own: Final[i64] = own
        self.after_active: Final = after_active

    def parts(self) -> list[AnyStep]:
        return [self.reduction, self.reduction.losses]

    def forbids(self, table: Table, frame: Resolving) -> str:
        state = table.state
        for place in range(table.board.size):
            if state.owner[place] not in (NOBODY, frame.seat) and state.armies[place] > 0:
                return ""
        return "card.no_target"

    def perform(self, table: Table, frame: Resolving) -> None:
        seats = [seat for seat in in_turn_order(table, self.after_active) if seat != frame.seat]
        numbers = [int(self.opponents)] * len(seats)
        self.reduction.open(table, [*seats, int(frame.seat)], [*numbers, int(self.own)])
