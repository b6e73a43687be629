"""Report where the time of the tests goes: by folder, file and test, with fixtures separate (`make slowest`).

Reads what `pytest --times=FILE` writes. CPU time includes the servers, databases and browsers that a test uses. It says
more than wall time on a machine that does something else as well.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
DEFAULT = ROOT / "build" / "times.jsonl"
HEAD = f"{'CPU s':>8} {'fixtures':>9} {'wall s':>8} {'fixtures':>9} {'tests':>6}  "


@dataclass
class Spent:
    """Seconds of tests and of their fixtures."""

    tests: int = 0
    cpu: float = 0.0
    cpu_fixtures: float = 0.0
    wall: float = 0.0
    wall_fixtures: float = 0.0

    def add(self, phase: str, cpu: float, wall: float) -> None:
        """Add a phase of a test."""
        if phase == "call":
            self.tests, self.cpu, self.wall = self.tests + 1, self.cpu + cpu, self.wall + wall
        else:
            self.cpu_fixtures, self.wall_fixtures = self.cpu_fixtures + cpu, self.wall_fixtures + wall

    @property
    def total(self) -> float:
        """Return CPU time with fixtures, the sort key of the report. Wall time breaks ties."""
        return self.cpu + self.cpu_fixtures + 1e-6 * (self.wall + self.wall_fixtures)

    def row(self, name: str) -> str:
        """Return a line of the report."""
        times = f"{self.cpu:8.1f} {self.cpu_fixtures:9.1f} {self.wall:8.1f} {self.wall_fixtures:9.1f}"
        return f"{times} {self.tests:6}  {name}"


Phase = dict[str, str | float]


def group(phases: Iterable[Phase], name_of: Callable[[str], str]) -> dict[str, Spent]:
    """Add up the phases whose tests have the same name."""
    spent = defaultdict[str, Spent](Spent)
    for phase in phases:
        spent[name_of(str(phase["test"]))].add(str(phase["phase"]), float(phase["cpu"]), float(phase["wall"]))
    return spent


def file_of(test: str) -> str:
    """Return the file of a test."""
    return test.partition("::")[0]


def folder_of(test: str) -> str:
    """Return the folder of a test, of two levels at most."""
    return "/".join(file_of(test).split("/")[:-1][:2]) or "."


def function_of(test: str) -> str:
    """Return the test function, without parameters."""
    return test.partition("[")[0]


def table(title: str, spent: dict[str, Spent], most: int) -> list[str]:
    """Return a part of the report, the slowest first."""
    slowest = sorted(spent.items(), key=lambda one: -one[1].total)[:most]
    return [f"\n{HEAD}{title}", *(one.row(name) for name, one in slowest)]


def report(phases: list[Phase], most: int) -> list[str]:
    """Return all parts of the report."""
    lines = table("all", group(phases, lambda _: "all"), 1)
    for title, name_of in (("folder", folder_of), ("file", file_of), ("test", function_of)):
        lines += table(title, group(phases, name_of), most)
    return lines


def main() -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=DEFAULT, help="what pytest --times=FILE wrote")
    parser.add_argument("--most", type=int, default=25, help="lines in each part")
    args = parser.parse_args()
    if not args.file.exists():
        parser.error(f"{args.file} isn't there: run tests with --times={args.file} first")
    phases = [json.loads(line) for line in args.file.read_text(encoding="utf-8").splitlines()]
    print(*report(phases, args.most), sep="\n")


if __name__ == "__main__":
    main()
