"""Estimate which rivals are near victory. The deck is public, only its distribution is hidden."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.bots.info import GameInfo
from kamchatka.bots.zones import lacking, nearest_zones
from kamchatka.kernel.bits import has
from kamchatka.kernel.state import State

ALARM: Final = 2  # steps before an objective at which a rival counts as dangerous
STAKE: Final = 5.0  # value in armies of stopping a rival one step from victory


def fears(info: GameInfo, state: State, seat: i64) -> vec[float]:
    """Return the value of each place for stopping a rival that is close to an objective it may hold."""
    dear = vec[float]([0.0] * int(info.board.size))
    for rival in range(state.seats):
        if rival != seat and state.is_alive(rival):
            for card in range(i64(len(info.objectives))):
                if card != state.objective[seat]:
                    fear(info, state, rival, card, dear)
    return dear


def fear(info: GameInfo, state: State, rival: i64, card: i64, dear: vec[float]) -> None:
    """Consider one objective. If it is already met, the rival can't hold it, or the game would be over."""
    board = info.board
    demand = info.objectives[card].printed
    zones: i64 = -1  # as bits; -1: all zones
    missing: i64 = 0
    if demand.count > 0:
        missing = demand.count - state.lands[rival]
    elif demand.has_zones():
        zones = nearest_zones(board, state, rival, demand)
        for zone in range(board.zones):
            if has(zones, zone):
                missing += lacking(board, state, rival, zone)
    # a destroy card reveals nothing here, and its fallback equals the card that asks for a number of places
    if 1 <= missing <= ALARM:
        stake = STAKE / float(missing)
        for place in range(board.size):
            if state.owner[place] == rival and has(zones, board.zone[place]) and dear[place] < stake:
                dear[place] = stake
