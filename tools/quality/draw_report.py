"""Compare the optimiser with the greedy draw: `python tools/quality/draw_report.py [players] [rounds] [clubs]`.

In every round all methods draw the same field. The event continues with the optimiser's tables, and at each of them a
random player reaches the objective.
"""

import sys
from collections.abc import Callable
from random import Random
from time import perf_counter

from kamchatka.editions.tournament import PlayerResult
from kamchatka.tournament.draw.greedy import draw_greedily
from kamchatka.tournament.draw.participants import next_participants
from kamchatka.tournament.draw.rounds import draw_problem
from kamchatka.tournament.draw.seating import DrawProblem, DrawSolution
from kamchatka.tournament.draw.solver import draw_best
from kamchatka.tournament.events.changes import (
    AnyChange,
    Drawn,
    DrawnTable,
    EventOpened,
    PlayerEntered,
    Reported,
    TableReport,
)
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.folding import apply_change, fold
from kamchatka.tournament.settings.presets import preset
from kamchatka.tournament.settings.settings import with_choices


def open_event(players: int, rounds: int, clubs: int, seed: int) -> Event:
    """Return an event with clubs of uneven size."""
    random = Random(seed)
    settings = with_choices(preset("ranking").settings, [f"rounds={rounds}", "discards=0"])
    entries: list[AnyChange] = [EventOpened("report", settings)]
    sizes = [random.random() ** 1.5 + 0.15 for _ in range(clubs)]
    drawn = [*range(clubs), *random.choices(range(clubs), sizes, k=players - clubs)]  # no club is empty
    entries += [PlayerEntered(number, f"P{number}", f"C{club}") for number, club in enumerate(drawn, start=1)]
    return fold(enumerate(entries))


def play_round(event: Event, drawn: Drawn, seed: int) -> Event:
    """Return the event after a round in which a random player at each table has reached the objective."""
    random = Random(seed)
    event = apply_change(drawn, event, 0)
    for table in drawn.tables:
        winner = random.choice(table.seats)
        lines = tuple(
            PlayerResult(seat, objective="in_time" if seat == winner else "", points=None if seat == winner else 20)
            for seat in table.seats
        )
        event = apply_change(Reported(drawn.round, table.number, TableReport(lines)), event, 0)
    return event


WAYS: dict[str, Callable[[DrawProblem, int], DrawSolution]] = {
    "greedy, one pass": lambda draw, seed: draw_greedily(draw, seed, tries=1),
    "greedy, best of 20": draw_greedily,
    "cp-sat": draw_best,
}


def measure(event: Event, number: int) -> Drawn:
    """Print seconds, avoidable clashes by kind, cost and bound per method; return the tables of the last one."""
    draw = draw_problem(event, next_participants(event), 0, Random(number))
    for name, way in WAYS.items():
        began = perf_counter()
        found = way(draw, number)
        seconds, clashes = perf_counter() - began, draw.clashes(found.tables)
        told = ", ".join(f"{kind} {clashes[kind]}" for kind in ("club", "winners", "rematch", "five"))
        print(f"round {number}  {name:18} {seconds:5.1f} s  {told}; cost {found.cost}, bound {found.bound}", flush=True)
    tables = tuple(DrawnTable(at, seats) for at, seats in enumerate(found.tables, start=1))
    return Drawn(number, "round", tables, number, found.method)


def main() -> None:
    """Run all methods on the same fields."""
    players, rounds, clubs = (int(word) for word in [*sys.argv[1:4], *("200", "8", "30")[len(sys.argv) - 1 :]])
    event = open_event(players, rounds, clubs, seed=1)
    names = [entrant.club for entrant in event.playing]
    print(f"{players} players, {rounds} rounds, {clubs} clubs of {sorted(names.count(name) for name in set(names))}")
    for number in range(1, rounds + 1):
        event = play_round(event, measure(event, number), number)


if __name__ == "__main__":
    main()
