"""Who is near victory, as far as the table can tell: the cards are known, only who holds which is not."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.bots.info import GameInfo
from kamchatka.bots.zones import lacking, nearest_zones
from kamchatka.kernel.bits import has
from kamchatka.kernel.state import State

ALARM: Final = 2  # steps from an objective at which a rival is taken seriously
STAKE: Final = 5.0  # armies that it is worth to break a rival one step away


def fears(info: GameInfo, state: State, seat: i64) -> vec[float]:
    """By place: how dear it is because it brings a rival near to an objective that the rival may hold."""
    dear = vec[float]([0.0] * int(info.board.size))
    for rival in range(state.seats):
        if rival != seat and state.is_alive(rival):
            for card in range(i64(len(info.objectives))):
                if card != state.objective[seat]:
                    fear(info, state, rival, card, dear)
    return dear


def fear(info: GameInfo, state: State, rival: i64, card: i64, dear: vec[float]) -> None:
    """One objective a rival may hold. One already met is not its card, or the game would be over."""
    board = info.board
    demand = info.objectives[card].printed
    zones: i64 = -1  # as bits; all of them
    missing: i64 = 0
    if demand.count > 0:
        missing = demand.count - state.lands[rival]
    elif demand.has_zones():
        zones = nearest_zones(board, state, rival, demand)
        for zone in range(board.zones):
            if has(zones, zone):
                missing += lacking(board, state, rival, zone)
    # a destroy card tells nothing here, and its fall-back is like the card that asks for places
    if 1 <= missing <= ALARM:
        stake = STAKE / float(missing)
        for place in range(board.size):
            if state.owner[place] == rival and has(zones, board.zone[place]) and dear[place] < stake:
                dear[place] = stake
