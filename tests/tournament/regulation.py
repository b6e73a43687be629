"""A second implementation of the clubs' formulas, from their regulations, with fractions and plain lists.

Nothing here calls the program: a game is a list of `Line`s, and every function computes what the regulation says.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil
from typing import NamedTuple


class Line(NamedTuple):
    """One player's line on a score sheet."""

    player: int
    points: int
    objective: bool = False
    out: bool = False


Game = list[Line]
Formula = Callable[[Game], dict[int, Fraction]]


def by_place(game: Game) -> Game:
    """Order the players of a game: objective, then survivors by points, then the eliminated."""
    return sorted(game, key=lambda line: (not line.objective, line.out, -line.points))


def table_points(line: Line) -> int:
    """Count a hundred points for an objective and none for an eliminated player."""
    return 100 if line.objective else 0 if line.out else line.points


def raduno(game: Game) -> dict[int, Fraction]:
    """Score whole points, and fifty for the winner."""
    order = by_place(game)
    return {line.player: Fraction(table_points(line) + (50 if line is order[0] else 0)) for line in game}


def open_event(game: Game) -> dict[int, Fraction]:
    """Score as a raduno, with a quarter more at tables of five."""
    scale, order = Fraction(5, 4) if len(game) == 5 else Fraction(1), by_place(game)
    return {line.player: table_points(line) * scale + (50 if line is order[0] else 0) for line in game}


def master(game: Game) -> dict[int, Fraction]:
    """Score 1 for a win and thousandths of points, a quarter more at fives, rounded up to at most 100."""
    order, found = by_place(game), dict[int, Fraction]()
    for line in game:
        points = table_points(line)
        if len(game) == 5:
            points = 100 if points >= 80 else ceil(points * 1.25)
        found[line.player] = (1 if line is order[0] else 0) + Fraction(points, 1000)
    return found


def gufo(game: Game) -> dict[int, Fraction]:
    """Score 12, 7, 5, 3, 2 by place and hundredths of points; an eliminated second gets 3, a third 2, a fourth 1."""
    scale = Fraction(5, 4) if len(game) == 5 else Fraction(1)
    found = dict[int, Fraction]()
    for place, line in enumerate(by_place(game), start=1):
        if line.out:
            found[line.player] = Fraction({2: 3, 3: 2, 4: 1, 5: 0}[place])
        else:
            found[line.player] = [12, 7, 5, 3, 2][place - 1] + table_points(line) * scale / 100
    return found


def spartac(game: Game) -> dict[int, Fraction]:
    """Score 100 plus points for the winner; others 100 minus the distance, counting from 86 points as 100."""
    order = by_place(game)
    winner = table_points(order[0])
    whole = winner * Fraction(5, 4) if len(game) == 5 else Fraction(winner)
    found = {order[0].player: 100 + whole}
    reached = 100 if winner >= 86 else winner
    for line in order[1:]:
        found[line.player] = Fraction(100 - (reached - table_points(line)))
    return found


def bgl(game: Game) -> dict[int, Fraction]:
    """Score by place and table size; a Ghost with 0.9 of the mean points fills a table of three."""
    ladder = {3: [100, 55, 10], 4: [100, 60, 40, 20]}[len(game)]
    points = [table_points(line) for line in game]
    whole = Fraction(sum(points))
    if len(game) == 3:
        whole += Fraction(sum(points), 3) * Fraction(9, 10)
    found = dict[int, Fraction]()
    for place, line in enumerate(by_place(game)):
        share = Fraction(100 * table_points(line)) / whole
        found[line.player] = ladder[place] + Fraction(int(share * 100 + Fraction(1, 2)), 100)  # to hundredths
    return found


def nola(game: Game) -> dict[int, Fraction]:
    """Score 12, 7, 5 and 3 by place, 13 for an objective; eliminated players get 1, 2 or 3 in order of elimination."""
    found = dict[int, Fraction]()
    for place, line in enumerate(by_place(game), start=1):
        whole = {2: 3, 3: 2, 4: 1}[place] if line.out else [12, 7, 5, 3][place - 1]
        found[line.player] = Fraction(13 if line.objective and place == 1 else whole)
    return found


def verona(game: Game) -> dict[int, Fraction]:
    """Score 100 plus points for the winner; the others 80, 40 if an objective beat them, 20 if eliminated."""
    order = by_place(game)
    found = {order[0].player: Fraction(100 + table_points(order[0]))}
    for line in order[1:]:
        found[line.player] = Fraction(20 if line.out else 40 if order[0].objective else 80)
    return found


def duel(game: Game) -> dict[int, Fraction]:
    """Score 100 for the winner, 55 for the loser and 10 for a third."""
    return {line.player: Fraction([100, 55, 10][place]) for place, line in enumerate(by_place(game))}


# ------------------------------------------------------------------ standings
class Total(NamedTuple):
    """A player's line of the standings."""

    player: int
    points: Fraction
    results: list[Fraction]


def totals(
    games: Sequence[Game], formula: Formula, players: Sequence[int], rounds: int, discards: int = 0, best: int = 0
) -> list[Total]:
    """Return all totals, highest first. A missed round is a discard; with `best`, only that many results count."""
    results: dict[int, list[Fraction]] = {player: [] for player in players}
    for game in games:
        for player, points in formula(game).items():
            results[player].append(points)
    found = []
    for player, made in results.items():
        keep = len(made)
        if discards:
            keep = min(keep, rounds - discards)
        if best:
            keep = min(keep, best)
        found.append(Total(player, sum(sorted(made, reverse=True)[:keep], Fraction(0)), made))
    return sorted(found, key=lambda one: -one.points)


def repechage(order: list[int], results: dict[int, list[Fraction]], least: int) -> int:
    """Return the best single result among these players with enough rounds."""
    enough = [player for player in order if len(results[player]) >= max(1, least)]
    return max(enough, key=lambda player: (max(results[player]), -order.index(player)))
