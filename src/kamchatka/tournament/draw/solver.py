"""Draw with OR-tools CP-SAT (`kamchatka[tournaments]`): find the best seating, or bound its distance from the best."""

from importlib.util import find_spec
from math import ceil
from typing import Any, TypeAlias

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.draw.greedy import draw_greedily
from kamchatka.tournament.draw.seating import DrawProblem, DrawSolution, Tables
from kamchatka.tournament.draw.swaps import STEPS, improve_by_swaps

Model: TypeAlias = Any  # of OR-tools, which has no types

# Solver effort in its deterministic units, about a second each. A limit in real time would make draws irreproducible.
EFFORT = 1.0


def is_installed() -> bool:
    """Return True if OR-tools is installed."""
    return find_spec("ortools") is not None


def draw_best(draw: DrawProblem, seed: int, effort: float = EFFORT, steps: int = STEPS) -> DrawSolution:
    """Return the cheapest seating found: by hand, then by swaps, then by the solver.

    The same seed and solver version give the same seating. Seatings found without the solver depend on the seed alone.
    """
    if not is_installed():
        raise Problem("draw.no_solver")
    start = draw_quickly(draw, seed, steps)
    if start.is_proven:
        return start
    return _ideal(draw, seed, effort) or _least(draw, start, seed, effort)


def draw_quickly(draw: DrawProblem, seed: int, steps: int = STEPS) -> DrawSolution:
    """Return a good seating at once, without the solver."""
    start = draw_greedily(draw, seed)
    return start if start.is_proven else improve_by_swaps(draw, start, seed, steps)


def _ideal(draw: DrawProblem, seed: int, effort: float) -> DrawSolution | None:
    """Return a seating without avoidable clashes, if there is one: faster than minimising the cost."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    sits = _seats(model, draw)
    for group in draw.apart:
        most = group.levels(len(draw.sizes))[-1]
        for table in range(len(draw.sizes)):
            model.add_linear_constraint(sum(sits[player, table] for player in group.members), most - 1, most)
    model.add(sum(_of_fives(draw, sits)) <= draw.bound)
    solver = _solver(seed, effort)
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    found = _tables(draw, sits, solver)
    return DrawSolution(found, draw.cost(found), draw.bound, "cp-sat")


def _least(draw: DrawProblem, start: DrawSolution, seed: int, effort: float) -> DrawSolution:
    """Minimise the cost from a greedy start; return the best seating found and the proven bound."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    sits = _seats(model, draw)
    model.minimize(sum(_costs(model, draw, sits)) - _unavoidable(draw))
    for table, seated in enumerate(start.tables):
        for player in draw.players:
            model.add_hint(sits[player, table], player in seated)
    solver = _solver(seed, effort)
    status = solver.solve(model)
    bound = max(draw.bound, ceil(solver.best_objective_bound - 0.001))
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return DrawSolution(start.tables, start.cost, bound, start.method)
    found = _tables(draw, sits, solver)
    if draw.cost(found) > start.cost:
        return DrawSolution(start.tables, start.cost, bound, start.method)
    return DrawSolution(found, draw.cost(found), bound, "cp-sat")


def _solver(seed: int, effort: float) -> Model:
    """Create a solver with one worker: several workers would race, and a seed would not reproduce the draw."""
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed % 2**31
    solver.parameters.max_deterministic_time = effort
    return solver


def _tables(draw: DrawProblem, sits: dict[tuple[int, int], Model], solver: Model) -> Tables:
    return tuple(
        tuple(player for player in draw.players if solver.boolean_value(sits[player, table]))
        for table in range(len(draw.sizes))
    )


def _seats(model: Model, draw: DrawProblem) -> dict[tuple[int, int], Model]:
    """Create one Boolean per player and table. Each player gets one table, and every table is full."""
    tables = range(len(draw.sizes))
    sits = {(player, table): model.new_bool_var("") for player in draw.players for table in tables}
    for player in draw.players:
        model.add_exactly_one(sits[player, table] for table in tables)
    for table in tables:
        model.add(sum(sits[player, table] for player in draw.players) == draw.sizes[table])
    return sits


def _costs(model: Model, draw: DrawProblem, sits: dict[tuple[int, int], Model]) -> list[Model]:
    """Return the terms to minimise: members of a group above its levels, and repeated tables of five."""
    costs = _of_fives(draw, sits)
    for group in draw.apart:
        for level in group.levels(len(draw.sizes)):
            for table, size in enumerate(draw.sizes):
                over = model.new_int_var(0, max(0, size - level), "")
                model.add(sum(sits[player, table] for player in group.members) <= level + over)
                costs.append(draw.weight(group.kind) * over)
    return costs


def _of_fives(draw: DrawProblem, sits: dict[tuple[int, int], Model]) -> list[Model]:
    return [
        draw.five * times * sits[player, table]
        for player, times in draw.fives.items()
        for table, size in enumerate(draw.sizes)
        if size == 5
    ]


def _unavoidable(draw: DrawProblem) -> int:
    return sum(draw.weight(group.kind) * group.unavoidable(len(draw.sizes)) for group in draw.apart)
