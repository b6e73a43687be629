"""Deals: if the table allows it, the seat in turn gives energy or cards to others (2210.info.3)."""

from typing import ClassVar, Final, final

from mypy_extensions import i64

from kamchatka.editions.risk2210.state import KINDS, edition_state
from kamchatka.kernel.ages.age_facts import PurseChanged
from kamchatka.kernel.options import GIVE, GIVE_CARD, PASS, Action, Amount, Options
from kamchatka.kernel.schema.fields import CARD, KIND, SEAT, Fields, secret
from kamchatka.kernel.state import HIDDEN, Frame
from kamchatka.kernel.step import Step
from kamchatka.kernel.table import Fact, Table


@final
class CardHanded(Fact):
    """A card passed from one seat to another. Its back is public, but only these two seats know its face."""

    FIELDS: ClassVar[Fields] = {"by": SEAT, "seat": SEAT, "kind": KIND, "card": secret(CARD)}

    def __init__(self, by: i64, seat: i64, kind: i64, card: i64) -> None:
        self.by: Final[i64] = by
        self.seat: Final[i64] = seat
        self.kind: Final[i64] = kind
        self.card: Final[i64] = card

    def apply(self, table: Table) -> None:
        own = edition_state(table)
        table.state.cards[self.card] = self.seat
        table.state.hand[self.by] -= 1
        table.state.hand[self.seat] += 1
        own.held[self.by * KINDS + self.kind] -= 1
        own.held[self.seat * KINDS + self.kind] += 1

    def seen_by(self, seat: i64) -> Fact:
        return self if seat in (self.by, self.seat) else CardHanded(self.by, self.seat, self.kind, HIDDEN)


@final
class Deals(Step[Frame]):
    """Let the seat in turn give energy and cards until it passes."""

    def arrive(self, table: Table, frame: Frame) -> bool:
        if edition_state(table).purse[frame.seat] > 0 or table.state.hand[frame.seat] > 0:
            return True
        table.close()
        return False

    def options(self, table: Table, frame: Frame, seat: i64) -> Options:
        options = Options()
        for other in range(table.state.seats):
            if other != seat and table.state.is_alive(other):
                options.add(Amount(GIVE, 1, edition_state(table).purse[seat], other))
                for card in range(i64(len(table.state.cards))):
                    if table.state.cards[card] == seat:
                        options.add(Amount(GIVE_CARD, other, other, card))
        return options.may(PASS)

    def act(self, table: Table, frame: Frame, seat: i64, action: Action) -> None:
        if action.verb == PASS:
            table.close()
        elif action.verb == GIVE:
            table.note(PurseChanged(seat, -action.n, "deal.energy"))
            table.note(PurseChanged(action.what, action.n, "deal.energy"))
        else:
            table.note(CardHanded(seat, action.n, edition_state(table).backs[action.what], action.what))

    def why(self, table: Table, frame: Frame, seat: i64, action: Action) -> str:
        if action.verb not in (GIVE, GIVE_CARD):
            return "turn.not_now"
        return "deal.own"
