"""Cards: opening cards, a deck reshuffled on demand, and captured hands that can be traded at once."""

from typing import ClassVar, Final, final

from mypy_extensions import i64

from kamchatka.editions.original.state import edition_state
from kamchatka.kernel.bits import bit, size
from kamchatka.kernel.facts import DeckReshuffled
from kamchatka.kernel.options import TRADE, Action, Choice, Options
from kamchatka.kernel.ports import OnElimination, OptionalAction
from kamchatka.kernel.rules.cards import Deck, SeizeHand, Trios, has_card
from kamchatka.kernel.rules.reinforce import Reinforce
from kamchatka.kernel.schema.fields import CARDS, NUMBER, SEAT, Fields, secret
from kamchatka.kernel.state import DECK, DISCARD, HIDDEN, Frame
from kamchatka.kernel.step import AnyStep, Step
from kamchatka.kernel.table import Fact, Table


@final
class DeckOnDemand(Deck):
    """A deck that keeps exchanged cards aside until a card is due and the deck is empty."""

    def draw(self, table: Table, seat: i64) -> None:
        if not has_card(table, DECK) and has_card(table, DISCARD):
            table.note(DeckReshuffled())
        super().draw(table, seat)

    def renew(self, table: Table) -> None:
        pass


@final
class OpeningCards(Step[Frame]):
    """Draw a card at the start of a turn, or one per territory left after grouping by `group`. Involves no decision."""

    def __init__(self, deck: Deck, hand_limit: i64, group: i64 = 0) -> None:
        super().__init__()
        self.deck: Final = deck
        self.hand_limit: Final[i64] = hand_limit  # 0: no limit
        self.group: Final[i64] = group

    def arrive(self, table: Table, frame: Frame) -> bool:
        table.close()
        state = table.state
        due: i64 = state.lands[frame.seat] % self.group if self.group > 0 else 1
        for _ in range(due):
            if self.hand_limit == 0 or state.hand[frame.seat] < self.hand_limit:
                self.deck.draw(table, frame.seat)
        return False


# ------------------------------------------------------------------ the hand of an eliminated seat
@final
class HandCaptured(Fact):
    """The conqueror of an eliminated seat may exchange the captured cards at once. Their number is public."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "captured": secret(CARDS), "number": NUMBER}

    def __init__(self, seat: i64, captured: i64, number: i64) -> None:
        self.seat: Final[i64] = seat
        self.captured: Final[i64] = captured
        self.number: Final[i64] = number

    def apply(self, table: Table) -> None:
        own = edition_state(table)
        own.captor = self.seat
        own.captured = self.captured
        own.seized = self.number

    def seen_by(self, seat: i64) -> Fact:
        return self if seat == self.seat else HandCaptured(self.seat, HIDDEN, self.number)


@final
class CapturedTrios(OptionalAction):
    """Trade trios that contain at least one captured card."""

    def __init__(self, trios: Trios) -> None:
        self.trios: Final = trios

    def asks(self, table: Table, seat: i64, used: i64) -> bool:
        # every trio must contain a captured card, and this is public
        return used < edition_state(table).seized and self.trios.asks(table, seat, used)

    def offer(self, table: Table, seat: i64, used: i64, options: Options) -> None:
        captured = edition_state(table).captured
        trios = Choice(TRADE)
        if self.asks(table, seat, used):
            for what in self.trios.choice(table, seat).whats:
                if what & captured:
                    trios.add(what)
        options.add(trios)

    def act(self, table: Table, seat: i64, action: Action) -> None:
        self.trios.act(table, seat, action)

    def why(self, table: Table, seat: i64, used: i64, action: Action) -> str:
        if action.verb == TRADE and self.trios.choice(table, seat).allows(action):
            return "trio.captured"
        return self.trios.why(table, seat, used, action)


@final
class Plunder(OnElimination):
    """Pass the cards of an eliminated seat to its conqueror, who may exchange them before the next roll."""

    def __init__(self, seize: SeizeHand, exchange: Reinforce) -> None:
        self.seize: Final = seize
        self.exchange: Final = exchange

    def parts(self) -> list[AnyStep]:
        return [self.exchange]

    def on_elimination(self, table: Table, seat: i64, by: i64) -> None:
        before = self.hand(table, by)
        self.seize.on_elimination(table, seat, by)
        captured = self.hand(table, by) & ~before
        if captured:
            table.note(HandCaptured(by, captured, size(captured)))
            table.open(self.exchange.frame(by))

    def hand(self, table: Table, seat: i64) -> i64:
        """Return a seat's cards as bits."""
        cards: i64 = 0
        for card in range(i64(len(table.state.cards))):
            if table.state.cards[card] == seat:
                cards |= bit(card)
        return cards
