"""Armies from a seat's reserve that are placed at once."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.kernel.armies import grant
from kamchatka.kernel.facts import ArmiesPlaced
from kamchatka.kernel.table import Table


@final
class Reserve:
    """The armies of a colour: unlimited, or as many as in the box (god.info.22)."""

    def __init__(self, cap: i64) -> None:
        self.cap: Final[i64] = cap  # 0: no limit

    def muster(self, table: Table, seat: i64, place: i64, armies: i64, clause: str) -> i64:
        """Place these armies or as many as are left, and return their number."""
        stock = table.state.stock[seat]
        grant(table, seat, armies, self.cap, clause)
        came = table.state.stock[seat] - stock
        if came > 0:
            table.note(ArmiesPlaced(seat, place, came))
        return came
