"""Report the share of killed mutants by room, and check every survivor against its explanation.

`make mutants` runs this after `mutants.py`. `docs/mutants/<room>.toml` explains each survivor: one table per
function with change → reason, where the change `*` covers the whole function. The report fails if tests kill fewer than
90 % of the mutants that mypy accepts, for survivors without a reason, for reasons without a survivor, and for untested
mutants.
"""

import json
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from typing import NamedTuple

from mutmut.mutation.diff_apply import get_diff_for_mutant

from tools.quality.mutants import BY_TESTS, BY_TYPES, ROOMS, ROOT, UNTRIED, WORKSHOPS, verdicts

LEAST = 0.90
EVERY = "*"
REASONS = ROOT / "docs" / "mutants"

Reasons = dict[str, dict[str, str]]


class Survivor(NamedTuple):
    """A change that no test detects."""

    function: str
    change: str


class Result(NamedTuple):
    """Results of a room's mutants."""

    room: str
    fates: Counter[str]
    survivors: list[Survivor]

    @property
    def untried(self) -> int:
        """Return the number of mutants that haven't been run yet."""
        return sum(self.fates[fate] for fate in UNTRIED)

    @property
    def left_by_types(self) -> int:
        """Return the number of mutants that mypy accepts and that have been run."""
        return self.fates.total() - self.fates[BY_TYPES] - self.untried

    @property
    def tested(self) -> int:
        """Return the number of mutants killed by tests."""
        return sum(self.fates[fate] for fate in BY_TESTS)

    @property
    def share(self) -> float:
        """Return the fraction of run mutants that tests killed."""
        return self.tested / max(self.left_by_types, 1)


def survivor(room: str, mutant: str, source: Path) -> Survivor:
    """Identify a mutant by its function and changed lines, which are stable when other mutants come and go."""
    lines = [line for line in get_diff_for_mutant(mutant, path=source).splitlines() if line[:3] not in ("+++", "---")]
    before, after = (" ".join(" ".join(line[1:] for line in lines if line[0] == sign).split()) for sign in "-+")
    module, _, mangled = mutant.partition("__mutmut_")[0].rpartition(".")
    package = ROOMS[room][0].removeprefix("src/").replace("/", ".")
    name = mangled.removeprefix("x_") if mangled.startswith("x_") else mangled.removeprefix("xǁ").replace("ǁ", ".")
    return Survivor(f"{module}.{name}".removeprefix(package + "."), f"{before} → {after}")


def result(room: str) -> Result:
    """Read the results of a room."""
    fates: Counter[str] = Counter()
    survivors = []
    with chdir(WORKSHOPS / room):
        for mutant, source, fate in verdicts(room):
            fates[fate] += 1
            if fate not in BY_TESTS | UNTRIED | {BY_TYPES}:
                survivors.append(survivor(room, mutant, source))
    return Result(room, fates, survivors)


def reasons(room: str) -> Reasons:
    """Return function → change → reason for its survival."""
    path = REASONS / f"{room}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def find_unexplained(survivors: list[Survivor], known: Reasons) -> list[Survivor]:
    """Return survivors without a reason."""
    return [one for one in survivors if not {one.change, EVERY} & known.get(one.function, {}).keys()]


def stale(survivors: list[Survivor], known: Reasons) -> list[Survivor]:
    """Return reasons without a surviving mutant."""
    alive = set(survivors) | {Survivor(one.function, EVERY) for one in survivors}
    return [
        one
        for name, changes in known.items()
        for one in (Survivor(name, change) for change in changes)
        if one not in alive
    ]


def row(one: Result) -> str:
    """Return the figures of a room as a row of the table in docs/mutants.md."""
    return (
        f"| {one.room} | {one.fates.total():,} | {one.fates[BY_TYPES]:,} | {one.tested:,} of {one.left_by_types:,} "
        f"| {one.fates['timeout']:,} | {one.share:.1%} | {one.untried:,} |"
    )


def complaints(one: Result) -> Iterator[str]:
    """Return the problems of a room; survivors without a reason are listed in the format of its file."""
    known = reasons(one.room)
    if one.share < LEAST:
        yield f"{one.room}: tests kill fewer than {LEAST:.0%}"
    if one.untried:
        yield f"{one.room}: {one.untried:,} mutants are not tried"
    elif old := stale(one.survivors, known):
        yield "\n".join(f"{one.room}: nothing lives of {name}: {change}" for name, change in old)
    by_function: dict[str, set[str]] = {}
    for name, change in find_unexplained(one.survivors, known):
        by_function.setdefault(name, set()).add(change)
    for name, changes in by_function.items():
        lines = (f'{json.dumps(change, ensure_ascii=False)} = "?"' for change in sorted(changes))
        yield "\n".join([f"{one.room}: no reason in docs/mutants/{one.room}.toml for", f'["{name}"]', *lines])


def main() -> None:
    """Report on the rooms named, by default all that have results; exit with an error if there are problems."""
    rooms = sys.argv[1:] or [room for room in ROOMS if (WORKSHOPS / room).exists()]
    results = [result(room) for room in rooms]
    print("| room | mutants | killed by mypy | by tests | of these without end | share by tests | not tried |")
    print("|---|---|---|---|---|---|---|")
    print("\n".join(row(one) for one in results))
    if wrong := [complaint for one in results for complaint in complaints(one)]:
        sys.exit("\n\n".join(wrong))


if __name__ == "__main__":
    main()
