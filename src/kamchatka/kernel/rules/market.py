"""The market: a seat orders and pays for cards from several decks before it sees them."""

from typing import ClassVar, Final, final

from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.ages.age import age, card_of_kind, cards_left, has_piece
from kamchatka.kernel.ages.age_facts import CardTaken, PurseChanged
from kamchatka.kernel.options import BUY, PASS, Action, Choice, Options
from kamchatka.kernel.ports import NoOptionalAction, OptionalAction
from kamchatka.kernel.schema.fields import AMOUNT, Fields, renamed, row
from kamchatka.kernel.state import DECK, Frame, PublicFrame
from kamchatka.kernel.step import AnyStep, Step
from kamchatka.kernel.table import Table


@final
class Buying(PublicFrame):
    """The seat's orders in this turn by kind of card; empty before the first order."""

    FIELDS: ClassVar[Fields] = {"ordered": renamed(row(AMOUNT), "order")}

    def __init__(self, step: i64, seat: i64, ordered: tuple[int, ...]) -> None:
        super().__init__(step, seat)
        self.ordered: Final = ordered

    def count(self) -> i64:
        """Count the ordered cards of all kinds."""
        count: i64 = 0
        for amount in self.ordered:
            count += amount
        return count


@mypyc_attr(allow_interpreted_subclasses=True)
class Stall:
    """Terms of the market: a price per card, and which decks are open. By default, a piece in play opens its deck."""

    def __init__(self, price: i64) -> None:
        self.asks: Final[i64] = price

    def price(self, table: Table, seat: i64) -> i64:
        """Return the price of one card for this seat."""
        return self.asks

    def open_to(self, table: Table, seat: i64, kind: i64) -> bool:
        """Return True if the seat may buy cards of that kind."""
        return has_piece(table, seat, kind)

    def draw(self, table: Table, seat: i64, kind: i64) -> None:
        """Draw a card of that kind into the seat's hand, if there is one. Editions may override this."""
        card = card_of_kind(table, kind, DECK)
        if card >= 0:
            table.note(CardTaken(seat, kind, card))


@final
class Market(Step[Buying]):
    """Buy up to `most` cards per turn. `blind`: the seat orders all cards before it sees any."""

    def __init__(
        self, stall: Stall, most: i64, blind: bool = True, optional_action: OptionalAction | None = None
    ) -> None:
        super().__init__()
        self.stall: Final = stall
        self.most: Final[i64] = most
        self.blind: Final = blind
        self.optional_action: Final = optional_action or NoOptionalAction()

    def parts(self) -> list[AnyStep]:
        return self.optional_action.parts()

    def price(self, table: Table, seat: i64, verb: i64) -> i64:
        return self.stall.price(table, seat) if verb == BUY else 0

    def frame(self, seat: i64) -> Frame:
        return Buying(self.index, seat, ())

    def count_ordered(self, frame: Buying, kind: i64) -> i64:
        """Count the cards of that kind that the seat has ordered."""
        return frame.ordered[kind] if frame.ordered else i64(0)

    def forbids(self, table: Table, frame: Buying, kind: i64) -> str:
        """Return the clause that forbids one more card of that kind; "" if none does."""
        seat = frame.seat
        waiting = self.count_ordered(frame, kind) if self.blind else i64(0)
        if frame.count() >= self.most:
            return "buy.limit"
        if not self.stall.open_to(table, seat, kind):
            return "buy.piece"
        if cards_left(table, kind) <= waiting:
            return "buy.empty"
        return "buy.price" if age(table).purse[seat] < self.stall.price(table, seat) else ""

    def arrive(self, table: Table, frame: Buying) -> bool:
        for kind in range(age(table).kinds):
            if not self.forbids(table, frame, kind):
                return True
        if self.optional_action.asks(table, frame.seat, 0):
            return True
        self.finish(table, frame)
        return False

    def finish(self, table: Table, frame: Buying) -> None:
        """Close the order and draw the cards still due."""
        table.close()
        if self.blind and frame.ordered:
            for kind in range(age(table).kinds):
                for _ in range(frame.ordered[kind]):
                    self.stall.draw(table, frame.seat, kind)

    def options(self, table: Table, frame: Buying, seat: i64) -> Options:
        kinds = Choice(BUY)
        for kind in range(age(table).kinds):
            if not self.forbids(table, frame, kind):
                kinds.add(kind)
        options = Options().add(kinds)
        self.optional_action.offer(table, seat, 0, options)
        return options.may(PASS)

    def act(self, table: Table, frame: Buying, seat: i64, action: Action) -> None:
        if action.verb == PASS:
            self.finish(table, frame)
        elif action.verb == BUY:
            self.buy(table, frame, action)
        else:
            self.optional_action.act(table, seat, action)

    def buy(self, table: Table, frame: Buying, action: Action) -> None:
        """Order and pay for one more card."""
        seat = frame.seat
        order = [self.count_ordered(frame, kind) for kind in range(age(table).kinds)]
        order[action.what] += 1
        table.replace_top(Buying(self.index, seat, tuple(order)))
        table.note(PurseChanged(seat, -self.stall.price(table, seat), "buy.cards"))
        if not self.blind:
            self.stall.draw(table, seat, action.what)

    def why(self, table: Table, frame: Buying, seat: i64, action: Action) -> str:
        if action.verb != BUY:
            return self.optional_action.why(table, seat, 0, action)
        if not 0 <= action.what < age(table).kinds:
            return "turn.not_now"
        return self.forbids(table, frame, action.what) or "turn.not_now"
