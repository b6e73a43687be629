"""Says how many mutants of the kernel and the rules were killed, and shows survivors that docs/mutants.md omits.

Run by `make mutants` after mutmut; fails below 90 % or while a survivor has no word of explanation.
"""

import subprocess
import sys
from collections import Counter
from pathlib import Path

ACCOUNTS = Path(__file__).parents[1] / "docs" / "mutants.md"
LEAST = 0.90
BY_TYPES = "caught by type check"
DEAD = {"killed", "timeout", BY_TYPES}


def mutmut(*arguments: str) -> list[str]:
    """The lines of a mutmut command."""
    done = subprocess.run([sys.executable, "-m", "mutmut", *arguments], text=True, capture_output=True, check=True)
    return done.stdout.splitlines()


def verdicts() -> dict[str, str]:
    """Mutant → what became of it."""
    return dict(line.strip().rsplit(": ", 1) for line in mutmut("results", "--all", "true") if "__mutmut_" in line)


def change(mutant: str) -> str:
    """What a mutant changed, in one line."""
    lines = [line for line in mutmut("show", mutant) if line[:1] in "+-" and line[:3] not in ("+++", "---")]
    return " ".join(f"`{' '.join(line.split())}`" for line in lines)


def summary(found: dict[str, str]) -> str:
    """The figures in a sentence."""
    fates = Counter(found.values())
    dead, tested = sum(fates[fate] for fate in DEAD), len(found) - fates[BY_TYPES]
    by_tests = dead - fates[BY_TYPES]
    others = ", ".join(f"{number} {fate}" for fate, number in fates.most_common() if fate not in DEAD)
    return (
        f"{dead} of {len(found)} mutants killed ({dead / len(found):.1%}): {fates[BY_TYPES]} by mypy, "
        f"{by_tests} of the other {tested} by tests ({by_tests / max(tested, 1):.1%}); {others or 'none left'}."
    )


def main() -> None:
    """Report; fail when too many live or one lives unexplained."""
    found = verdicts()
    alive = [mutant for mutant, fate in found.items() if fate not in DEAD]
    explained = ACCOUNTS.read_text(encoding="utf-8") if ACCOUNTS.exists() else ""
    unexplained = [mutant for mutant in alive if f"`{mutant}`" not in explained]
    for mutant in unexplained:
        print(f"- `{mutant}` ({found[mutant]}): {change(mutant)}")
    print(summary(found))
    if len(alive) > (1 - LEAST) * len(found):
        sys.exit(f"Fewer than {LEAST:.0%} of the mutants were killed.")
    if unexplained:
        sys.exit(f"{len(unexplained)} survivors above have no word in docs/mutants.md.")


if __name__ == "__main__":
    main()
