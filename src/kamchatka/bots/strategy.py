"""Which goals a seat has: its objective, whole zones, rivals that can fall."""
from mypy_extensions import i64

from kamchatka.bots.aims import prey, whole_zones
from kamchatka.bots.goals import Goals
from kamchatka.editions.challenge.objectives import HoldMarked
from kamchatka.kernel.rules.objectives import Destroy, HoldPlaces, HoldZones, Objective
from kamchatka.kernel.state import NOBODY


def set_goals(goals: Goals) -> None:
    """Everything that the seat itself wants."""
    own = goals.state.objective[goals.seat]
    known = goals.lore.objectives
    seek_zones(goals)
    seek_falls(goals)
    if 0 <= own < len(known):
        seek(goals, known[own])


def seek(goals: Goals, objective: Objective) -> None:
    """The seat's own objective."""
    if isinstance(objective, HoldZones):
        zones = whole_zones(goals.lore.board, goals.state, goals.seat, objective)
        seek_set(goals, [place for place in range(goals.lore.board.size) if goals.lore.board.zone[place] in zones])
    elif isinstance(objective, HoldMarked):
        seek_set(goals, [place for place in objective.places])
    elif isinstance(objective, HoldPlaces):
        seek_number(goals, objective)
    elif isinstance(objective, Destroy):
        victim = prey(goals.state, goals.seat, objective)
        if victim == NOBODY:
            seek(goals, objective.instead)
        else:
            seek_set(goals, places_of(goals, victim))


def seek_set(goals: Goals, wanted: list[i64]) -> None:
    """All of these places."""
    owner = goals.state.owner
    missing = [place for place in wanted if owner[place] != goals.seat]
    held = [place for place in wanted if owner[place] == goals.seat]
    if missing:
        prize = goals.doctrine.victory * goals.chance(missing)
        goals.pursue(missing, prize + goals.doctrine.base * float(len(missing)))
        if held:
            goals.guard(held, prize * float(len(held)) / float(len(wanted)) + goals.doctrine.base * float(len(held)))


def seek_number(goals: Goals, objective: HoldPlaces) -> None:
    """So many places, whichever: the cheapest ones are meant."""
    state = goals.state
    strong: i64 = 0
    for place in range(goals.lore.board.size):
        if state.owner[place] == goals.seat and state.armies[place] >= objective.garrison:
            strong += 1
    lacking = max(i64(1), objective.count - strong)
    missing = cheapest(goals, lacking)
    if missing:
        prize = goals.doctrine.victory * goals.chance(missing)
        goals.pursue(missing, prize + goals.doctrine.base * float(len(missing)))
        goals.guard(places_of(goals, goals.seat), prize + goals.doctrine.base * float(len(missing)))
        if objective.garrison > 1:
            goals.garrison = objective.garrison
            goals.filling = goals.doctrine.base + prize / float(lacking)


def cheapest(goals: Goals, count: i64) -> list[i64]:
    """So many enemy places, those of the fewest armies and nearest to one's stacks first."""
    size = goals.lore.board.size
    ranked: list[tuple[i64, i64]] = []
    for place in range(size):
        if goals.state.owner[place] != goals.seat:
            near: i64 = 9
            for stack in goals.stacks:
                near = min(near, goals.lore.distance[stack * size + place])
            ranked.append((3 * near + goals.state.armies[place], place))
    ranked.sort()
    return [place for _, place in ranked[:count]]


def seek_zones(goals: Goals) -> None:
    """The bonus of every zone: to complete it, to keep it."""
    board = goals.lore.board
    for zone in range(board.zones):
        prize = goals.doctrine.horizon * float(board.bonus[zone])
        inside = [place for place in range(board.size) if board.zone[place] == zone]
        missing = [place for place in inside if goals.state.owner[place] != goals.seat]
        if not missing:
            goals.guard(inside, prize * 2.0)
        elif len(missing) < len(inside):
            goals.pursue(missing, prize * goals.chance(missing))


def seek_falls(goals: Goals) -> None:
    """The cards of a rival, and one rival less."""
    state = goals.state
    for rival in range(state.seats):
        if rival != goals.seat and state.is_alive(rival) and 0 < state.lands[rival] <= 12:
            prize = goals.doctrine.fall + goals.doctrine.prey * float(state.hand[rival])
            missing = places_of(goals, rival)
            goals.pursue(missing, prize * goals.chance(missing))


def places_of(goals: Goals, seat: i64) -> list[i64]:
    """The places a seat holds."""
    return [place for place in range(goals.lore.board.size) if goals.state.owner[place] == seat]
