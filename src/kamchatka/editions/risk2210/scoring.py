"""The score after the fifth year: territories, continents, colonies and cards. Energy, then units break ties."""

from typing import final

from mypy_extensions import i64

from kamchatka.editions.risk2210.state import edition_state, unit_total
from kamchatka.editions.risk2210.turn.collect import zone_bonuses
from kamchatka.kernel.rules.ages import Measure, Total
from kamchatka.kernel.table import Table


@final
class Points2210(Total):
    """One point per territory, the bonus of every continent and colony, and the points from cards."""

    def __init__(self) -> None:
        super().__init__("end.points")

    def parts(self, table: Table, seat: i64) -> list[i64]:
        """Return the points for territories, for continents and colonies, and for cards."""
        return [table.state.lands[seat], zone_bonuses(table, seat), edition_state(table).points[seat]]


@final
class MostEnergy(Measure):
    """The first tie-break."""

    def __init__(self) -> None:
        super().__init__("end.energy")

    def of(self, table: Table, seat: i64) -> i64:
        return edition_state(table).purse[seat]


@final
class MostUnits(Measure):
    """The second tie-break."""

    def __init__(self) -> None:
        super().__init__("end.units")

    def of(self, table: Table, seat: i64) -> i64:
        return unit_total(table, seat)
