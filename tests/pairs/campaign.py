"""`python -m tests.pairs.campaign --games 100 [EDITION…]`: play all pairs of options under laws and scorers.

Each row of an all-pairs array is a table. Bold random players play its games, which an independent scorer follows and
the laws check. Print a line for each edition, and every violation with its row and seed.
"""

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from kamchatka.editions import EDITIONS
from kamchatka.kernel.bits import members
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.notation import print_position
from kamchatka.kernel.game import REFEREE
from kamchatka.kernel.options import ATTACK, FAST_ATTACK, INVADE, OCCUPY, PASS, PLACE, TIME_UP, Action, Options
from kamchatka.kernel.table import Fact, Table
from tests.kit import fold
from tests.laws import godstorm_invariants, risk2210_invariants
from tests.laws.tables import Setup, begin
from tests.laws.test_options import Trial
from tests.laws.test_secrets import Worlds
from tests.laws.test_state import counts_agree, pieces_stand
from tests.pairs.ages_scorers import Gods, World2210
from tests.pairs.arrays import SEATS, factors, rows
from tests.pairs.planisphere_scorers import Challenge, Classic, Modern, Original
from tests.pairs.scorer import Scorer

LONGEST = 3000  # actions of one game
TRIED = 0.004  # share of the decisions at which every law is checked
COUNTED = 0.1  # share of those at which counts and the edition's invariants are checked
EXPIRES = 0.004  # in every other game: chance that the referee calls time, where possible
DRAWN = 10  # actions sampled at a decision, of which the boldest is played
WHIM = 0.15  # share of decisions that are random
LEVY = """[[card]]
id = "levy"
deck = "land"
cost = 1
timing = "before_first_invasion"
it = "Leva"
en = "Levy"
text_it = "Metti 2 MOD."
text_en = "Place 2 MODs."
[[card.effect]]
do = "place_mods"
terrain = "land"
mods = 2
"""
TEXTS = {"custom_cards": LEVY}
SCORERS: dict[str, type[Any]] = {
    "modern": Modern,
    "original": Original,
    "challenge": Challenge,
    "classic": Classic,
    "classic_ancient": Classic,
    "risk2210": World2210,
    "godstorm": Gods,
}
INVARIANTS = {"risk2210": risk2210_invariants.check, "godstorm": godstorm_invariants.check}


def tables(edition: str) -> list[Setup]:
    """Return the rows of an edition's array, as tables."""
    return [
        Setup(edition, int(row[SEATS]), {name: value for name, value in row.items() if name != SEATS})
        for row in rows(factors(edition, TEXTS))
    ]


def boldness(table: Table, action: Action) -> int:
    """Return how much a bold player likes an action: attacks with more armies, placements where many are."""
    armies = table.state.armies
    if action.verb in (ATTACK, FAST_ATTACK, INVADE):
        return 10 + armies[action.at] - 2 * armies[action.to] + action.n
    if action.verb == PLACE:
        return 10 + armies[action.at] + action.n + (100 if at_a_border(table, action.at) else 0)
    if action.verb == OCCUPY:
        return action.n
    return 4 if action.verb == PASS else 6


def at_a_border(table: Table, place: int) -> bool:
    """Return whether a neighbour has another owner."""
    board, owner = table.board, table.state.owner
    return any(owner[board.links[i]] != owner[place] for i in range(board.first[place], board.first[place + 1]))


def chosen(table: Table, offered: Options, luck: FastChance) -> Action:
    """Return one of a few actions drawn at random, mostly the boldest."""
    drawn = [offered.sample(luck) for _ in range(DRAWN)]
    return drawn[0] if chance(luck, WHIM) else max(drawn, key=lambda action: boldness(table, action))


def chance(luck: FastChance, part: float) -> bool:
    """Return True with this probability."""
    return int(luck.below(10_000)) < part * 10_000


class Played:
    """One game of a row."""

    def __init__(self, setup: Setup, seed: int, longest: int = LONGEST) -> None:
        self.setup, self.seed, self.longest = setup, seed, longest
        self.luck = FastChance(2 * seed + 1)
        self.journal: list[Fact] = []
        self.actions = 0

    def play(self) -> str:
        """Play the game and return how it ended, or "" if it was cut short."""
        game, journal = self.setup.game, self.journal
        table = begin(self.setup, self.seed, journal)
        scorer: Scorer = SCORERS[self.setup.edition](self.setup, table)
        scorer.follow(table, None, journal)
        while not table.state.over and self.actions < self.longest:
            self.try_laws(table)
            told = len(journal)
            seat, action, offered = self.decide(table)
            game.play_from(table, seat, action, offered)
            self.actions += 1
            scorer.follow(table, action, journal[told:])
        counts_agree(self.setup, table)
        folded = fold(game, self.setup.seats, journal)
        assert print_position(game, folded.state) == print_position(game, table.state), "the folded journal"
        return table.state.ending

    def decide(self, table: Table) -> tuple[int, Action, Options]:
        """Choose the next seat and its action."""
        game = self.setup.game
        if self.seed % 2 == 0 and chance(self.luck, EXPIRES):
            offered = game.options(table, REFEREE)
            if offered.allows(Action(TIME_UP)):
                return REFEREE, Action(TIME_UP), offered
        asked = members(game.awaits(table))
        seat = asked[self.luck.below(len(asked))]
        offered = game.options(table, seat)
        return seat, chosen(table, offered, self.luck), offered

    def try_laws(self, table: Table) -> None:
        """Check the laws of tests/laws at some decisions."""
        if not chance(self.luck, COUNTED):
            return
        journal, table.journal = table.journal, None  # the invariants would read it repeatedly
        counts_agree(self.setup, table)
        pieces_stand(table)
        if check := INVARIANTS.get(self.setup.edition):
            check(self.setup.game, table)
        table.journal = journal
        if chance(self.luck, TRIED / COUNTED):
            for seat in members(self.setup.game.awaits(table)):
                assert self.setup.game.options(table, seat).expand(), "a seat is asked and has nothing to choose"
            Trial(self.setup.edition).decision(self.setup, table, self.luck)
            worlds = Worlds(self.setup, table, self.luck.below(self.setup.seats + 1) - 1, self.seed)
            worlds.look_alike()
            worlds.go_on(self.seed)


@dataclass
class Report:
    """The results of the games of a row."""

    games: int = 0
    actions: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    violations: list[str] = field(default_factory=list)

    def add(self, other: "Report") -> None:
        """Add the counts of another row."""
        self.games += other.games
        self.actions += other.actions
        self.endings += other.endings
        self.violations += other.violations


def row(setup: Setup, games: int, first: int = 0) -> Report:
    """Play the games of one row."""
    report = Report()
    for seed in range(first, first + games):
        played = Played(setup, seed)
        try:
            report.endings[played.play() or "cut short"] += 1
        except Exception as error:
            changed = EDITIONS[setup.edition].table_rules(setup.options).non_defaults()
            where = traceback.extract_tb(error.__traceback__)[-1]
            wrong = f"{type(error).__name__} {error} in {where.filename.rpartition('/')[2]}:{where.lineno} {where.name}"
            report.violations.append(
                f"{setup.edition}/{setup.seats} seed {seed} action {played.actions}: {wrong} {changed}"
            )
        report.games += 1
        report.actions += played.actions
    return report


def reports(edition: str, games: int, workers: int, first: int = 0) -> Iterator[Report]:
    """Yield the reports of all rows of an edition."""
    found = tables(edition)
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(row, found, [games] * len(found), [first] * len(found))


def main() -> None:
    """Play the games of the command line; fail on any violation."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("editions", nargs="*", default=list(EDITIONS))
    parser.add_argument("--games", type=int, default=100, help="of each row")
    parser.add_argument("--seed", type=int, default=0, help="of the first game of each row")
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    violations = 0
    for edition in asked.editions:
        whole, start, count = Report(), time.monotonic(), 0
        for report in reports(edition, asked.games, asked.workers, asked.seed):
            whole.add(report)
            count += 1
        seconds = time.monotonic() - start
        endings = ", ".join(f"{ending} {n}" for ending, n in whole.endings.most_common())
        print(
            f"{edition}: {count} rows, {whole.games} games, {whole.actions} actions in {seconds:.0f} s, "
            f"{len(whole.violations)} violations; {endings}",
            flush=True,
        )
        for violation in whole.violations[:40]:
            print("  " + violation, flush=True)
        violations += len(whole.violations)
    sys.exit(1 if violations else 0)


if __name__ == "__main__":
    main()
