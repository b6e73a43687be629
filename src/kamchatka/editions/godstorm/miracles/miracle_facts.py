"""Facts of miracle cards and relics."""

from typing import ClassVar, Final, final

from mypy_extensions import i64

from kamchatka.kernel.ages.age import age
from kamchatka.kernel.schema.fields import AMOUNT, CARD, KIND, PLACE, SEAT, Fields, revealed, secret
from kamchatka.kernel.state import DISCARD, HIDDEN
from kamchatka.kernel.table import Fact, PublicFact, Table


@final
class CardTurnedUp(PublicFact):
    """Pandora's Box turned up a Death card, which its owner must play. The card was never in a hand."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "card": revealed(CARD)}

    def __init__(self, seat: i64, card: i64) -> None:
        self.seat: Final[i64] = seat
        self.card: Final[i64] = card

    def apply(self, table: Table) -> None:
        table.state.cards[self.card] = DISCARD


@final
class CardCancelled(PublicFact):
    """The owner of Aegis gave it up to cancel this card (god.play.15)."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "card": CARD}

    def __init__(self, seat: i64, card: i64) -> None:
        self.seat: Final[i64] = seat
        self.card: Final[i64] = card

    def apply(self, table: Table) -> None:
        pass


@final
class CardStolen(Fact):
    """A card passed from one hand to another. Its back is public, but only these two seats know its face."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "by": SEAT, "kind": KIND, "card": secret(CARD)}

    def __init__(self, seat: i64, by: i64, kind: i64, card: i64) -> None:
        self.seat: Final[i64] = seat
        self.by: Final[i64] = by
        self.kind: Final[i64] = kind
        self.card: Final[i64] = card

    def apply(self, table: Table) -> None:
        state, own = table.state, age(table)
        state.cards[self.card] = self.by
        state.hand[self.seat] -= 1
        state.hand[self.by] += 1
        own.held[self.seat * own.kinds + self.kind] -= 1
        own.held[self.by * own.kinds + self.kind] += 1

    def seen_by(self, seat: i64) -> Fact:
        return self if seat == self.seat or seat == self.by else CardStolen(self.seat, self.by, self.kind, HIDDEN)


@final
class MiracleRolled(PublicFact):
    """A die was rolled for a place because of a miracle."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "place": PLACE, "pips": AMOUNT}

    def __init__(self, seat: i64, place: i64, pips: i64) -> None:
        self.seat: Final[i64] = seat
        self.place: Final[i64] = place
        self.pips: Final[i64] = pips

    def apply(self, table: Table) -> None:
        pass


@final
class LandTurnedUp(PublicFact):
    """A territory card was turned up for a miracle. It goes back into its deck (god.play.6)."""

    FIELDS: ClassVar[Fields] = {"place": PLACE}

    def __init__(self, place: i64) -> None:
        self.place: Final[i64] = place

    def apply(self, table: Table) -> None:
        pass


def roll_for(table: Table, seat: i64, place: i64) -> i64:
    """Roll one die for a place."""
    pips = table.die()
    table.note(MiracleRolled(seat, place, pips))
    return pips
