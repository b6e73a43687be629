"""Commanders and stations: where they may be placed, and how many stations a seat may have."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.editions.risk2210.state import LAND, terrain_of
from kamchatka.kernel.ages.age import buildings
from kamchatka.kernel.rules.pieces import Sites
from kamchatka.kernel.table import Table

MOST_STATIONS: Final = 4  # maximum per seat (2210.hire.6)
COMMANDER_PRICE: Final = 3
STATION_PRICE: Final = 5


@final
class StationSites(Sites):
    """Allow one station per territory and four per seat. A table option allows them on land only (2210.hire.8)."""

    def __init__(self, land_only: bool) -> None:
        self.land_only: Final = land_only

    def bars_building(self, table: Table, seat: i64, place: i64) -> str:
        clause = super().bars_building(table, seat, place)
        return "building.terrain" if not clause and self.land_only and terrain_of(table, place) != LAND else clause

    def bars_more(self, table: Table, seat: i64) -> str:
        return "building.most" if buildings(table, seat) >= MOST_STATIONS else ""
