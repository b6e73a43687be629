"""`python -m tools.fuzz`: mutated inputs for every target, counted and reproducible by seed."""

import argparse
import multiprocessing
import sys
import time
from pathlib import Path

from tools.fuzz.campaign import Share
from tools.fuzz.corpus import CORPUS
from tools.fuzz.targets import TARGETS


def main() -> int:
    """Run the selected targets; return 1 if there were findings."""
    asked = arguments()
    if asked.list:
        for target in TARGETS.values():
            print(f"{target.name:<16}{target.about}")
        return 0
    chosen = list(asked.target or TARGETS)
    seeds = [asked.seed + n for n in range(asked.workers)]
    print(f"seed {asked.seed}, {asked.inputs:,} inputs for {len(chosen)} targets")
    begun = time.perf_counter()
    shares = [Share(chosen, asked.inputs // asked.workers, seed, asked.corpus, asked.seconds) for seed in seeds]
    if asked.workers == 1:
        reports = shares[0].run()
    else:
        with multiprocessing.get_context("spawn").Pool(asked.workers) as pool:
            reports = [report for share in pool.map(Share.run, shares, 1) for report in share]
    inputs, findings = sum(one.inputs for one in reports), sum(len(one.findings) for one in reports)
    told = f"seed {asked.seed}" if asked.workers == 1 else f"seeds {seeds[0]} to {seeds[-1]}"
    print(f"{inputs:,} inputs in {time.perf_counter() - begun:,.0f} s, {told}: {findings} findings")
    return 1 if findings else 0


def arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000, help="in all; targets get their shares")
    parser.add_argument("--seconds", type=float, default=0.0, help="in all, at most, shared equally; 0: no limit")
    parser.add_argument("--seed", type=int, default=1, help="the same seed makes the same inputs")
    parser.add_argument("--workers", type=int, default=1, help="processes; each has a seed of its own")
    parser.add_argument("--target", action="append", choices=sorted(TARGETS), help="only this one; may be repeated")
    parser.add_argument("--corpus", type=Path, default=CORPUS, help="where findings are kept")
    parser.add_argument("--list", action="store_true", help="name the targets")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
