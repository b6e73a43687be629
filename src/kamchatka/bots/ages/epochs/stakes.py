"""What every place is worth in points, to take it and to keep it: land, continents, crypts, temples, its owner."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.bots.ages.epochs.rites import Rites
from kamchatka.bots.ages.theatre import Theatre
from kamchatka.bots.ages.zones import seek_zones
from kamchatka.editions.godstorm.places import ALTARS, CRYPTS, HEAVENS, LANDS, is_sunk
from kamchatka.kernel.bits import size
from kamchatka.kernel.state import NOBODY
from kamchatka.kernel.table import Table

SPACE: Final = 0.03  # a space of the Underworld that is only a way
PLAGUED: Final = 0.6  # a land in which every stack is halved, against any other
IS_CRYPT: Final = vec[i64]([1 if place in CRYPTS else 0 for place in range(HEAVENS)])
IS_ALTAR: Final = vec[i64]([1 if place in ALTARS else 0 for place in range(HEAVENS)])
GOD: Final = 2.0  # what a god is worth, in faith: less than its price, for it may stand idle


@final
class Stakes:
    """Fills a theatre's `worth` and `hold`."""

    def __init__(self, theatre: Theatre, rites: Rites, table: Table) -> None:
        doctrine = theatre.doctrine
        self.theatre: Final = theatre
        self.rites: Final = rites
        self.table: Final = table
        self.yearly: Final = theatre.stream * (doctrine.army + doctrine.energy)  # an army and a faith a turn
        self.god: Final = GOD * (doctrine.energy if theatre.calendar.later > 0.0 else doctrine.spent)

    def set(self) -> None:
        """Weigh every place, then the continents."""
        theatre = self.theatre
        seats = int(theatre.state.seats)
        theatre.resent(vec[i64]([int(self.rites.points(self.table, seat)) for seat in range(seats)]))
        for place in range(i64(HEAVENS)):
            if not is_sunk(self.table, place):
                self.weigh(place)
        seek_zones(theatre, theatre.lasting + self.yearly)

    def weigh(self, place: i64) -> None:
        """One place, for itself."""
        theatre = self.theatre
        worth = self.land(place) if place < LANDS else self.space(place)
        gods = self.god * float(size(theatre.own.standing[place]))
        theatre.hold[place] = worth + gods
        owner = theatre.state.owner[place]
        if owner != NOBODY and owner != theatre.seat:
            worth += theatre.malice[owner] * (worth + gods)
        theatre.worth[place] = worth

    def land(self, place: i64) -> float:
        """A point at the end if it lasts, a third of an army and of a faith a turn, and its temple."""
        own = self.theatre.own
        worth = self.theatre.lasting + self.yearly / 3.0
        if own.blight[place]:
            worth *= PLAGUED
        return worth + self.yearly if own.built[place] else worth

    def space(self, place: i64) -> float:
        """A point for crypts and altars, and what rises from a crypt."""
        theatre = self.theatre
        if IS_CRYPT[place]:
            return theatre.lasting + 0.5 * theatre.stream * theatre.doctrine.army
        return theatre.lasting + SPACE if IS_ALTAR[place] else SPACE
