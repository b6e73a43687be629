"""Record the time of each phase of each test: wall clock, and CPU time of the worker with its child processes."""

import json
import os
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

import pytest

PROC = Path("/proc")
PROPERTY = "cpu"


class TestTimes:
    """Write a JSON line per phase of a test; the controller of xdist writes for its workers."""

    __test__ = False

    def __init__(self, config: pytest.Config, path: Path) -> None:
        """Truncate the file in the process that collects the reports."""
        self.path = path
        self.is_worker = hasattr(config, "workerinput")
        if not self.is_worker:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("", encoding="utf-8")

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Iterator[None]:
        """Measure the fixtures."""
        with measured(item):
            yield

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        """Measure the test itself."""
        with measured(item):
            yield

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Iterator[None]:
        """Measure the closing of fixtures."""
        with measured(item):
            yield

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Append the times of a phase."""
        if self.is_worker:
            return
        times = [value for name, value in report.user_properties if name == PROPERTY]
        line = {
            "test": report.nodeid,
            "phase": report.when,
            "outcome": report.outcome,
            "wall": round(report.duration, 4),
            "cpu": times[-1] if times else 0.0,
            "worker": getattr(report, "worker_id", "main"),
        }
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


class TimeLimit:
    """Skip every test that would begin after a time limit, so that `make test-changed` answers soon."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.ends = perf_counter() + seconds

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        """Skip the test if the time is over."""
        if perf_counter() > self.ends:
            pytest.skip(f"not within {self.seconds:g} s (LIMIT=0: no limit)")


@contextmanager
def measured(item: pytest.Item) -> Iterator[None]:
    """Add the CPU time of a phase to the properties of the test."""
    before = cpu_seconds()
    try:
        yield
    finally:
        item.user_properties.append((PROPERTY, round(max(0.0, cpu_seconds() - before), 4)))


def cpu_seconds() -> float:
    """Return the CPU time, user and system, of this process and its descendants."""
    if not PROC.is_dir():
        times = os.times()
        return times.user + times.system + times.children_user + times.children_system
    ticks, below = {}, defaultdict(list)
    for stat in PROC.glob("[0-9]*/stat"):
        try:
            fields = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:  # the process has ended
            continue
        process = int(stat.parent.name)
        below[int(fields[1])].append(process)
        ticks[process] = sum(int(field) for field in fields[11:15])
    total, waiting = 0, [os.getpid()]
    while waiting:
        process = waiting.pop()
        total += ticks.get(process, 0)
        waiting += below[process]
    return total / os.sysconf("SC_CLK_TCK")
