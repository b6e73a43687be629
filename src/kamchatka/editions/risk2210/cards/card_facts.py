"""The facts of command cards: territory cards, marks of a turn, MODs from the reserve, and points."""

from typing import ClassVar, Final, final

from mypy_extensions import i64

from kamchatka.editions.risk2210.state import TERRAINS, edition_state
from kamchatka.kernel.bits import bit
from kamchatka.kernel.schema.fields import AMOUNT, FLAG, NUMBER, PLACE, SEAT, Fields, revealed, secret
from kamchatka.kernel.state import DISCARD, HIDDEN
from kamchatka.kernel.table import Fact, PublicFact, Table


# ------------------------------------------------------------------ territory cards
@final
class TerritoryTurned(PublicFact):
    """The top card of a territory deck was turned up and discarded."""

    FIELDS: ClassVar[Fields] = {"place": revealed(PLACE)}

    def __init__(self, place: i64) -> None:
        self.place: Final[i64] = place

    def apply(self, table: Table) -> None:
        edition_state(table).card[self.place] = DISCARD


@final
class TerritoryKept(Fact):
    """A seat keeps the top card of a territory deck: visible to all (`shown`) or face down."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "terrain": NUMBER, "place": secret(PLACE), "shown": FLAG}

    def __init__(self, seat: i64, terrain: i64, place: i64, shown: bool) -> None:
        self.seat: Final[i64] = seat
        self.terrain: Final[i64] = terrain
        self.place: Final[i64] = place
        self.shown: Final = shown

    def apply(self, table: Table) -> None:
        own = edition_state(table)
        own.card[self.place] = self.seat
        own.kept[self.seat * TERRAINS + self.terrain] += 1

    def seen_by(self, seat: i64) -> Fact:
        hidden = seat != self.seat and not self.shown
        return TerritoryKept(self.seat, self.terrain, HIDDEN, self.shown) if hidden else self


@final
class TerritorySpent(PublicFact):
    """A kept territory card was revealed and discarded."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "terrain": NUMBER, "place": revealed(PLACE)}

    def __init__(self, seat: i64, terrain: i64, place: i64) -> None:
        self.seat: Final[i64] = seat
        self.terrain: Final[i64] = terrain
        self.place: Final[i64] = place

    def apply(self, table: Table) -> None:
        own = edition_state(table)
        own.card[self.place] = DISCARD
        own.kept[self.seat * TERRAINS + self.terrain] -= 1


# ------------------------------------------------------------------ marks of a turn
@final
class Jammed(PublicFact):
    """A seat may not play command cards until this turn ends."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "by": SEAT}

    def __init__(self, seat: i64, by: i64) -> None:
        self.seat: Final[i64] = seat
        self.by: Final[i64] = by

    def apply(self, table: Table) -> None:
        edition_state(table).jammed |= bit(self.seat)


@final
class TruceMade(PublicFact):
    """The seat in turn (`by`) may no longer attack this seat until the turn ends."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "by": SEAT}

    def __init__(self, seat: i64, by: i64) -> None:
        self.seat: Final[i64] = seat
        self.by: Final[i64] = by

    def apply(self, table: Table) -> None:
        edition_state(table).truce |= bit(self.seat)


@final
class LandfallOpened(PublicFact):
    """The Moon may attack this territory on Earth for the rest of the turn."""

    FIELDS: ClassVar[Fields] = {"place": PLACE}

    def __init__(self, place: i64) -> None:
        self.place: Final[i64] = place

    def apply(self, table: Table) -> None:
        edition_state(table).landfall[self.place] = 1


@final
class ExtractionPromised(PublicFact):
    """A seat will receive energy if it holds the whole Moon at the end of the turn."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT}

    def __init__(self, seat: i64) -> None:
        self.seat: Final[i64] = seat

    def apply(self, table: Table) -> None:
        edition_state(table).extractions += 1


# ------------------------------------------------------------------ MODs and points
@final
class ModsRaised(PublicFact):
    """MODs from the reserve were put on a place. They belong to its holder."""

    FIELDS: ClassVar[Fields] = {"place": PLACE, "armies": AMOUNT}

    def __init__(self, place: i64, armies: i64) -> None:
        self.place: Final[i64] = place
        self.armies: Final[i64] = armies

    def apply(self, table: Table) -> None:
        table.state.armies[self.place] += self.armies


@final
class PointsWon(PublicFact):
    """A card adds points to a seat's final score."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "points": AMOUNT}

    def __init__(self, seat: i64, points: i64) -> None:
        self.seat: Final[i64] = seat
        self.points: Final[i64] = points

    def apply(self, table: Table) -> None:
        edition_state(table).points[self.seat] += self.points
