"""Facts of games played in ages: purses, markers, pieces, buildings, hazards, and cards grouped by their backs."""

from typing import ClassVar, Final, final

from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.ages.age import age
from kamchatka.kernel.schema.fields import (
    AMOUNT,
    CARD,
    CLAUSE,
    KIND,
    NUMBER,
    PLACE,
    SEAT,
    ZONE,
    Fields,
    revealed,
    secret,
)
from kamchatka.kernel.state import DISCARD, HIDDEN, NOBODY
from kamchatka.kernel.table import Bookkeeping, Fact, PublicFact, Table


# ------------------------------------------------------------------ ages and turns
@final
class AgeBegan(PublicFact):
    """An age began. It is the `round`th of the game, and all turn markers are free again."""

    FIELDS: ClassVar[Fields] = {"number": NUMBER, "round": NUMBER}

    def __init__(self, number: i64, round: i64) -> None:
        self.number: Final[i64] = number
        self.round: Final[i64] = round

    def apply(self, table: Table) -> None:
        table.state.round = self.round
        own = age(table)
        own.number = self.number
        for seat in range(table.state.seats):
            own.marker[seat] = 0


@final
class AgeSet(PublicFact):
    """The age marker moved to another number."""

    FIELDS: ClassVar[Fields] = {"number": NUMBER}

    def __init__(self, number: i64) -> None:
        self.number: Final[i64] = number

    def apply(self, table: Table) -> None:
        age(table).number = self.number


@final
class TurnCleared(Bookkeeping):
    """The records about the last turn were reset."""

    def apply(self, table: Table) -> None:
        age(table).clear_turn()


@final
class BidShown(PublicFact):
    """A seat's bid was revealed."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "amount": revealed(AMOUNT)}

    def __init__(self, seat: i64, amount: i64) -> None:
        self.seat: Final[i64] = seat
        self.amount: Final[i64] = amount

    def apply(self, table: Table) -> None:
        pass


@final
class MarkerTaken(PublicFact):
    """A seat took the turn marker with this number."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "number": NUMBER}

    def __init__(self, seat: i64, number: i64) -> None:
        self.seat: Final[i64] = seat
        self.number: Final[i64] = number

    def apply(self, table: Table) -> None:
        age(table).marker[self.seat] = self.number


@mypyc_attr(free_list_len=1)
@final
class PurseChanged(PublicFact):
    """A seat received or paid energy or faith; `clause` is the reason."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "amount": AMOUNT, "clause": CLAUSE}

    def __init__(self, seat: i64, amount: i64, clause: str) -> None:
        self.seat: Final[i64] = seat
        self.amount: Final[i64] = amount
        self.clause: Final = clause

    def apply(self, table: Table) -> None:
        age(table).purse[self.seat] += self.amount


@final
class Reckoned(PublicFact):
    """A seat's final score, after the last age."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "points": AMOUNT}

    def __init__(self, seat: i64, points: i64) -> None:
        self.seat: Final[i64] = seat
        self.points: Final[i64] = points

    def apply(self, table: Table) -> None:
        pass


# ------------------------------------------------------------------ pieces
@mypyc_attr(free_list_len=1)
@final
class PiecePosted(PublicFact):
    """A seat's piece of a kind was placed, or moved from another place."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "kind": KIND, "place": PLACE}

    def __init__(self, seat: i64, kind: i64, place: i64) -> None:
        self.seat: Final[i64] = seat
        self.kind: Final[i64] = kind
        self.place: Final[i64] = place

    def apply(self, table: Table) -> None:
        age(table).put(self.seat, self.kind, self.place)


@mypyc_attr(free_list_len=1)
@final
class PieceLost(PublicFact):
    """A seat's piece left the board."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "kind": KIND}

    def __init__(self, seat: i64, kind: i64) -> None:
        self.seat: Final[i64] = seat
        self.kind: Final[i64] = kind

    def apply(self, table: Table) -> None:
        age(table).put(self.seat, self.kind, NOBODY)


@final
class Built(PublicFact):
    """A station or temple was built on a place."""

    FIELDS: ClassVar[Fields] = {"place": PLACE}

    def __init__(self, place: i64) -> None:
        self.place: Final[i64] = place

    def apply(self, table: Table) -> None:
        age(table).built[self.place] = 1


@final
class Razed(PublicFact):
    """A station or temple left the board."""

    FIELDS: ClassVar[Fields] = {"place": PLACE}

    def __init__(self, place: i64) -> None:
        self.place: Final[i64] = place

    def apply(self, table: Table) -> None:
        age(table).built[self.place] = 0


@final
class HazardPlaced(PublicFact):
    """A devastation or plague marker was put on a place."""

    FORMER: ClassVar[tuple[str, ...]] = ("Blighted",)

    FIELDS: ClassVar[Fields] = {"place": PLACE}

    def __init__(self, place: i64) -> None:
        self.place: Final[i64] = place

    def apply(self, table: Table) -> None:
        age(table).hazard[self.place] = 1


@final
class ZoneStruck(PublicFact):
    """A card struck this randomly chosen zone."""

    FIELDS: ClassVar[Fields] = {"zone": ZONE}

    def __init__(self, zone: i64) -> None:
        self.zone: Final[i64] = zone

    def apply(self, table: Table) -> None:
        pass


# ------------------------------------------------------------------ cards
@mypyc_attr(free_list_len=1)
@final
class CardTaken(Fact):
    """A seat drew a card from the deck of a kind. The kind is public; only that seat sees the card."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "kind": KIND, "card": secret(CARD)}

    def __init__(self, seat: i64, kind: i64, card: i64) -> None:
        self.seat: Final[i64] = seat
        self.kind: Final[i64] = kind
        self.card: Final[i64] = card

    def apply(self, table: Table) -> None:
        own = age(table)
        table.state.cards[self.card] = self.seat
        table.state.hand[self.seat] += 1
        own.held[self.seat * own.kinds + self.kind] += 1

    def seen_by(self, seat: i64) -> Fact:
        return self if seat == self.seat else CardTaken(self.seat, self.kind, HIDDEN)


def lay_open(table: Table, seat: i64, card: i64) -> None:
    """Move a card from a hand to the discards, face up and out of the game."""
    own = age(table)
    table.state.cards[card] = DISCARD
    table.state.hand[seat] -= 1
    own.held[seat * own.kinds + own.backs[card]] -= 1


@mypyc_attr(free_list_len=1)
@final
class CardSpent(PublicFact):
    """A seat played a card."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "card": CARD}

    def __init__(self, seat: i64, card: i64) -> None:
        self.seat: Final[i64] = seat
        self.card: Final[i64] = card

    def apply(self, table: Table) -> None:
        lay_open(table, self.seat, self.card)


@final
class CardGivenUp(PublicFact):
    """A seat lost an unplayed card because it was eliminated or because of a miracle."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "card": revealed(CARD)}

    def __init__(self, seat: i64, card: i64) -> None:
        self.seat: Final[i64] = seat
        self.card: Final[i64] = card

    def apply(self, table: Table) -> None:
        lay_open(table, self.seat, self.card)
