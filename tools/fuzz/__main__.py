"""`python -m tools.fuzz`: mutated inputs for every target, counted and reproducible by seed."""

import argparse
import sys
import time
from pathlib import Path

from tools.fuzz.campaign import Report, run
from tools.fuzz.corpus import CORPUS
from tools.fuzz.guard import bound_memory
from tools.fuzz.targets import TARGETS


def main() -> int:
    """Run what was asked for; 1 when something was found."""
    asked = arguments()
    if asked.list:
        for target in TARGETS.values():
            print(f"{target.name:<16}{target.about}")
        return 0
    chosen = [TARGETS[name] for name in asked.target or TARGETS]
    whole = sum(target.share for target in chosen)
    bound_memory()
    print(f"seed {asked.seed}, {asked.inputs:,} inputs for {len(chosen)} targets")
    begun, reports = time.perf_counter(), list[Report]()
    for target in chosen:
        seconds = asked.seconds / len(chosen) if asked.seconds else float("inf")
        reports.append(run(target, max(1, asked.inputs * target.share // whole), asked.seed, asked.corpus, seconds))
        print(reports[-1], flush=True)
        for what, path in reports[-1].findings.items():
            print(f"  FOUND {what}: {path}", flush=True)
    inputs, findings = sum(one.inputs for one in reports), sum(len(one.findings) for one in reports)
    print(f"{inputs:,} inputs in {time.perf_counter() - begun:,.0f} s, seed {asked.seed}: {findings} findings")
    return 1 if findings else 0


def arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000, help="in all; targets get their shares")
    parser.add_argument("--seconds", type=float, default=0.0, help="in all, at most, shared equally; 0: no limit")
    parser.add_argument("--seed", type=int, default=1, help="the same seed makes the same inputs")
    parser.add_argument("--target", action="append", choices=sorted(TARGETS), help="only this one; may be repeated")
    parser.add_argument("--corpus", type=Path, default=CORPUS, help="where findings are kept")
    parser.add_argument("--list", action="store_true", help="name the targets")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
