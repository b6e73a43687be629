"""Which goals a seat has: its objective, whole zones, rivals that can fall."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from kamchatka.bots.aims import prey, whole_zones
from kamchatka.bots.finale import storm
from kamchatka.bots.goals import Goals
from kamchatka.bots.kingmaker import spare_the_king
from kamchatka.bots.points import face_the_throw, seek_points
from kamchatka.editions.challenge.objectives import HoldMarked
from kamchatka.kernel.rules.objectives import Destroy, HoldPlaces, HoldZones, Objective
from kamchatka.kernel.state import NOBODY

NEVER: Final = 1_000_000  # as cost: not to be taken
WEAK: Final = 12  # places of a rival above which its fall is out of sight


def set_goals(goals: Goals) -> None:
    """Everything that the seat itself wants."""
    card = goals.state.objective[goals.seat]
    own = goals.lore.objectives[card] if 0 <= card < len(goals.lore.objectives) else None
    seek_zones(goals)
    seek_falls(goals)
    if own is not None:
        seek(goals, current(goals, own))
    seek_points(goals, own)
    face_the_throw(goals, own)
    spare_the_king(goals)


def seek(goals: Goals, objective: Objective) -> None:
    """The seat's own objective."""
    missing = lacking(goals, objective)
    if len(missing) == 0:
        return
    prize = goals.doctrine.victory * goals.chance(missing)
    goals.pursue(missing, prize + goals.doctrine.base * float(len(missing)))
    storm(goals, missing)
    held = held_for(goals, objective)
    if len(held) > 0:
        part = float(len(held)) / float(len(held) + len(missing))
        goals.guard(held, prize * part + goals.doctrine.base * float(len(held)))
    if isinstance(objective, HoldPlaces) and objective.garrison > 1:
        goals.garrison = objective.garrison
        goals.filling = goals.doctrine.base + prize / float(len(missing))


def lacking(goals: Goals, objective: Objective) -> vec[i64]:
    """The places that the seat must still take for an objective; of any number, the cheapest."""
    if isinstance(objective, HoldPlaces):
        return cheapest(goals, max(i64(1), objective.count - strong(goals, objective.garrison)))
    return split(goals, named(goals, objective), False)


def held_for(goals: Goals, objective: Objective) -> vec[i64]:
    """The places that count for an objective and are held already."""
    if isinstance(objective, HoldPlaces):
        return places_of(goals, goals.seat)
    return split(goals, named(goals, objective), True)


def split(goals: Goals, places: vec[i64], own: bool) -> vec[i64]:
    """Those of the places that the seat holds, or those that it does not."""
    found: vec[i64] = vec[i64](capacity=16)
    for place in places:
        if (goals.state.owner[place] == goals.seat) == own:
            found = append(found, place)
    return found


def named(goals: Goals, objective: Objective) -> vec[i64]:
    """The places that an objective names."""
    if isinstance(objective, HoldMarked):
        return objective.places
    if isinstance(objective, HoldZones):
        found: vec[i64] = vec[i64](capacity=32)
        for zone in whole_zones(goals.lore.board, goals.state, goals.seat, objective):
            for place in goals.lore.inside[zone]:
                found = append(found, place)
        return found
    if isinstance(objective, Destroy):
        return places_of(goals, prey(goals.state, goals.seat, objective))
    return vec[i64]()


def current(goals: Goals, objective: Objective) -> Objective:
    """What an objective comes to now: a destroy card without its prey is its fall-back."""
    if isinstance(objective, Destroy) and prey(goals.state, goals.seat, objective) == NOBODY:
        return objective.instead
    return objective


def strong(goals: Goals, garrison: i64) -> i64:
    """Places of the seat with a garrison."""
    count: i64 = 0
    for place in range(goals.lore.board.size):
        if goals.state.owner[place] == goals.seat and goals.state.armies[place] >= garrison:
            count += 1
    return count


def cheapest(goals: Goals, count: i64) -> vec[i64]:
    """So many enemy places, those of the fewest armies and nearest to one's stacks first."""
    size = goals.lore.board.size
    cost = vec[i64]([NEVER] * int(size))
    for place in range(size):
        if goals.state.owner[place] != goals.seat:
            near: i64 = 9
            for stack in goals.stacks:
                near = min(near, goals.lore.distance[stack * size + place])
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


def seek_zones(goals: Goals) -> None:
    """The bonus of every zone: to complete it, to keep it."""
    board = goals.lore.board
    for zone in range(board.zones):
        held = goals.state.held[goals.seat * board.zones + zone]
        if held > 0 or goals.state.round == 0:  # before the first round every zone may become one's own
            easy = 1.0 + goals.doctrine.shape * (goals.lore.tenable[zone] - 1.0)
            prize = goals.doctrine.horizon * float(board.bonus[zone]) * easy
            if held == board.zone_size[zone]:
                goals.guard(goals.lore.inside[zone], prize * 2.0)
            else:
                missing = split(goals, goals.lore.inside[zone], False)
                goals.pursue(missing, prize * goals.chance(missing))


def seek_falls(goals: Goals) -> None:
    """The cards of a rival, and one rival less."""
    state = goals.state
    for rival in range(state.seats):
        if rival != goals.seat and 0 < state.lands[rival] <= WEAK:
            prize = goals.doctrine.fall + goals.doctrine.prey * float(state.hand[rival])
            missing = places_of(goals, rival)
            goals.pursue(missing, prize * goals.chance(missing))


def places_of(goals: Goals, seat: i64) -> vec[i64]:
    """The places a seat holds."""
    found: vec[i64] = vec[i64](capacity=24)
    for place in range(goals.lore.board.size):
        if goals.state.owner[place] == seat:
            found = append(found, place)
    return found
