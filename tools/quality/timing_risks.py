"""List what makes tests depend on the speed of the machine: sleeps, real clocks, busy waiting and short timeouts.

`python -m tools.quality.timing_risks` prints each place. `--shrink` lowers counts in tests/architecture/timing.json.
Counts never grow: a new test waits for an event instead.
"""

import argparse
import ast
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
ALLOWED = TESTS / "architecture" / "timing.json"
# the stopwatch of `make slowest`, the timer of a manual campaign, and examples of risks
EXEMPT = {"tests/times.py", "tests/pairs/campaign.py", "tests/architecture/test_timing.py"}
SIMULATED = "tests/simulation/"  # waits in virtual time only: its loop has no sockets and never sleeps

SECONDS = 30.0  # a shorter timeout can pass on a busy machine
CLOCKS = {"perf_counter", "perf_counter_ns", "monotonic", "monotonic_ns", "process_time", "thread_time"}
WALL_CLOCKS = {"time", "time_ns", "now"}
SUSPICIOUS = re.compile(r"sleep|timeout|perf_counter|monotonic|_time\(|wait|join\(\d|time\(|now\(|select\(|result\(")
SLEEP_IN_TEXT = re.compile(r"\b(?:time|asyncio)\.sleep\((?!0\))")
POSITIONAL = {
    "timeout": 0,
    "timeout_at": 0,
    "wait_for": 1,
    "settimeout": 0,
    "join": 0,
    "result": 0,
    "wait": 0,
    "select": 3,
}
PLAYWRIGHT = re.compile(r"to_|not_to_|wait_for_|set_default_|set_options|goto|click|fill|hover|press|tap|check")
MILLISECONDS = 1000.0

Counts = dict[str, dict[str, int]]


@dataclass(frozen=True)
class Risk:
    """One place in a test that depends on time."""

    file: str
    line: int
    kind: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.kind}"


class Scan(ast.NodeVisitor):
    """Collect the risks of one module."""

    def __init__(self, path: Path, root: Path = ROOT) -> None:
        self.file = path.relative_to(root).as_posix()
        self.risks = list[Risk]()
        tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
        self.constants = dict(named_numbers(tree, root))
        self.docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        self.visit(tree)

    def note(self, node: ast.expr | ast.stmt, kind: str) -> None:
        """Record a risk."""
        self.risks.append(Risk(self.file, node.lineno, kind))

    def visit_Call(self, node: ast.Call) -> None:
        """Check calls for sleeps, clocks and timeouts."""
        name = called(node)
        if (name == "sleep" and node.args and self.number(node.args[0]) != 0) or name == "wait_for_timeout":
            self.note(node, "sleep")
        elif name in CLOCKS:
            self.note(node, "clock")
        if any(0 < seconds < SECONDS for seconds in self.timeouts(node, name)):
            self.note(node, "timeout")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Record differences of two wall-clock readings, which are durations."""
        sides = (node.left, node.right)
        if isinstance(node.op, ast.Sub) and any(isinstance(s, ast.Call) and called(s) in WALL_CLOCKS for s in sides):
            self.note(node, "clock")
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        """Record busy waiting: a loop that only yields to others."""
        calls = (call for part in node.body for call in ast.walk(part) if isinstance(call, ast.Call))
        if any(called(call) == "sleep" and call.args and self.number(call.args[0]) == 0 for call in calls):
            self.note(node, "spin")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Record sleeps in scripts that a test passes to another process."""
        if isinstance(node.value, str) and id(node) not in self.docstrings and SLEEP_IN_TEXT.search(node.value):
            self.note(node, "sleep")

    def timeouts(self, node: ast.Call, name: str) -> Iterator[float]:
        """Yield the timeouts of a call in seconds, as far as they are known constants."""
        given = [word.value for word in node.keywords if word.arg is not None and word.arg.endswith("timeout")]
        place = POSITIONAL.get(name)
        if place is not None and len(node.args) > place:
            given.append(node.args[place])
        scale = MILLISECONDS if PLAYWRIGHT.match(name) and not is_asyncio(node) else 1.0
        for value in given:
            if (number := self.number(value)) is not None:
                yield number / scale

    def number(self, node: ast.expr) -> float | None:
        """Return the value of an expression of constants."""
        if isinstance(node, ast.Constant):
            return float(node.value) if isinstance(node.value, int | float) else None
        if isinstance(node, ast.Name):
            return self.constants.get(node.id)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult | ast.Div):
            left, right = self.number(node.left), self.number(node.right)
            if left is None or right is None:
                return None
            return left * right if isinstance(node.op, ast.Mult) else left / right
        return None


def called(node: ast.Call) -> str:
    """Return the last name of the called expression."""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def is_asyncio(node: ast.Call) -> bool:
    """Return True for `asyncio.wait_for`, whose timeout is in seconds."""
    return isinstance(node.func, ast.Attribute) and getattr(node.func.value, "id", "") == "asyncio"


def named_numbers(tree: ast.Module, root: Path) -> Iterator[tuple[str, float]]:
    """Return module-level constants, and those imported from another module of the tests."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("tests"):
            source = root / (node.module.replace(".", "/") + ".py")
            if source.exists():
                known = dict(named_numbers(ast.parse(source.read_text(encoding="utf-8")), root))
                yield from (
                    (alias.asname or alias.name, known[alias.name]) for alias in node.names if alias.name in known
                )
        elif (
            isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, int | float)
        ):
            yield node.targets[0].id, float(node.value.value)


def _is_exempt(file: str) -> bool:
    return file in EXEMPT or file.startswith(SIMULATED)


@cache
def risks(root: Path = ROOT) -> tuple[Risk, ...]:
    """Return every risk in the tests; files without a suspicious word are not parsed."""
    files = [
        path for path in sorted((root / "tests").rglob("*.py")) if not _is_exempt(path.relative_to(root).as_posix())
    ]
    suspicious = [path for path in files if SUSPICIOUS.search(path.read_text(encoding="utf-8"))]
    return tuple(risk for path in suspicious for risk in Scan(path, root).risks)


def counts(found: Iterable[Risk]) -> Counts:
    """Count risks by file and kind."""
    kinds = defaultdict[str, Counter[str]](Counter)
    for risk in found:
        kinds[risk.file][risk.kind] += 1
    return {file: dict(sorted(kinds[file].items())) for file in sorted(kinds)}


def growth(found: Counts, allowed: Counts) -> Counts:
    """Return the counts above what is allowed."""
    more = {
        file: {kind: number for kind, number in kinds.items() if number > allowed.get(file, {}).get(kind, 0)}
        for file, kinds in found.items()
    }
    return {file: kinds for file, kinds in more.items() if kinds}


def main() -> int:
    """Print the risks, or lower the allowed counts to the current ones."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shrink", action="store_true", help="lower the counts of tests/architecture/timing.json")
    found = risks()
    if not parser.parse_args().shrink:
        print(*found, sep="\n")
        print(*sorted(Counter(risk.kind for risk in found).items()), f"{len(found)} in all", sep="\n")
        return 0
    now = counts(found)
    if more := growth(now, json.loads(ALLOWED.read_text(encoding="utf-8"))):
        print("counts never grow; wait for an event instead:", json.dumps(more, indent=2))
        return 1
    ALLOWED.write_text(json.dumps(now, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
