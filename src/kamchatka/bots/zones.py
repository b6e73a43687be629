"""Choose zones for objectives that leave some of them open."""

from mypy_extensions import i64

from kamchatka.kernel.bits import bit, has
from kamchatka.kernel.board import Board
from kamchatka.kernel.rules.objectives import Demand
from kamchatka.kernel.state import State


def whole_zones(board: Board, state: State, seat: i64, demand: Demand) -> list[int]:
    """Return the zones named, plus as free choices those that would cost the fewest armies."""
    zones = demand.zones[:]
    for _ in range(demand.others):
        best: i64 = -1
        least: i64 = 0
        for zone in range(board.zones):
            if zone not in zones:
                price = resistance(board, state, seat, zone)
                if best < 0 or price < least:
                    best = zone
                    least = price
        zones.append(best)
    return zones


def resistance(board: Board, state: State, seat: i64, zone: i64) -> i64:
    """Return the enemy armies in a zone, plus two for each place to take."""
    armies: i64 = 0
    for place in range(board.size):
        if board.zone[place] == zone and state.owner[place] != seat:
            armies += state.armies[place] + 2
    return armies


def nearest_zones(board: Board, state: State, seat: i64, demand: Demand) -> i64:
    """Return the zones named, plus as free choices those in which the seat lacks the fewest places; as bits."""
    zones: i64 = 0
    for named in demand.zones:
        zones |= bit(named)
    for _ in range(demand.others):
        best: i64 = -1
        least: i64 = 0
        for zone in range(board.zones):
            missing = lacking(board, state, seat, zone)
            if not has(zones, zone) and (best < 0 or missing < least):
                best = zone
                least = missing
        zones |= bit(best)
    return zones


def lacking(board: Board, state: State, seat: i64, zone: i64) -> i64:
    """Return the number of places of a zone that a seat doesn't hold."""
    return board.zone_size[zone] - state.held[seat * board.zones + zone]
