"""What rivals may be about, by what everybody can see: the cards are known, only who holds which is not."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.bots.captain.goals import Goals
from kamchatka.bots.captain.weights import Weights
from kamchatka.bots.zones import nearest_zones
from kamchatka.kernel.bits import has
from kamchatka.kernel.rules.objectives import Demand
from kamchatka.kernel.state import NOBODY

ALARM: Final = 4  # steps from an objective at which a rival is taken seriously


@final
class Alarm:
    """Places of rivals are dearer when they carry a bonus, a leader, or a likely objective.

    All but the leader follows from who holds what, whatever the armies: it is known until a place falls.
    """

    def __init__(self) -> None:
        self.owner: vec[i64] = vec[i64]()  # for whom it is known: who holds what,
        self.seat: i64 = NOBODY  # whose place it is to be alarmed,
        self.card: i64 = NOBODY  # with which objective,
        self.weights: Weights | None = None  # and which weights
        self.likely: vec[float] = vec[float]()  # by place: how near to victory it brings its owner
        self.broken: vec[float] = vec[float]()  # by place: the bonus that its owner loses with it

    def sound(self, goals: Goals) -> None:
        """Make the places of rivals dearer."""
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
        """Whether it is the same seat with the same objective, and nothing has changed hands."""
        state = goals.state
        if self.weights is not goals.weights or self.seat != goals.seat or self.card != state.objective[goals.seat]:
            return False
        for place in range(goals.info.board.size):
            if self.owner[place] != state.owner[place]:
                return False
        return True

    def learn(self, goals: Goals) -> None:
        """Look at every rival anew."""
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
                        self.broken[place] = broken_zone(goals, place, rival)


def leads(goals: Goals) -> vec[float]:
    """By seat: how much dearer its places are because it is stronger than others."""
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
    """By seat: armies on the board, and those that its places will bring."""
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


def broken_zone(goals: Goals, place: i64, rival: i64) -> float:
    """The bonus that a rival loses with this place."""
    board = goals.info.board
    zone = board.zone[place]
    if goals.state.held[rival * board.zones + zone] < board.zone_size[zone]:
        return 0.0
    return 0.5 * goals.weights.horizon * float(board.bonus[zone])


def suspicion(goals: Goals, rival: i64, dear: vec[float]) -> None:
    """By place of this rival: how near to victory it brings it, over all objectives it may hold."""
    known = goals.info.objectives
    for card in range(i64(len(known))):
        if card != goals.state.objective[goals.seat]:
            suspect(goals, rival, known[card].printed, dear)


def suspect(goals: Goals, rival: i64, demand: Demand, dear: vec[float]) -> None:
    """One objective a rival may hold. One already met is not its card, or the game would be over."""
    state = goals.state
    board = goals.info.board
    zones: i64 = -1  # as bits; all of them
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
    # a destroy card tells nothing here, and its fall-back is like the card that asks for places
    if 1 <= missing <= ALARM:
        stake = goals.weights.deny / float(missing * missing)
        for place in range(board.size):
            if state.owner[place] == rival and has(zones, board.zone[place]) and dear[place] < stake:
                dear[place] = stake
