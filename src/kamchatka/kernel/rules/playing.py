"""Playing cards out of a hand: what may be played on an occasion, its price, and the phase of a turn for it."""

from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.ages.age_facts import CardSpent, PurseChanged
from kamchatka.kernel.options import PASS, PLAY_CARD, Action, Choice, Options
from kamchatka.kernel.state import DISCARD, NOBODY, Frame
from kamchatka.kernel.step import Step
from kamchatka.kernel.table import Table


@mypyc_attr(allow_interpreted_subclasses=True)
class Occasion:
    """When a card is wanted: in answer to an invasion from a place against another, or to none."""

    def __init__(self, source: i64 = NOBODY, target: i64 = NOBODY) -> None:
        self.source: Final[i64] = source
        self.target: Final[i64] = target


@mypyc_attr(allow_interpreted_subclasses=True)
class Hand:
    """The cards of a table in the hands of its players. No step: it has no moment of its own, several steps use it."""

    def parts(self) -> list[Step[Any]]:
        """The steps that a card opens."""
        raise NotImplementedError

    def might_play(self, table: Table, seat: i64, when: Occasion) -> bool:
        """Whether the seat is asked. By public knowledge only: being asked must not tell what the hand holds."""
        raise NotImplementedError

    def forbids(self, table: Table, seat: i64, card: i64, when: Occasion) -> str:
        """The clause by which a seat cannot play a card on an occasion; "" when it can."""
        raise NotImplementedError

    def price(self, card: i64, when: Occasion) -> i64:
        """What the card costs to play."""
        raise NotImplementedError

    def announce(self, table: Table, seat: i64, card: i64, when: Occasion) -> None:
        """The card lies open and is paid: open what it asks and does."""
        raise NotImplementedError

    # -------------------------------------------------------------- the same for every hand
    def offer(self, table: Table, seat: i64, when: Occasion, options: Options) -> None:
        """Add every card of the hand that may be played."""
        playable = Choice(PLAY_CARD)
        cards = table.state.cards
        for card in range(i64(len(cards))):
            if cards[card] == seat and self.forbids(table, seat, card, when) == "":
                playable.add(card)
        options.add(playable)

    def play(self, table: Table, seat: i64, card: i64, when: Occasion) -> None:
        """Pay, lay the card down, and carry it out before anything else."""
        price = self.price(card, when)
        if price > 0:
            table.note(PurseChanged(seat, -price, "card.cost"))
        table.note(CardSpent(seat, card))
        self.announce(table, seat, card, when)

    def why(self, table: Table, seat: i64, action: Action, when: Occasion) -> str:
        """The clause that forbids an action where cards are played."""
        if action.verb != PLAY_CARD:
            return "turn.not_now"
        return self.forbids(table, seat, action.what, when) or "card.alone"


def why_not_held(table: Table, card: i64, elsewhere: str) -> str:
    """The clause against a card that is not in the hand: used cards are gone, others lie `elsewhere`."""
    cards = table.state.cards
    return "card.gone" if 0 <= card < len(cards) and cards[card] == DISCARD else elsewhere


@final
class PlayCards(Step[Frame]):
    """A phase: the seat in turn plays cards, any number in any order, each settled before the next."""

    def __init__(self, title: str, hand: Hand, when: Occasion) -> None:
        super().__init__()
        self.title: Final = title
        self.hand: Final = hand
        self.when: Final = when

    def name(self) -> str:
        return self.title

    def parts(self) -> list[Step[Any]]:
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
