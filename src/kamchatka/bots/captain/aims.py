"""Set the goals of a seat: its objective, whole zones, weak rivals, and goals of the edition."""

from typing import Final

from kamchatka.bots.captain.finale import storm
from kamchatka.bots.goals.duel import find_beaten_rival
from kamchatka.bots.goals.goals import Goals
from kamchatka.bots.goals.objectives import lacking, places_held_for, places_of, split
from kamchatka.bots.strategy import Strategy
from kamchatka.kernel.rules.objectives import Demand
from kamchatka.kernel.state import NOBODY

WEAK: Final = 12  # maximum number of places of a rival whose elimination is a goal


def set_goals(strategy: Strategy, goals: Goals) -> None:
    """Set all goals of the seat."""
    card = goals.state.objective[goals.seat]
    own = goals.info.objectives[card] if 0 <= card < len(goals.info.objectives) else None
    seek_zones(goals)
    seek_falls(goals)
    if goals.weights.habits.finishes:
        finish(goals)
    if own is not None:
        seek(goals, own.demand(goals.state, goals.seat))
    strategy.add_goals(goals, own)


def seek(goals: Goals, demand: Demand) -> None:
    """Pursue and guard the places of the seat's own objective."""
    missing = lacking(goals, demand)
    if len(missing) == 0:
        return
    prize = goals.weights.victory * goals.chance(missing)
    goals.pursue(missing, prize + goals.weights.base * float(len(missing)))
    storm(goals, missing)
    held = places_held_for(goals, demand)
    if len(held) > 0:
        part = float(len(held)) / float(len(held) + len(missing))
        goals.guard(held, prize * part + goals.weights.base * float(len(held)))
    if demand.count > 0 and demand.garrison > 1:
        goals.garrison = demand.garrison
        goals.filling = goals.weights.base + prize / float(len(missing))


def seek_zones(goals: Goals) -> None:
    """Pursue incomplete zones and guard complete ones, weighted by their bonus."""
    board = goals.info.board
    for zone in range(board.zones):
        held = goals.state.held[goals.seat * board.zones + zone]
        if held > 0 or goals.state.round == 0:  # before the first round every zone is still possible
            easy = 1.0 + goals.weights.shape * (goals.info.tenable[zone] - 1.0)
            prize = goals.weights.horizon * float(board.bonus[zone]) * easy
            if held == board.zone_size[zone]:
                goals.guard(goals.info.inside[zone], prize * 2.0)
            else:
                missing = split(goals, goals.info.inside[zone], False)
                goals.pursue(missing, prize * goals.chance(missing))


def finish(goals: Goals) -> None:
    """In a won duel, divide the value of the game over the places of the last rival."""
    rival = find_beaten_rival(goals.state, goals.seat)
    if rival != NOBODY:
        goals.is_won = True
        goals.pursue(places_of(goals, rival), goals.weights.triumph)


def seek_falls(goals: Goals) -> None:
    """Pursue the elimination of weak rivals, for their cards."""
    state = goals.state
    for rival in range(state.seats):
        if rival != goals.seat and 0 < state.lands[rival] <= WEAK:
            prize = goals.weights.fall + goals.weights.prey * float(state.hand[rival])
            missing = places_of(goals, rival)
            goals.pursue(missing, prize * goals.chance(missing))
