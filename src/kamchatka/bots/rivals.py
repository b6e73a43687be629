"""Who is near victory, as far as the table can tell: the cards are known, only who holds which is not."""
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.bots.aims import whole_zones
from kamchatka.bots.lore import Lore
from kamchatka.kernel.rules.objectives import Destroy, HoldPlaces, HoldZones
from kamchatka.kernel.state import State

ALARM: Final = 2            # steps from an objective at which a rival is taken seriously
STAKE: Final = 5.0          # armies that breaking such a rival is worth, for each step less


def alarm(missing: i64) -> float:
    """The worth of a place that keeps a rival so far from an objective. One already met is not the rival's card."""
    return STAKE / float(missing) if 1 <= missing <= ALARM else 0.0


def rivals(lore: Lore, state: State, seat: i64, worth: vec[float]) -> None:
    """Make the places dearer that bring a rival near to an objective it may hold."""
    for rival in range(state.seats):
        if rival != seat and state.is_alive(rival):
            for card in range(i64(len(lore.objectives))):
                if card != state.objective[seat]:
                    fear(lore, state, rival, card, worth)


def fear(lore: Lore, state: State, rival: i64, card: i64, worth: vec[float]) -> None:
    """One objective a rival may hold: its places count more, the nearer the rival is."""
    board = lore.board
    objective = lore.objectives[card]
    if isinstance(objective, Destroy):
        return                                          # its fall-back is like the card that asks for places
    zones: list[int] | None = None
    missing: i64 = 0
    if isinstance(objective, HoldPlaces):
        missing = objective.count - state.lands[rival]
    elif isinstance(objective, HoldZones):
        zones = whole_zones(board, state, rival, objective)
        for zone in zones:
            missing += board.zone_size[zone] - state.held[rival * board.zones + zone]
    stake = alarm(missing)
    if stake > 0.0:
        for place in range(board.size):
            if state.owner[place] == rival and (zones is None or board.zone[place] in zones):
                worth[place] = max(worth[place], stake)
