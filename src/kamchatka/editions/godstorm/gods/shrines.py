"""Where gods and temples may be placed, in the preparation or when they are summoned or built (god.summon)."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.editions.godstorm.armies.casualties import banish
from kamchatka.editions.godstorm.places import LANDS
from kamchatka.editions.godstorm.state import edition_state, has_temple, is_plagued, temples_left
from kamchatka.kernel.bits import has
from kamchatka.kernel.rules.pieces import Sites
from kamchatka.kernel.table import Table

GOD_COST: Final = 3
TEMPLE_COST: Final = 5


@final
class Shrines(Sites):
    """Allow places of the Ancient Earth with an army of the seat.

    Gods avoid plagued ones unless the table allows them.
    """

    def __init__(self, on_plague: str) -> None:
        self.barred: Final = on_plague == "forbid"
        self.banished: Final = on_plague == "banish_at_once"

    def bars_piece(self, table: Table, seat: i64, kind: i64, place: i64) -> str:
        if place >= LANDS or table.state.owner[place] != seat:
            return "piece.own_place"
        if has(edition_state(table).gone, kind):
            return "piece.banished"
        return "piece.plague" if self.barred and is_plagued(table, place) else ""

    def bars_building(self, table: Table, seat: i64, place: i64) -> str:
        if place >= LANDS or table.state.owner[place] != seat:
            return "building.own_place"
        return "building.one_a_place" if has_temple(table, place) else ""

    def bars_more(self, table: Table, seat: i64) -> str:
        return "building.stock" if temples_left(table) == 0 else ""

    def on_arrival(self, table: Table, seat: i64, kind: i64, place: i64) -> None:
        """Banish a god on plagued land at once, if the table option says so."""
        if self.banished and is_plagued(table, place):
            banish(table, seat, kind)
