"""Playing cards from the hand: when a card may be played, what it costs, and the phase for it."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.ages.age_facts import CardSpent, PurseChanged
from kamchatka.kernel.options import PASS, PLAY_CARD, Action, Choice, Options
from kamchatka.kernel.state import DISCARD, NOBODY, Frame
from kamchatka.kernel.step import AnyStep, Step
from kamchatka.kernel.table import Table


@mypyc_attr(allow_interpreted_subclasses=True)
class Occasion:
    """When a card may be played: in answer to an invasion between two places, or outside any invasion."""

    def __init__(self, source: i64 = NOBODY, target: i64 = NOBODY) -> None:
        self.source: Final[i64] = source
        self.target: Final[i64] = target


@mypyc_attr(allow_interpreted_subclasses=True)
class Hand:
    """Rules for the cards in players' hands. It isn't a step because several steps use it."""

    def parts(self) -> list[AnyStep]:
        """List the steps that a card may open."""
        raise NotImplementedError

    def might_play(self, table: Table, seat: i64, when: Occasion) -> bool:
        """Return True if the seat must be asked.

        Use public knowledge only: being asked must not reveal what a hand holds.
        """
        raise NotImplementedError

    def forbids(self, table: Table, seat: i64, card: i64, when: Occasion) -> str:
        """Return the clause that forbids playing a card on this occasion; "" if none does."""
        raise NotImplementedError

    def price(self, card: i64, when: Occasion) -> i64:
        """Return the price of playing the card."""
        raise NotImplementedError

    def announce(self, table: Table, seat: i64, card: i64, when: Occasion) -> None:
        """Open the steps of a card that was just played and paid for."""
        raise NotImplementedError

    # -------------------------------------------------------------- shared by all hands
    def offer(self, table: Table, seat: i64, when: Occasion, options: Options) -> None:
        """Add every card of the hand that can be played."""
        playable = Choice(PLAY_CARD)
        cards = table.state.cards
        for card in range(i64(len(cards))):
            if cards[card] == seat and self.forbids(table, seat, card, when) == "":
                playable.add(card)
        options.add(playable)

    def play(self, table: Table, seat: i64, card: i64, when: Occasion) -> None:
        """Pay for a card, discard it and carry it out immediately."""
        price = self.price(card, when)
        if price > 0:
            table.note(PurseChanged(seat, -price, "card.cost"))
        table.note(CardSpent(seat, card))
        self.announce(table, seat, card, when)

    def why(self, table: Table, seat: i64, action: Action, when: Occasion) -> str:
        """Return the clause that forbids an action where cards may be played."""
        if action.verb != PLAY_CARD:
            return "turn.not_now"
        return self.forbids(table, seat, action.what, when) or "card.alone"


def why_not_held(table: Table, card: i64, elsewhere: str) -> str:
    """Return the clause for a card that isn't in the hand: already used, or `elsewhere`."""
    cards = table.state.cards
    return "card.gone" if 0 <= card < len(cards) and cards[card] == DISCARD else elsewhere


@final
class PlayCards(Step[Frame]):
    """The phase in which the seat plays any number of cards in any order. Each is resolved before the next."""

    def __init__(self, title: str, hand: Hand, when: Occasion) -> None:
        super().__init__()
        self.title: Final = title
        self.hand: Final = hand
        self.when: Final = when

    def name(self) -> str:
        return self.title

    def parts(self) -> list[AnyStep]:
        return self.hand.parts()

    def arrive(self, table: Table, frame: Frame) -> bool:
        if self.hand.might_play(table, frame.seat, self.when):
            return True
        table.close()
        return False

    def options(self, table: Table, frame: Frame, seat: i64) -> Options:
        options = Options().may(PASS)
        self.hand.offer(table, seat, self.when, options)
        return options

    def act(self, table: Table, frame: Frame, seat: i64, action: Action) -> None:
        if action.verb == PASS:
            table.close()
        else:
            self.hand.play(table, seat, action.what, self.when)

    def why(self, table: Table, frame: Frame, seat: i64, action: Action) -> str:
        return self.hand.why(table, seat, action, self.when)
