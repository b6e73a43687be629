"""Points at the end of the last epoch, and what breaks ties (god.score)."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.editions.godstorm.places import (
    ALTARS,
    CONTINENTS,
    CRYPTS,
    LANDS,
    count_controlled,
    holds_continent,
    lands_of,
)
from kamchatka.editions.godstorm.state import FIRST_CARD, MAGIC, edition_state, temples_of
from kamchatka.kernel.ages.age import pieces_of
from kamchatka.kernel.bits import size
from kamchatka.kernel.rules.ages import FinalScoring, Measure, Total
from kamchatka.kernel.table import Table


@final
class GodstormPoints(Total):
    """Points for territories, whole continents, crypts and altars, and for relics held with their territory."""

    def __init__(self, bonus_lands: list[int]) -> None:
        super().__init__("end.points")
        self.lands: Final = vec[i64](bonus_lands)  # by relic: the territory with which it is worth a point; -1: none

    def parts(self, table: Table, seat: i64) -> list[i64]:
        """Return the points for territories, continents, crypts, altars and relics."""
        return [
            lands_of(table, seat),
            self.continents(table, seat),
            count_controlled(table, seat, CRYPTS),
            count_controlled(table, seat, ALTARS),
            self.relics(table, seat),
        ]

    def continents(self, table: Table, seat: i64) -> i64:
        """Sum the bonuses of the continents that the seat holds completely."""
        points: i64 = 0
        for zone in range(i64(CONTINENTS)):
            if holds_continent(table, seat, zone):
                points += table.board.bonus[zone]
        return points

    def relics(self, table: Table, seat: i64) -> i64:
        """Count the seat's relics whose territory it also controls."""
        points: i64 = 0
        relics = edition_state(table).relics
        for relic in range(i64(len(relics))):
            land = self.lands[relic]
            if relics[relic] == seat and land >= 0 and table.state.owner[land] == seat:
                points += 1
        return points


@final
class Faith(Measure):
    """A seat's faith."""

    def of(self, table: Table, seat: i64) -> i64:
        return edition_state(table).purse[seat]


@final
class Temples(Measure):
    """The number of a seat's temples."""

    def of(self, table: Table, seat: i64) -> i64:
        return len(temples_of(table, seat))


@final
class GodsInPlay(Measure):
    """The number of a seat's gods on the Ancient Earth."""

    def of(self, table: Table, seat: i64) -> i64:
        return size(pieces_of(table, seat))


@final
class ArmiesOnEarth(Measure):
    """The number of a seat's armies on the Ancient Earth. Those below don't count."""

    def of(self, table: Table, seat: i64) -> i64:
        state = table.state
        armies: i64 = 0
        for place in range(i64(LANDS)):
            if state.owner[place] == seat:
                armies += state.armies[place]
        return armies


def final_scoring(bonus_lands: list[int]) -> FinalScoring:
    """Build the final scoring: points, then faith, temples, gods and armies.

    Seats that are still tied share the victory.

    `bonus_lands` is indexed by card.
    """
    relics = bonus_lands[FIRST_CARD[MAGIC] : FIRST_CARD[MAGIC + 1]]
    return FinalScoring(
        [
            GodstormPoints(relics),
            Faith("end.faith"),
            Temples("end.temples"),
            GodsInPlay("end.gods"),
            ArmiesOnEarth("end.armies"),
        ]
    )
