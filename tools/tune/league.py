"""Rate all bots and their versions.

python -m tools.tune.league EDITION… [--rounds 2] [--rehearsals 20] [--write]

Every line-up of four different bots plays rounds of four games, so that each bot has each seat once per round. Ratings
are fitted to all results at once: win chances at a table are proportional to 10^(rating / 400), `cautious` is 1000, and
errors are 95 percent intervals of the fit. With --write the table is inserted into docs/benchmarks.md with its
command. Needs numpy.
"""

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import log, sqrt
from pathlib import Path

import numpy as np

from kamchatka.arena import Outcome, Plan, Share, outcomes
from kamchatka.bots.habits import VERSIONS

PAGE = Path(__file__).parents[2] / "docs" / "benchmarks.md"
ANCHOR, ORIGIN = "cautious", 1000.0
ELO = 400.0 / log(10.0)  # rating points for a factor e in the odds
TABLE = 4
TURN_LIMIT = 60
APART = 100_000  # seed distance between two line-ups
RIDGE = 0.02  # regularisation, so that a bot without wins has a finite rating


def everybody(rehearsals: int) -> list[str]:
    """Return all bots in all versions; marshals use this many rehearsals per turn.

    >>> everybody(20)[2:5], everybody(20)[-1]
    (['cautious', 'captain@0.1', 'captain@0.2'], 'marshal:20x')
    """
    former = [f"@{version}" for version in VERSIONS][:-1]
    captains = [f"captain{version}" for version in [*former, ""]]
    marshals = [f"marshal{version}:{rehearsals}x" for version in [*former, ""]]
    return ["random", "easy", "cautious", *captains, *marshals]


def play_league(edition: str, bots: Sequence[str], rounds: int, workers: int, seed: int) -> Iterator[Outcome]:
    """Play all games of the league."""
    for number, line_up in enumerate(combinations(bots, TABLE)):
        plan = Plan.create(edition, {}, line_up, TURN_LIMIT, seed + number * APART)
        yield from outcomes(plan, range(plan.seed, plan.seed + rounds * TABLE), workers)


def fit_ratings(games: Sequence[Outcome], bots: Sequence[str], fixed: str = ANCHOR) -> dict[str, tuple[float, float]]:
    """Fit ratings by Newton's method: by bot, its rating and the 95 % error relative to the anchor's.

    >>> games = [Outcome(n, ("a", "cautious"), (int(n % 4 == 0),), 1, 1, "") for n in range(400)]
    >>> (rating, error), (fixed, none) = fit_ratings(games, ["a", "cautious"]).values()
    >>> abs(rating - 1190.8) < 2, 30 < error < 45, fixed, none
    (True, True, 1000.0, 0.0)
    """
    anchor = bots.index(fixed) if fixed in bots else 0
    at = {name: number for number, name in enumerate(bots)}
    seated = np.array([[at[name] for name in game.seated] for game in games])
    won = np.array([[(seat in game.winners) / len(game.winners) for seat in range(len(game.seated))] for game in games])
    strength, slope = np.zeros(len(bots)), np.eye(len(bots))
    for _ in range(60):
        likely = np.exp(strength[seated])
        likely /= likely.sum(axis=1, keepdims=True)
        pull, slope = -RIDGE * strength, RIDGE * np.eye(len(bots))
        np.add.at(pull, seated, won - likely)
        for seat in range(seated.shape[1]):
            np.add.at(slope, (seated[:, seat], seated[:, seat]), likely[:, seat])
            for other in range(seated.shape[1]):
                np.add.at(slope, (seated[:, seat], seated[:, other]), -likely[:, seat] * likely[:, other])
        strength += np.clip(np.linalg.solve(slope, pull), -1.0, 1.0)
    doubt = np.linalg.inv(slope)
    found = dict[str, tuple[float, float]]()
    for name, number in at.items():
        variance = doubt[number, number] + doubt[anchor, anchor] - 2 * doubt[number, anchor]
        rating = ORIGIN + ELO * float(strength[number] - strength[anchor])
        found[name] = rating, 1.96 * ELO * sqrt(max(0.0, float(variance)))
    return found


def share(games: Sequence[Outcome], name: str) -> Share:
    """Return the share of its games that a bot won."""
    own = [game for game in games if name in game.seated]
    won = sum((game.seated.index(name) in game.winners) / len(game.winners) for game in own)
    return Share(won, len(own), 1 / TABLE)


def section(edition: str, bots: Sequence[str], games: Sequence[Outcome], command: str, fixed: str = ANCHOR) -> str:
    """Return the league table of an edition, the best bot first."""
    rows = sorted(fit_ratings(games, bots, fixed).items(), key=lambda row: -row[1][0])
    lines = [f"### {edition}\n", "| bot | rating | won of its games |", "|---|---|---|"]
    for name, (rating, error) in rows:
        low, high = share(games, name).interval
        part = f"{share(games, name).part:.1%} ({low:.1%} – {high:.1%})"
        lines.append(f"| `{name}` | {rating:.0f} ± {error:.0f} | {part} |")
    return "\n".join([*lines, f"\n{len(games)} games: `{command}`\n\n"])


def insert_table(page: str, edition: str, table: str) -> str:
    r"""Insert an edition's table into the page, or replace the existing one.

    >>> page = insert_table("a\n<!-- league -->\nold\n<!-- /league -->\nz", "modern", "### modern\n\nnew\n")
    >>> page
    'a\n<!-- league -->\nold\n### modern\n\nnew\n<!-- /league -->\nz'
    >>> insert_table(page, "modern", "### modern\n\nnewer\n") == page.replace("new", "newer")
    True
    """
    before, mark, rest = page.partition("<!-- league -->\n")
    tables, end, after = rest.partition("<!-- /league -->")
    old = re.compile(rf"### {edition}\n.*?(?=### |\Z)", re.DOTALL)
    renewed = old.sub(lambda _: table, tables, count=1) if old.search(tables) else tables + table
    return before + mark + renewed + end + after


def main() -> None:
    """Play, print, and optionally write."""
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("editions", nargs="+")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--rehearsals", type=int, default=20)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    bots = everybody(chosen.rehearsals)
    for edition in chosen.editions:
        games = list(play_league(edition, bots, chosen.rounds, chosen.workers, chosen.seed))
        command = f"python -m tools.tune.league {edition} --rounds {chosen.rounds} --rehearsals {chosen.rehearsals}"
        command += f" --seed {chosen.seed}"
        table = section(edition, bots, games, command)
        sys.stdout.write(table)
        if chosen.write:
            PAGE.write_text(insert_table(PAGE.read_text(encoding="utf-8"), edition, table), encoding="utf-8")


if __name__ == "__main__":
    main()
