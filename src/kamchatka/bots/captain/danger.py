"""Estimate which objectives rivals may hold. The deck is public, only its distribution is hidden."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.bots.goals.goals import Goals
from kamchatka.bots.goals.weights import Weights
from kamchatka.bots.zones import nearest_zones
from kamchatka.kernel.bits import has
from kamchatka.kernel.rules.objectives import Demand
from kamchatka.kernel.state import NOBODY

ALARM: Final = 4  # steps before an objective at which a rival counts as dangerous


@final
class Alarm:
    """Raise the value of rival places that carry a bonus, belong to a leader, or may complete an objective.

    Except for the leader, this depends only on who holds which place, so it is cached until a place changes hands.
    """

    def __init__(self) -> None:
        self.owner: vec[i64] = vec[i64]()  # cache key: owner of each place
        self.seat: i64 = NOBODY  # cache key: our seat
        self.card: i64 = NOBODY  # cache key: our objective
        self.weights: Weights | None = None  # cache key: our weights
        self.likely: vec[float] = vec[float]()  # by place: how close it brings its owner to victory
        self.broken: vec[float] = vec[float]()  # by place: the bonus that its owner loses with it

    def sound(self, goals: Goals) -> None:
        """Raise the value of rival places."""
        if not self.is_known(goals):
            self.learn(goals)
        state = goals.state
        ahead = leads(goals)
        for place in range(goals.info.board.size):
            owner = state.owner[place]
            if owner >= 0 and owner != goals.seat:
                worth = goals.worth[place] + self.likely[place] + self.broken[place]
                goals.worth[place] = worth + ahead[owner]

    def is_known(self, goals: Goals) -> bool:
        """Return whether the cache is valid: same seat, objective and weights, and no place has changed hands."""
        state = goals.state
        if self.weights is not goals.weights or self.seat != goals.seat or self.card != state.objective[goals.seat]:
            return False
        for place in range(goals.info.board.size):
            if self.owner[place] != state.owner[place]:
                return False
        return True

    def learn(self, goals: Goals) -> None:
        """Recompute the cache for every rival."""
        state = goals.state
        board = goals.info.board
        self.owner = state.owner[:]
        self.seat = goals.seat
        self.card = state.objective[goals.seat]
        self.weights = goals.weights
        self.likely = vec[float]([0.0] * int(board.size))
        self.broken = vec[float]([0.0] * int(board.size))
        for rival in range(state.seats):
            if rival != goals.seat and state.lands[rival] > 0:
                suspicion(goals, rival, self.likely)
                for place in range(board.size):
                    if state.owner[place] == rival:
                        self.broken[place] = bonus_at_stake(goals, place, rival)


def leads(goals: Goals) -> vec[float]:
    """Return by seat the extra value of its places because it is stronger than average."""
    strength = strengths(goals)
    seats = goals.state.seats
    total = 0.1
    for seat in range(seats):
        total += strength[seat]
    for seat in range(seats):
        share = strength[seat] / total * float(seats)
        strength[seat] = goals.weights.leader * max(0.0, share - 1.0)
    return strength


def strengths(goals: Goals) -> vec[float]:
    """Return by seat the armies on the board plus expected income."""
    state = goals.state
    board = goals.info.board
    found = vec[float]([float(lands) for lands in state.lands])
    for place in range(board.size):
        if state.owner[place] >= 0:
            found[state.owner[place]] += float(state.armies[place])
    for seat in range(state.seats):
        for zone in range(board.zones):
            if state.held[seat * board.zones + zone] == board.zone_size[zone]:
                found[seat] += goals.weights.horizon * float(board.bonus[zone])
    return found


def bonus_at_stake(goals: Goals, place: i64, rival: i64) -> float:
    """Return the bonus that a rival loses with this place."""
    board = goals.info.board
    zone = board.zone[place]
    if goals.state.held[rival * board.zones + zone] < board.zone_size[zone]:
        return 0.0
    return 0.5 * goals.weights.horizon * float(board.bonus[zone])


def suspicion(goals: Goals, rival: i64, dear: vec[float]) -> None:
    """Add to each of the rival's places how close it brings the rival to any objective it may hold."""
    known = goals.info.objectives
    for card in range(i64(len(known))):
        if card != goals.state.objective[goals.seat]:
            suspect(goals, rival, known[card].printed, dear)


def suspect(goals: Goals, rival: i64, demand: Demand, dear: vec[float]) -> None:
    """Consider one objective. If it is already met, the rival can't hold it, or the game would be over."""
    state = goals.state
    board = goals.info.board
    zones: i64 = -1  # as bits; -1: all zones
    missing: i64 = 0
    if demand.count > 0:
        missing = demand.count - state.lands[rival]
    elif demand.has_zones():
        zones = nearest_zones(board, state, rival, demand)
        for zone in range(board.zones):
            if has(zones, zone):
                missing += board.zone_size[zone] - state.held[rival * board.zones + zone]
    elif len(demand.places) > 0:
        for place in demand.places:
            if state.owner[place] != rival:
                missing += 1
        if 1 <= missing <= ALARM:
            for place in demand.places:
                if state.owner[place] == rival:
                    dear[place] = max(dear[place], goals.weights.deny / float(missing * missing))
        return
    # a destroy card reveals nothing here, and its fallback equals the card that asks for a number of places
    if 1 <= missing <= ALARM:
        stake = goals.weights.deny / float(missing * missing)
        for place in range(board.size):
            if state.owner[place] == rival and has(zones, board.zone[place]) and dear[place] < stake:
                dear[place] = stake
