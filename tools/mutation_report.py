"""Says, room by room, how many mutants were killed and shows those that live.

Run by `make mutants` after mutmut; fails while tests kill fewer than 85 % of what mypy lets through in any room.
`docs/mutants.md` says why the rest may live.
"""

import subprocess
import sys
from collections import Counter
from pathlib import Path

LEAST = 0.85
BY_TYPES = "caught by type check"
BY_TESTS = {"killed", "timeout"}


def mutmut(*arguments: str) -> list[str]:
    """The lines of a mutmut command."""
    done = subprocess.run([sys.executable, "-m", "mutmut", *arguments], text=True, capture_output=True, check=True)
    return done.stdout.splitlines()


def verdicts() -> dict[str, str]:
    """Mutant → what became of it."""
    return dict(line.strip().rsplit(": ", 1) for line in mutmut("results", "--all", "true") if "__mutmut_" in line)


def room(mutant: str) -> str:
    """`kernel`, or the edition whose own rule it is."""
    words = mutant.split(".")
    return words[2] if words[1] == "editions" else words[1]


def change(mutant: str) -> str:
    """What a mutant changed, in one line."""
    lines = [line for line in mutmut("show", mutant) if line[:1] in "+-" and line[:3] not in ("+++", "---")]
    return " ".join(f"`{' '.join(line.split())}`" for line in lines)


def line(name: str, fates: Counter[str]) -> str:
    """The figures of a room, a row of the table in docs/mutants.md."""
    total, typed, tested = fates.total(), fates[BY_TYPES], sum(fates[fate] for fate in BY_TESTS)
    return (
        f"| {name} | {total:,} | {typed:,} | {tested:,} of {total - typed:,} | {share(fates):.1%} "
        f"| {(typed + tested) / total:.1%} |"
    )


def share(fates: Counter[str]) -> float:
    """The share that tests killed of what mypy let through."""
    return sum(fates[fate] for fate in BY_TESTS) / max(fates.total() - fates[BY_TYPES], 1)


def main() -> None:
    """Report; fail when too many live."""
    rooms: dict[str, Counter[str]] = {}
    survivors = []
    for mutant, fate in verdicts().items():
        rooms.setdefault(room(mutant), Counter())[fate] += 1
        if fate not in BY_TESTS and fate != BY_TYPES:
            survivors.append(f"{mutant} ({fate}): {change(mutant)}")
    Path("mutants/survivors.txt").write_text("\n".join(survivors), encoding="utf-8")
    print("| room | mutants | killed by mypy | by tests | share by tests | in all |\n|---|---|---|---|---|---|")
    print("\n".join(line(name, fates) for name, fates in sorted(rooms.items())))
    print(f"{len(survivors)} live; mutants/survivors.txt lists them.")
    if weak := [name for name, fates in rooms.items() if share(fates) < LEAST]:
        sys.exit(f"Tests kill fewer than {LEAST:.0%} in: {', '.join(weak)}.")


if __name__ == "__main__":
    main()
