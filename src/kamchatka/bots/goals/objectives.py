"""What an objective still requires of a seat: the missing places and those already held."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from kamchatka.bots.goals.goals import Goals
from kamchatka.bots.zones import whole_zones
from kamchatka.kernel.rules.objectives import Demand
from kamchatka.kernel.state import NOBODY

NEVER: Final = 1_000_000  # cost of places that must not be taken


def lacking(goals: Goals, demand: Demand) -> vec[i64]:
    """Return the places that the seat must still take for an objective; if any will do, the cheapest."""
    if demand.count > 0:
        return cheapest(goals, max(i64(1), demand.count - strong(goals, demand.garrison)))
    return split(goals, places_named_by(goals, demand), False)


def places_held_for(goals: Goals, demand: Demand) -> vec[i64]:
    """Return the places held that count for an objective."""
    if demand.count > 0:
        return places_of(goals, goals.seat)
    return split(goals, places_named_by(goals, demand), True)


def split(goals: Goals, places: vec[i64], own: bool) -> vec[i64]:
    """Return the places that the seat holds (`own`), or those it doesn't."""
    found: vec[i64] = vec[i64](capacity=16)
    for place in places:
        if (goals.state.owner[place] == goals.seat) == own:
            found = append(found, place)
    return found


def places_named_by(goals: Goals, demand: Demand) -> vec[i64]:
    """Return the places that an objective names."""
    if demand.has_zones():
        found: vec[i64] = vec[i64](capacity=32)
        for zone in whole_zones(goals.info.board, goals.state, goals.seat, demand):
            for place in goals.info.inside[zone]:
                found = append(found, place)
        return found
    return places_of(goals, demand.victim) if demand.victim != NOBODY else demand.places


def strong(goals: Goals, garrison: i64) -> i64:
    """Return the number of the seat's places with at least this garrison."""
    count: i64 = 0
    for place in range(goals.info.board.size):
        if goals.state.owner[place] == goals.seat and goals.state.armies[place] >= garrison:
            count += 1
    return count


def cheapest(goals: Goals, count: i64) -> vec[i64]:
    """Return the `count` cheapest enemy places, by garrison and distance from our stacks."""
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
    """Return the places that a seat holds."""
    found: vec[i64] = vec[i64](capacity=24)
    for place in range(goals.info.board.size):
        if goals.state.owner[place] == seat:
            found = append(found, place)
    return found
