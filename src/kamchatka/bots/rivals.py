"""Who is near victory, as far as the table can tell: the cards are known, only who holds which is not."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.bots.lore import Lore
from kamchatka.kernel.bits import bit, has
from kamchatka.kernel.board import Board
from kamchatka.kernel.rules.objectives import HoldPlaces, HoldZones
from kamchatka.kernel.state import State

ALARM: Final = 2  # steps from an objective at which a rival is taken seriously
STAKE: Final = 5.0  # armies that it is worth to break a rival one step away


def fears(lore: Lore, state: State, seat: i64) -> vec[float]:
    """By place: how dear it is because it brings a rival near to an objective that the rival may hold."""
    dear = vec[float]([0.0] * int(lore.board.size))
    for rival in range(state.seats):
        if rival != seat and state.is_alive(rival):
            for card in range(i64(len(lore.objectives))):
                if card != state.objective[seat]:
                    fear(lore, state, rival, card, dear)
    return dear


def fear(lore: Lore, state: State, rival: i64, card: i64, dear: vec[float]) -> None:
    """One objective a rival may hold. One already met is not its card, or the game would be over."""
    board = lore.board
    objective = lore.objectives[card]
    zones: i64 = -1  # as bits; all of them
    missing: i64 = 0
    if isinstance(objective, HoldPlaces):
        missing = objective.count - state.lands[rival]
    elif isinstance(objective, HoldZones):
        zones = nearest_zones(board, state, rival, objective)
        for zone in range(board.zones):
            if has(zones, zone):
                missing += lacking(board, state, rival, zone)
    # a destroy card tells nothing here, and its fall-back is like the card that asks for places
    if 1 <= missing <= ALARM:
        stake = STAKE / float(missing)
        for place in range(board.size):
            if state.owner[place] == rival and has(zones, board.zone[place]) and dear[place] < stake:
                dear[place] = stake


def nearest_zones(board: Board, state: State, seat: i64, objective: HoldZones) -> i64:
    """The zones named, and as free choices those in which the seat lacks the fewest places; as bits."""
    zones: i64 = 0
    for named in objective.zones:
        zones |= bit(named)
    for _ in range(objective.others):
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
    """Places of a zone that a seat does not hold."""
    return board.zone_size[zone] - state.held[seat * board.zones + zone]
