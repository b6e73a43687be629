"""What rivals may be about, by what everybody can see: the cards are known, only who holds which is not."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.bots.captain.goals import Goals
from kamchatka.bots.zones import nearest_zones
from kamchatka.kernel.bits import has
from kamchatka.kernel.rules.objectives import Demand

ALARM: Final = 4  # steps from an objective at which a rival is taken seriously


def alarm(goals: Goals) -> None:
    """Places of rivals are dearer when they carry a bonus, a leader, or a likely objective."""
    state = goals.state
    board = goals.info.board
    strength = strengths(goals)
    total = 0.1
    for seat in range(state.seats):
        total += strength[seat]
    for rival in range(state.seats):
        if rival != goals.seat and state.lands[rival] > 0:
            share = strength[rival] / total * float(state.seats)
            likely = suspicion(goals, rival)
            for place in range(board.size):
                if state.owner[place] == rival:
                    worth = goals.worth[place] + likely[place] + broken_zone(goals, place, rival)
                    goals.worth[place] = worth + goals.weights.leader * max(0.0, share - 1.0)


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


def suspicion(goals: Goals, rival: i64) -> vec[float]:
    """By place: how near to victory it brings this rival, over all objectives it may hold."""
    dear = vec[float]([0.0] * int(goals.info.board.size))
    known = goals.info.objectives
    for card in range(i64(len(known))):
        if card != goals.state.objective[goals.seat]:
            suspect(goals, rival, known[card].printed, dear)
    return dear


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
