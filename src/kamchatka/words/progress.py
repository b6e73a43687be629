"""A seat's progress towards its objective and the value of its trios, from the seat's own view."""

from collections.abc import Iterator
from dataclasses import dataclass

from kamchatka.kernel.bits import members
from kamchatka.kernel.game import Game
from kamchatka.kernel.rules.cards import Trios
from kamchatka.kernel.rules.objectives import Demand, Objective, ObjectiveMet
from kamchatka.kernel.rules.reinforce import Reinforce
from kamchatka.kernel.state import State
from kamchatka.words.names import Names


@dataclass(frozen=True)
class Part:
    """Progress in one part of an objective.

    For a `prey`, it is the number of places that this seat still has; `of` is 0.
    """

    label: str
    value: int
    of: int
    prey: int | None = None


def objective_of(game: Game, state: State, seat: int) -> Objective | None:
    """Return the objective that a seat is known to hold, or None."""
    number = int(state.objective[seat])
    met = next((ending for ending in game.endings if isinstance(ending, ObjectiveMet)), None)
    return met.objectives[number] if met is not None and number >= 0 else None


def progress(names: Names, game: Game, state: State, seat: int) -> list[Part]:
    """List a seat's progress by continent, or as a number of places."""
    objective = objective_of(game, state, seat)
    return list(_parts(names, game, state, seat, objective.demand(state, seat))) if objective is not None else []


def _parts(names: Names, game: Game, state: State, seat: int, demand: Demand) -> Iterator[Part]:
    board, say, first = game.board, names.phrases.say, seat * game.board.zones
    for zone in demand.zones:
        yield Part(names.zones[zone], int(state.held[first + zone]), int(board.zone_size[zone]))
    for zone in _nearest(game, state, seat, demand) if demand.others > 0 else []:
        chosen = say("progress", "chosen", zone=names.zone(zone))
        yield Part(chosen, int(state.held[first + zone]), int(board.zone_size[zone]))
    if demand.count > 0:
        held = [place for place in range(board.size) if state.owner[place] == seat]
        strong = [place for place in held if state.armies[place] >= demand.garrison]
        label = say("progress", "garrison", armies=int(demand.garrison)) if demand.garrison > 1 else ""
        yield Part(label, len(strong), int(demand.count))
    if demand.victim >= 0:
        victim = int(demand.victim)
        yield Part(names.player(victim), int(state.lands[victim]), 0, victim)
    if len(demand.places) > 0:
        yield Part("", sum(1 for place in demand.places if state.owner[place] == seat), len(demand.places))


def _nearest(game: Game, state: State, seat: int, demand: Demand) -> list[int]:
    """Choose the continents closest to completion among those that the objective doesn't name."""
    board = game.board
    lacks = [int(board.zone_size[zone]) - int(state.held[seat * board.zones + zone]) for zone in range(board.zones)]
    choice = [zone for zone in range(board.zones) if zone not in demand.zones]
    return sorted(choice, key=lambda zone: lacks[zone])[: demand.others]


def trio_worth(game: Game, state: State, seat: int, trio: int) -> int:
    """Return the armies for a trio (cards as bits); 0 if the value of trios isn't fixed."""
    a, b, c = members(trio)
    for step in game.steps:
        if isinstance(step, Reinforce) and isinstance(step.optional_action, Trios):
            owned = [card for card in (a, b, c) if card < len(state.owner) and state.owner[card] == seat]
            return int(step.optional_action.worth(a, b, c) + len(owned) * step.optional_action.values.owned)
    return 0
