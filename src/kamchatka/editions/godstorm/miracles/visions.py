"""Visions Become Real: one player sees another player's hand and takes a card from it."""

from typing import ClassVar, Final, final

from mypy_extensions import i64

from kamchatka.editions.godstorm.miracles.miracle_facts import CardStolen
from kamchatka.kernel.ages.age import age
from kamchatka.kernel.chance import Chance
from kamchatka.kernel.options import NAME_CARD, Action, Choice, Options
from kamchatka.kernel.schema.fields import CARD, SEAT, Fields, row, secret
from kamchatka.kernel.state import HIDDEN, Frame, State
from kamchatka.kernel.step import Step
from kamchatka.kernel.table import Table


@final
class Peeking(Frame):
    """A seat looks at the hand of `victim`. Only these two seats see the cards."""

    FIELDS: ClassVar[Fields] = {"victim": SEAT, "hand": secret(row(CARD))}

    def __init__(self, step: i64, seat: i64, victim: i64, hand: tuple[int, ...]) -> None:
        super().__init__(step, seat)
        self.victim: Final[i64] = victim
        self.hand: Final = hand

    def seen_by(self, seat: i64) -> Frame:
        if seat == self.seat or seat == self.victim:
            return self
        return Peeking(self.step, self.seat, self.victim, (HIDDEN,) * len(self.hand))

    def imagined(self, state: State, chance: Chance) -> Frame:
        """Put the cards that were seen into the sampled hand. If they are unknown, keep the sampled ones."""
        if HIDDEN in self.hand:
            return Peeking(self.step, self.seat, self.victim, hand_of(state, self.victim))
        for card in self.hand:
            if state.cards[card] != self.victim:  # cards are numbered deck by deck, so the first card has the same back
                dealt = next(other for other in hand_of(state, self.victim) if other not in self.hand)
                state.cards[dealt] = state.cards[card]
                state.cards[card] = self.victim
        return self


def hand_of(state: State, seat: i64) -> tuple[int, ...]:
    """Return the cards in a hand."""
    return tuple([card for card in range(len(state.cards)) if state.cards[card] == seat])


@final
class TakeCard(Step[Peeking]):
    """Take one card of the revealed hand."""

    def look(self, table: Table, seat: i64, victim: i64) -> None:
        """Reveal the hand."""
        table.open(Peeking(self.index, seat, victim, hand_of(table.state, victim)))

    def options(self, table: Table, frame: Peeking, seat: i64) -> Options:
        cards = Choice(NAME_CARD)
        for card in frame.hand:
            cards.add(card)
        return Options().add(cards)

    def act(self, table: Table, frame: Peeking, seat: i64, action: Action) -> None:
        table.close()
        table.note(CardStolen(frame.victim, seat, age(table).backs[action.what], action.what))

    def why(self, table: Table, frame: Peeking, seat: i64, action: Action) -> str:
        return "card.visions_become_real" if action.verb == NAME_CARD else "turn.not_now"
