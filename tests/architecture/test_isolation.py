"""A test that changes shared state fails itself, and the state is restored for the others."""

import logging
import os
import random
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import structlog

from kamchatka.editions import EDITIONS
from kamchatka.kernel.edges.notation import print_position
from kamchatka.match import Match
from kamchatka.server.bots import thinking
from kamchatka.server.bots.bot_pool import bot_spec
from kamchatka.server.bots.thinking import think
from kamchatka.server.http.logs import set_up_logs
from kamchatka.server.supervision import Supervisor, supervise
from tests.isolation import SHARED, UMASK, Isolation

CHANGES: dict[str, Callable[[], object]] = {
    "os.environ": lambda: os.environ.update(KAMCHATKA_LEFT_BEHIND="1"),
    "the working directory": lambda: os.chdir(Path.cwd().anchor),
    "sys.path": lambda: sys.path.append("somewhere"),
    "sys.argv": lambda: setattr(sys, "argv", ["kamchatka"]),
    "the handlers of signals": lambda: signal.signal(signal.SIGALRM, lambda *_: None),
    "the recursion limit": lambda: sys.setrecursionlimit(sys.getrecursionlimit() + 1),
    "the current supervisor": lambda: supervise(Supervisor()),
    "EDITIONS": lambda: EDITIONS.pop("modern"),
}


def run(isolation: Isolation, test: Callable[[], object], name: str = "tests/test_one.py::test") -> None:
    """Run a test between the hooks."""
    item: Any = SimpleNamespace(nodeid=name)
    for steps, work in ((isolation.pytest_runtest_setup(item), None), (isolation.pytest_runtest_teardown(), test)):
        next(steps)
        if work is not None:
            work()
        assert next(steps, None) is None


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_fails_its_test_and_is_undone(name: str) -> None:
    before = [shared.read() for shared in SHARED]
    with pytest.raises(pytest.fail.Exception, match=f"changes {name} for the tests after it"):
        run(Isolation(), CHANGES[name])
    assert [shared.read() for shared in SHARED] == before


def test_a_test_that_changes_nothing_passes() -> None:
    run(Isolation(), lambda: None)


def test_logs_bots_and_the_umask_are_reset() -> None:
    """Logs, bots and the umask are reset, because servers and commands inside a test may set them."""
    root = logging.getLogger()
    before = root.handlers[:]

    def serve() -> None:
        set_up_logs(quiet=True)
        os.umask(0o077)
        match = Match.new("modern", 3, seed=1)
        spec = bot_spec(match, "cautious", "00", match.awaited[0])
        think(spec, print_position(match.game, match.view(match.awaited[0]).state))
        assert thinking._players

    run(Isolation(), serve)
    assert not thinking._players
    assert not structlog.is_configured()
    assert root.handlers == before
    assert os.umask(UMASK) == UMASK


def test_random_numbers_depend_on_the_test_alone() -> None:
    drawn = list[float]()
    for name in ("tests/test_one.py::test", "tests/test_two.py::test", "tests/test_one.py::test"):
        run(Isolation(), lambda: drawn.append(random.random()), name)
    assert drawn[0] == drawn[2] != drawn[1]


@pytest.mark.parametrize(("scope", "is_shared"), [("function", False), ("module", True), ("session", True)])
def test_a_shared_fixture_may_not_be_changed(scope: str, is_shared: bool) -> None:
    rows = {"Ada": [1, 2]}
    isolation = fixture_of(rows, scope)
    run(isolation, lambda: None)
    if not is_shared:
        run(isolation, lambda: rows["Ada"].append(3))
        return
    with pytest.raises(pytest.fail.Exception, match="changes the fixture rows"):
        run(isolation, lambda: rows["Ada"].append(3))
    run(isolation, lambda: None)


def test_a_closed_fixture_is_forgotten() -> None:
    rows = [1]
    isolation = fixture_of(rows, "module")
    (definition,) = isolation.fixtures
    isolation.pytest_fixture_post_finalizer(definition)
    run(isolation, lambda: rows.append(2))


@dataclass(eq=False)
class Definition:
    """A fixture's definition, as pytest passes it."""

    scope: str
    cached_result: tuple[object, object, None]
    argname: str = "rows"
    func: Callable[..., object] = run


def fixture_of(value: object, scope: str) -> Isolation:
    """Return a watched fixture with this value."""
    isolation = Isolation()
    definition: Any = Definition(scope, (value, 0, None))
    steps = isolation.pytest_fixture_setup(definition)
    next(steps)
    with pytest.raises(StopIteration):
        steps.send(value)
    return isolation
