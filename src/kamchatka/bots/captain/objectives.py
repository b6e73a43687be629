"""What an objective still asks of a seat: the places it lacks, and those that count already."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from kamchatka.bots.captain.goals import Goals
from kamchatka.bots.zones import whole_zones
from kamchatka.kernel.rules.objectives import Demand
from kamchatka.kernel.state import NOBODY

NEVER: Final = 1_000_000  # as cost: not to be taken


def lacking(goals: Goals, demand: Demand) -> vec[i64]:
    """The places that the seat must still take for an objective; of any number, the cheapest."""
    if demand.count > 0:
        return cheapest(goals, max(i64(1), demand.count - strong(goals, demand.garrison)))
    return split(goals, named(goals, demand), False)


def held_for(goals: Goals, demand: Demand) -> vec[i64]:
    """The places that count for an objective and are held already."""
    if demand.count > 0:
        return places_of(goals, goals.seat)
    return split(goals, named(goals, demand), True)


def split(goals: Goals, places: vec[i64], own: bool) -> vec[i64]:
    """Those of the places that the seat holds, or those that it does not."""
    found: vec[i64] = vec[i64](capacity=16)
    for place in places:
        if (goals.state.owner[place] == goals.seat) == own:
            found = append(found, place)
    return found


def named(goals: Goals, demand: Demand) -> vec[i64]:
    """The places that an objective names."""
    if demand.has_zones():
        found: vec[i64] = vec[i64](capacity=32)
        for zone in whole_zones(goals.info.board, goals.state, goals.seat, demand):
            for place in goals.info.inside[zone]:
                found = append(found, place)
        return found
    return places_of(goals, demand.victim) if demand.victim != NOBODY else demand.places


def strong(goals: Goals, garrison: i64) -> i64:
    """Places of the seat with a garrison."""
    count: i64 = 0
    for place in range(goals.info.board.size):
        if goals.state.owner[place] == goals.seat and goals.state.armies[place] >= garrison:
            count += 1
    return count


def cheapest(goals: Goals, count: i64) -> vec[i64]:
    """So many enemy places, those of the fewest armies and nearest to one's stacks first."""
    size = goals.info.board.size
    cost = vec[i64]([NEVER] * int(size))
    for place in range(size):
        if goals.state.owner[place] != goals.seat:
            near: i64 = 9
            for stack in goals.stacks:
                near = min(near, goals.info.distance[stack * size + place])
            cost[place] = 3 * near + goals.state.armies[place]
    found: vec[i64] = vec[i64](capacity=24)
    for _ in range(count):
        best: i64 = 0
        for place in range(size):
            if cost[place] < cost[best]:
                best = place
        if cost[best] == NEVER:
            break
        cost[best] = NEVER
        found = append(found, best)
    return found


def places_of(goals: Goals, seat: i64) -> vec[i64]:
    """The places a seat holds."""
    found: vec[i64] = vec[i64](capacity=24)
    for place in range(goals.info.board.size):
        if goals.state.owner[place] == seat:
            found = append(found, place)
    return found
