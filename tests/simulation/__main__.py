"""`python -m tests.simulation --seeds 1000 --seed 7`: run seeds 7 to 1006 (`make simulate SEEDS=1000 SEED=7`).

Stops at the first failure and prints its seed, a minimal list of faults that still fails, and the end of the timeline.
`--faults` takes such a list, and `--timeline` prints all events.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack

from tests.simulation.faults import Fault
from tests.simulation.planted import PLANTS, planted
from tests.simulation.simulate import Outcome, run, shrink

EVERY = 100  # seeds between two progress lines


def main() -> int:
    """Run seeds and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", help="a Python list of faults, as printed by a failure")
    parser.add_argument("--timeline", action="store_true", help="print what happens")
    parser.add_argument("--plant", choices=PLANTS, help="a bug to be found")
    parser.add_argument("--go-on", action="store_true", help="go on after a failure, without shrinking it")
    asked = parser.parse_args()
    faults: Sequence[Fault] | None = None
    if asked.faults is not None:
        faults = eval(asked.faults, {"__builtins__": {}, "Fault": Fault})  # our own list, from the command line
    stack = ExitStack()
    if asked.plant:
        stack.enter_context(planted(asked.plant))
    total, inflicted, failed, begun = Counter[str](), Counter[str](), list[int](), time.process_time()
    for number, seed in enumerate(range(asked.seed, asked.seed + asked.seeds), 1):
        outcome = run(seed, faults)
        total.update(entries=outcome.entries, acknowledged=outcome.acknowledged, settled=outcome.settled)
        total["seconds"] += round(outcome.seconds)
        inflicted += outcome.inflicted
        if asked.timeline:
            print(*outcome.timeline, sep="\n")
        if outcome.wrong:
            failed.append(seed)
            tell(outcome, asked.go_on)
            if not asked.go_on:
                break
        if number % EVERY == 0 or number == asked.seeds:
            computed = time.process_time() - begun
            hours, ratio = total["seconds"] / 3600, total["seconds"] / computed
            print(
                f"{number} seeds, {hours:.1f} virtual hours, {computed:.0f} s of computing ({ratio:.0f} times as fast)",
                flush=True,
            )
    print(f"{dict(total)}\n{dict(inflicted)}\nfailed: {failed}")
    return 1 if failed else 0


def tell(outcome: Outcome, is_brief: bool) -> None:
    """Print a failure."""
    print(f"\nseed {outcome.seed} failed:", *outcome.wrong[:10], sep="\n  ")
    if is_brief:
        return
    needed = shrink(outcome.seed, outcome.faults)
    small = run(outcome.seed, needed)
    print(f"\n{len(needed)} of {len(outcome.faults)} faults are needed:", *needed, sep="\n  ")
    print("\nthe end of the timeline:", *small.timeline[-40:], sep="\n")
    listed = f"[{', '.join(map(str, needed))}]"
    print(f'\nreplay: python -m tests.simulation --seeds 1 --seed {outcome.seed} --timeline --faults "{listed}"')


if __name__ == "__main__":
    sys.exit(main())
