"""Collecting: MODs and energy for territories, continents and colonies, and a MOD for every station."""

from typing import final

from mypy_extensions import i64

from kamchatka.editions.risk2210.pieces.energy import gain
from kamchatka.editions.risk2210.state import State2210, edition_state
from kamchatka.kernel.board import Board
from kamchatka.kernel.facts import ArmiesGranted, ArmiesPlaced
from kamchatka.kernel.rules.reinforce import Income
from kamchatka.kernel.state import Frame, State
from kamchatka.kernel.step import Step
from kamchatka.kernel.table import Table


def find_controlled_zones(board: Board, state: State, seat: i64) -> list[i64]:
    """Return the zones that a seat controls. Devastated places need not be held (2210.collect.5)."""
    own = state.edition_state
    assert isinstance(own, State2210)
    missing = board.zone_size[:]
    for place in range(board.size):
        if own.hazard[place]:
            missing[board.zone[place]] -= 1
    found: list[i64] = []
    for zone in range(board.zones):
        held = state.held[seat * board.zones + zone]
        if held > 0 and held == missing[zone]:  # an entirely devastated continent belongs to no seat (2210.collect.6)
            found.append(zone)
    return found


def zone_bonuses(table: Table, seat: i64) -> i64:
    """Sum the bonuses of the zones that a seat controls."""
    total: i64 = 0
    for zone in find_controlled_zones(table.board, table.state, seat):
        total += table.board.bonus[zone]
    return total


def base_income(table: Table, seat: i64) -> i64:
    """Return a third of the number of the seat's territories, but at least three (2210.collect.2)."""
    return max(i64(3), table.state.lands[seat] // 3)


@final
class ControlledZones(Income):
    """Grant the MODs for continents and colonies."""

    def __init__(self) -> None:
        super().__init__("reinforce.zones")

    def armies(self, table: Table, seat: i64) -> i64:
        return zone_bonuses(table, seat)


@final
class EnergyIncome(Step[Frame]):
    """Grant the turn's energy, and put a MOD on every station. Involves no decision."""

    def former_names(self) -> tuple[str, ...]:
        return ("Yield",)

    def arrive(self, table: Table, frame: Frame) -> bool:
        seat = frame.seat
        table.close()
        gain(table, seat, base_income(table, seat), "collect.base_energy")
        gain(table, seat, zone_bonuses(table, seat), "collect.zone_energy")
        built = edition_state(table).built
        for place in range(table.board.size):
            if built[place] and table.state.owner[place] == seat:
                table.note(ArmiesGranted(seat, 1, "collect.stations"))
                table.note(ArmiesPlaced(seat, place, 1))
        return False
