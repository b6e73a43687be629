"""Search for better weights of a captain.

python -m tools.tune.tune_captain modern 240 600 [rivals]

Each trial changes one to three weights. A change that wins more games with the same seeds, and again with fresh ones,
is kept. Arguments: edition, games per trial, seconds, and the rivals (by default three `cautious`).
"""

import json
import random
import sys
from time import monotonic

from kamchatka.arena.games import Plan, play_game
from kamchatka.bots.captain.bot import CaptainBot
from kamchatka.bots.goals.weights import WEIGHTS, Weights
from kamchatka.players import MAKERS, strategy_of

TURN_LIMIT = 100
TIMES = (0.5, 0.7, 1.4, 2.0)
CLEARLY = 0.02  # a trial this far behind after half of its games is abandoned
Change = dict[str, float]


def share(plan: Plan, change: Change, seeds: range) -> float:
    """Return the fraction of these games that a captain with the change wins."""
    MAKERS["tuned"] = lambda game, seed, setting: CaptainBot(strategy_of(game), Weights(change))
    won = 0.0
    for seed in seeds:
        game = play_game(plan, seed)
        won += (game.seated.index("tuned") in game.winners) / len(game.winners)
    return won / len(seeds)


def vary(change: Change) -> Change:
    """Change one to three weights."""
    names = random.sample(sorted(WEIGHTS), random.choice((1, 1, 2, 3)))
    return change | {name: change.get(name, 1.0) * random.choice(TIMES) for name in names}


def tune(edition: str, games: int, seconds: float, rivals: str) -> Change:
    """Run trials until time is up."""
    plan = Plan(edition, (), ("tuned", *[rivals] * 3), TURN_LIMIT)
    best: Change = {}
    first, ends = 10_000, monotonic() + seconds
    level = share(plan, best, range(first, first + games))
    while monotonic() < ends:
        trial, half = vary(best), first + games // 2
        early = share(plan, trial, range(first, half))
        if early < level - CLEARLY or (early + share(plan, trial, range(half, first + games))) / 2 <= level:
            continue
        first += games
        fresh = range(first, first + games)
        new, old = share(plan, trial, fresh), share(plan, best, fresh)
        level = max(new, old)
        if new > old:
            best = trial
            print(f"{new:.3f} (before: {old:.3f})", json.dumps(best), flush=True)
    return best


if __name__ == "__main__":
    found = tune(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), sys.argv[4] if len(sys.argv) > 4 else "cautious")
    print(json.dumps({name: round(weight * found.get(name, 1.0), 3) for name, weight in WEIGHTS.items()}, indent=1))
