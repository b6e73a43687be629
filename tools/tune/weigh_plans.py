"""Select the plans of a marshal: python -m tools.tune.weigh_plans modern 45 70 (needs numpy).

At a number of forks (the beginning of a turn somewhere in a game of captains), every candidate is rehearsed in the same
worlds. Plans are then added one by one, each time the one that raises the value of the best plan most. The best plan is
chosen in one half of the worlds and valued in the other, to avoid selection bias. Printed is the gain in win chance per
turn over the captain's own plan: with all worlds, and with 25 and 250 rehearsals.
"""

import sys
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from kamchatka.bots.bot import Bot
from kamchatka.bots.captain.bot import CaptainBot
from kamchatka.bots.goals.weights import Weights
from kamchatka.bots.learned.plans import PATIENCE, VARIATIONS, apply_change
from kamchatka.bots.marshal.bot import Budget, MarshalBot, halvings, matters
from kamchatka.bots.marshal.race import Race
from kamchatka.bots.marshal.worlds import blind_view
from kamchatka.editions import edition
from kamchatka.kernel.bits import first
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.game import Game
from kamchatka.kernel.view import View, view
from kamchatka.players import strategy_of, valuation_of

SEATS = 4
LATEST = 16  # last possible round of a fork
MOST = 14  # maximum number of plans to select
BUDGETS = (25, 250)  # rehearsals
OTHERS = [
    {"thrift": 0.5},
    {"thrift": 0.2, "caution": 0.5},
    {"thrift": 2.5},
    {"keep": 3.0, "caution": 2.0},
    {"victory": 5.0, "margin": 0.5, "thrift": 0.7},
    {"deny": 5.0, "leader": 6.0},
    {"leader": 12.0, "thrift": 0.6},
    {"horizon": 3.0},
    {"base": 4.0},
    {"dare": 0.5, "hazard": 0.5},
    {"dare": 3.0, "hazard": 3.0},
    {"keep": 6.0, "caution": 3.0, "thrift": 1.5},
    {"land": 4.0, "thrift": 0.7},
    {"shape": 3.0, "horizon": 2.0},
]
Floats = NDArray[np.float64]  # of one fork: estimates by plan and world


def forks(game: Game, count: int, worlds: int, candidates: list[Bot]) -> Iterator[Floats]:
    """Find forks and rehearse the candidates at each."""
    thinker = MarshalBot(strategy_of(game), 5, valuation_of(game), Budget(lambda: 0.0, 0.0, 1))
    luck = FastChance(count)
    for seed in range(50_000, 50_000 + count):
        known = fork(game, seed, 1 + int(luck.below(LATEST)), candidates[0])
        if known is not None:
            honest = blind_view(game, known, luck)
            yield np.array(
                [
                    [thinker.rehearse(honest, plan, candidates[0], 1000 * n + seed) for n in range(worlds)]
                    for plan in candidates
                ]
            )


def fork(game: Game, seed: int, round: int, captain: Bot) -> View | None:
    """Return the first decision of a turn in the given round, as its seat sees it; None if the game ended earlier."""
    table = game.start(SEATS, FastChance(seed))
    state = table.state
    while not state.over:
        seat = first(game.awaits(table))
        offered = game.options(table, seat)
        if state.round >= round and seat == state.turn and state.conquests == 0 and matters(offered):
            return view(table, seat)
        game.play_from(table, seat, captain.decide(View(seat, state), offered), offered)
    return None


def ceiling(found: list[Floats], plans: Sequence[int]) -> float:
    """Return the gain of these plans with unlimited worlds."""
    gains = list[float]()
    for promised in found:
        half = promised.shape[1] // 2
        one, two = promised[:, :half].mean(axis=1), promised[:, half:].mean(axis=1)
        for choose, count in ((one, two), (two, one)):
            gains.append(count[max(plans, key=lambda plan: choose[plan])] - count[0])
    return float(np.mean(gains))


def measure_gain(found: list[Floats], plans: Sequence[int], budget: int) -> float:
    """Return the gain of these plans if they are chosen with a limited number of rehearsals."""
    luck = np.random.default_rng(0)
    return float(
        np.mean(
            [
                promised[choose_plan(promised[:, luck.permutation(promised.shape[1])], list(plans), budget)].mean()
                - promised[0].mean()
                for promised in found
                for _ in range(20)
            ]
        )
    )


def choose_plan(promised: Floats, plans: list[int], budget: int) -> int:
    """Return the plan that `MarshalBot.think` would choose from worlds in this order."""
    race, spent, most, stages = Race(plans), 0, len(plans), halvings(len(plans))
    for stage in range(1, stages + 1):
        while race.is_open() and spent * stages < budget * stage and race.worlds < promised.shape[1]:
            spent += len(race.plans)
            race.run([float(promised[plan, race.worlds]) for plan in race.plans])
        most = (most + 1) // 2
        race.cut(most)
    return race.plans[0]


def main(name: str, count: int, worlds: int) -> None:
    """Rehearse the candidates, then add plans one by one."""
    booklet = edition(name)
    game = booklet.game(booklet.table_rules({}))
    candidates: list[Bot] = [CaptainBot(strategy_of(game))]  # used by rivals, and the baseline
    candidates += [
        CaptainBot(strategy_of(game), Weights(apply_change(PATIENCE, change))) for change in VARIATIONS + OTHERS
    ]
    found = list(forks(game, count, worlds, candidates))
    now = range(1, len(VARIATIONS) + 1)
    print(f"{len(found)} forks; the plans as they are (1 to {now[-1]}): {describe_gain(found, now)}")
    plans = [1]
    while len(plans) < MOST:
        plans.append(max(set(range(1, len(candidates))) - set(plans), key=lambda plan: ceiling(found, [*plans, plan])))
        print(f"{plans}: {describe_gain(found, plans)}")


def describe_gain(found: list[Floats], plans: Sequence[int]) -> str:
    """Describe the gain of a set of plans."""
    few = ", ".join(f"{measure_gain(found, plans, budget):.2%} with {budget} rehearsals" for budget in BUDGETS)
    return f"{ceiling(found, plans):.2%} at best, {few}"


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
