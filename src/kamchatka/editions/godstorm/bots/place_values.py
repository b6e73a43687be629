"""The value in points of taking and of keeping every place: the land, continents, crypts, temples and its owner."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.bots.ages.evaluator import AgeEvaluator
from kamchatka.bots.ages.zones import seek_zones
from kamchatka.editions.godstorm.bots.info import GodInfo
from kamchatka.editions.godstorm.places import ALTARS, CRYPTS, HEAVENS, LANDS, is_sunk
from kamchatka.kernel.bits import size
from kamchatka.kernel.state import NOBODY
from kamchatka.kernel.table import Table

SPACE: Final = 0.03  # value of a space of the Underworld that is only a passage
PLAGUED: Final = 0.6  # factor for plagued land, where every stack is halved
IS_CRYPT: Final = vec[i64]([1 if place in CRYPTS else 0 for place in range(HEAVENS)])
IS_ALTAR: Final = vec[i64]([1 if place in ALTARS else 0 for place in range(HEAVENS)])
GOD: Final = 2.0  # value of a god in faith, which is below its price because the god may stand idle


@final
class PlaceValues:
    """Sets an evaluator's `worth` and `hold`."""

    def __init__(self, evaluator: AgeEvaluator, god_info: GodInfo, table: Table) -> None:
        weights = evaluator.weights
        self.evaluator: Final = evaluator
        self.god_info: Final = god_info
        self.table: Final = table
        self.yearly: Final = evaluator.stream * (weights.army + weights.energy)  # an army and a faith per turn
        self.god: Final = GOD * (weights.energy if evaluator.calendar.later > 0.0 else weights.spent)

    def set(self) -> None:
        """Estimate the value of every place, then add the continents."""
        evaluator = self.evaluator
        seats = int(evaluator.state.seats)
        evaluator.resent(vec[i64]([int(self.god_info.points(self.table, seat)) for seat in range(seats)]))
        for place in range(i64(HEAVENS)):
            if not is_sunk(self.table, place):
                self.weigh(place)
        seek_zones(evaluator, evaluator.lasting + self.yearly)

    def weigh(self, place: i64) -> None:
        """Estimate the value of one place by itself."""
        evaluator = self.evaluator
        worth = self.land(place) if place < LANDS else self.space(place)
        gods = self.god * float(size(evaluator.own.standing[place]))
        evaluator.hold[place] = worth + gods
        owner = evaluator.state.owner[place]
        if owner != NOBODY and owner != evaluator.seat:
            worth += evaluator.malice[owner] * (worth + gods)
        evaluator.worth[place] = worth

    def land(self, place: i64) -> float:
        """Value a territory: a final point if it lasts, a third of an army and of a faith per turn, and its temple."""
        own = self.evaluator.own
        worth = self.evaluator.lasting + self.yearly / 3.0
        if own.hazard[place]:
            worth *= PLAGUED
        return worth + self.yearly if own.built[place] else worth

    def space(self, place: i64) -> float:
        """Estimate a space of the Underworld: a point for crypts and altars, and the armies that rise from a crypt."""
        evaluator = self.evaluator
        if IS_CRYPT[place]:
            return evaluator.lasting + 0.5 * evaluator.stream * evaluator.weights.army
        return evaluator.lasting + SPACE if IS_ALTAR[place] else SPACE
