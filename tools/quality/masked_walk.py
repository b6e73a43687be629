"""Play random legal codes, a million steps per edition.

python -m tools.quality.masked_walk --steps 1000000 --seed 1

Every action is validated by the kernel, and a refusal ends the run with an error. The same seed gives the same run in
every build, which the checksum of all codes and observations in the last column confirms. Half of the steps use the
smallest table, half the largest.
"""

import argparse
import time
from collections import Counter
from dataclasses import dataclass, field
from zlib import crc32

import numpy as np

from kamchatka.editions import EDITIONS
from kamchatka.editions.edition import Edition
from kamchatka.kernel.options import VERBS
from kamchatka.learn import KamchatkaVectorEnv, vector_env

GAMES = 64  # in parallel
ROUNDS = 60  # rounds after which the referee ends the game


@dataclass
class Walk:
    """Results of a run."""

    steps: int = 0
    games: int = 0  # games played to their end
    verbs: Counter[str] = field(default_factory=Counter)  # by the codes that start an action
    checksum: int = 0


def walk(edition: str | Edition, steps: int, seed: int, seats: list[int]) -> Walk:
    """Play this many steps, divided over the numbers of seats. Raises Refusal or ValueError for an illegal code."""
    found = Walk()
    for count in seats:
        games = vector_env(edition, GAMES, count, max_rounds=ROUNDS, copy=False)
        _wander(games, steps // len(seats), seed, found)
    return found


def _wander(games: KamchatkaVectorEnv, steps: int, seed: int, found: Walk) -> None:
    luck = np.random.default_rng(seed)
    seen, _ = games.reset(seed=seed)
    for _ in range(-(-steps // GAMES)):
        masks = seen["action_mask"]
        codes = (luck.random(masks.shape, np.float32) * masks).argmax(axis=1)
        assert masks[np.arange(GAMES), codes].all()
        seen, _, over, _, _ = games.step(codes)
        found.steps += GAMES
        found.games += int(over.sum())
        found.verbs.update(VERBS[code] for code in codes.tolist() if code < len(VERBS))
        found.checksum = crc32(seen["observation"].tobytes(), crc32(codes.tobytes(), found.checksum))


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=1_000_000, help="for each edition")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edition", action="append", choices=list(EDITIONS), help="one or more; by default all")
    chosen = parser.parse_args()
    for name in chosen.edition or EDITIONS:
        began, seats = time.perf_counter(), EDITIONS[name].seats
        found = walk(name, chosen.steps, chosen.seed, [seats[0], seats[-1]])
        taken = time.perf_counter() - began
        print(
            f"{name:16} {found.steps:,} steps, none refused; {found.games:,} games ended, "
            f"{len(found.verbs)} verbs said, {taken:.0f} s, {found.checksum:08x}",
            flush=True,
        )


if __name__ == "__main__":
    main()
