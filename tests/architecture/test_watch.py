"""`make cluster` names a process that died and restarts it."""

import queue
import subprocess
import sys

import pytest

from tools.cluster.watch import Part, Watch

PATIENCE = 120.0  # seconds, generous because a busy machine is slow


class Sleeper:
    """A process that runs until it is told to end."""

    def __init__(self, refusals: int = 0) -> None:
        self.refusals = refusals
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, but fail the first few times."""
        if self.process is not None and self.refusals:
            self.refusals -= 1
            raise AssertionError("the port is taken")
        self.process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)

    def kill(self) -> int:
        """Send SIGKILL. The watch may start another process while this one ends."""
        process = self.process
        assert process is not None
        assert process.stdin is not None
        process.kill()
        process.wait()
        process.stdin.close()
        return process.pid


def part_of(sleeper: Sleeper) -> Part:
    """Return the sleeper as a part of a platform."""
    return Part("the sleeper", lambda: sleeper.process, sleeper.start)


def test_what_dies_is_named_and_started_again() -> None:
    """A part that dies is named and restarted until the watch ends; after that nothing is started."""
    said: queue.Queue[str] = queue.Queue()
    sleeper = Sleeper()
    sleeper.start()
    watch = Watch([part_of(sleeper)], said.put)
    watch.begin()
    killed = sleeper.kill()
    assert said.get(timeout=PATIENCE) == f"the sleeper (process {killed}) ended: SIGKILL. Starting it again."
    assert said.get(timeout=PATIENCE) == f"the sleeper runs again as process {sleeper.process and sleeper.process.pid}."
    assert sleeper.process is not None
    assert sleeper.process.poll() is None
    watch.end()
    last = sleeper.kill()
    assert sleeper.process.pid == last
    assert said.empty()


def test_a_start_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A failed start is repeated, as a port or lock may be taken briefly; a part that never starts is reported."""
    monkeypatch.setattr("tools.cluster.watch.PAUSE", 0.0)
    for refusals, sentence in ((2, "runs again"), (1000, "doesn't start: the port is taken")):
        said: queue.Queue[str] = queue.Queue()
        sleeper = Sleeper(refusals)
        sleeper.start()
        watch = Watch([part_of(sleeper)], said.put)
        watch.begin()
        sleeper.kill()
        assert "SIGKILL" in said.get(timeout=PATIENCE)
        assert sentence in said.get(timeout=PATIENCE)
        watch.end()
        sleeper.kill()
