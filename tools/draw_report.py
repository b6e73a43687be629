"""Measures draws: `python tools/draw_report.py [players] [rounds] [clubs]`, the optimiser beside the greedy draw.

Each method plays its own event on the same players and clubs; the best seat of a table by a fixed seed wins it.
"""
import sys
from random import Random
from time import perf_counter

from kamchatka.tournament.changes import AnyChange, Drawn, Entered, Opened, Reported
from kamchatka.tournament.draw.seating import Tables
from kamchatka.tournament.event import Event, folded, onto
from kamchatka.tournament.report import Line, Report
from kamchatka.tournament.rounds import Method, next_field, next_round, posed
from kamchatka.tournament.settings import changed, preset


def opened(players: int, rounds: int, clubs: int, seed: int) -> Event:
    """An event with clubs of uneven size."""
    random = Random(seed)
    settings = changed(preset("ranking").settings, [f"rounds={rounds}", "discards=0"])
    entries: list[AnyChange] = [Opened("report", settings)]
    sizes = [random.random() ** 1.5 + 0.15 for _ in range(clubs)]
    entries += [Entered(number, f"P{number}", random.choices([f"C{club}" for club in range(clubs)], sizes)[0])
                for number in range(1, players + 1)]
    return folded(enumerate(entries))


def played(event: Event, drawn: Drawn, seed: int) -> Event:
    """The event after a round in which somebody of each table has reached the objective."""
    random = Random(seed)
    event = onto(drawn, event, 0)
    for table in drawn.tables:
        winner = random.choice(table.seats)
        lines = tuple(Line(seat, objective="in_time" if seat == winner else "", points=None if seat == winner else 20)
                      for seat in table.seats)
        event = onto(Reported(drawn.round, table.number, Report(lines)), event, 0)
    return event


def measured(event: Event, method: Method, rounds: int) -> None:
    """One line a round: seconds, avoidable clashes by kind, and the bound."""
    for number in range(1, rounds + 1):
        began = perf_counter()
        drawn = next_round(event, seed=number, method=method)
        seconds = perf_counter() - began
        draw = posed(event, next_field(event), 0, Random(number))
        seated: Tables = tuple(table.seats for table in drawn.tables)
        clashes = draw.clashes(seated)
        told = ", ".join(f"{kind} {clashes[kind]}" for kind in ("club", "winners", "rematch", "five"))
        told += f"; cost {drawn.cost}, bound {drawn.bound}"
        print(f"{method:6} round {number}: {seconds:4.1f} s  {told}", flush=True)
        event = played(event, drawn, number)


def main() -> None:
    """Both methods on the same field."""
    players, rounds, clubs = (int(word) for word in [*sys.argv[1:4], *("200", "8", "30")[len(sys.argv) - 1:]])
    event = opened(players, rounds, clubs, seed=1)
    names = [entrant.club for entrant in event.playing]
    print(f"{players} players, {rounds} rounds, {clubs} clubs of {sorted(names.count(name) for name in set(names))}")
    for method in ("greedy", "cp-sat"):
        measured(event, method, rounds)


if __name__ == "__main__":
    main()
