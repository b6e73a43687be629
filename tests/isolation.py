"""Fail a test that changes the process, or a shared fixture, for the tests after it.

Logs, the umask and bots are reset silently: servers and commands that run inside a test set them up as processes of
their own would.
Each test starts with random numbers of its own, so that they don't depend on the order of tests.
"""

import gc
import locale
import logging
import os
import pickle
import random
import signal
import socket
import sys
from collections.abc import Callable, Generator, Iterator, MutableMapping
from dataclasses import dataclass
from typing import Any

import pytest
import structlog

from kamchatka.editions import EDITIONS
from kamchatka.server.bots.thinking import _players
from kamchatka.server.supervision import supervise, supervisor
from kamchatka.texts import catalogue
from tests import connections

UMASK = 0o022
NOT_COMPARED = {
    "PYGAME_HIDE_SUPPORT_PROMPT",  # set by Gymnasium and PettingZoo, when first imported
    "SDL_AUDIODRIVER",
    "PYTEST_CURRENT_TEST",  # set by pytest, and inherited by a pytest inside a test
}
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM, signal.SIGPIPE, signal.SIGCHLD)


@dataclass(frozen=True)
class Shared:
    """A state that all tests of a process share."""

    name: str
    read: Callable[[], Any]
    restore: Callable[[Any], object]


def mapping(name: str, known: MutableMapping[str, Any]) -> Shared:
    """Describe a dictionary that is modified in place."""

    def restore(content: dict[str, Any]) -> None:
        known.clear()
        known.update(content)

    return Shared(name, lambda: dict(known), restore)


def read_environment() -> dict[str, str]:
    """Return the environment without the variables that tests don't choose."""
    return {name: value for name, value in os.environ.items() if name not in NOT_COMPARED}


def restore_environment(known: dict[str, str]) -> None:
    """Set and delete variables until the environment is as before."""
    for name in read_environment().keys() - known.keys():
        del os.environ[name]
    os.environ.update(known)


def attribute(owner: object, name: str, label: str) -> Shared:
    """Describe a global variable."""
    return Shared(label, lambda: getattr(owner, name), lambda value: setattr(owner, name, value))


def words(name: str) -> Shared:
    """Describe a list of `sys`, by its content."""
    return Shared(f"sys.{name}", lambda: getattr(sys, name)[:], lambda value: setattr(sys, name, value))


def handlers() -> list[Any]:
    """Return the handler of each signal."""
    return [signal.getsignal(kind) for kind in SIGNALS]


def restore_handlers(known: list[Any]) -> None:
    """Restore the signal handlers."""
    for kind, handler in zip(SIGNALS, known, strict=True):
        signal.signal(kind, handler)


SHARED = (
    Shared("os.environ", read_environment, restore_environment),
    Shared("the working directory", os.getcwd, os.chdir),
    words("path"),
    words("argv"),
    attribute(sys, "excepthook", "sys.excepthook"),
    Shared("the handlers of signals", handlers, restore_handlers),
    Shared("the locale", lambda: locale.setlocale(locale.LC_ALL), lambda value: locale.setlocale(locale.LC_ALL, value)),
    Shared("the garbage collector", gc.isenabled, lambda on: gc.enable() if on else gc.disable()),
    Shared("the default timeout of sockets", socket.getdefaulttimeout, socket.setdefaulttimeout),
    Shared("the recursion limit", sys.getrecursionlimit, sys.setrecursionlimit),
    Shared("the current supervisor", supervisor, supervise),
    mapping("EDITIONS", EDITIONS),
    mapping("the packages of texts", catalogue._editions),
    attribute(catalogue, "ROOTS", "the folders of texts"),
)


class Isolation:
    """Compare shared state before and after each test."""

    def __init__(self) -> None:
        self.before: list[Any] = []
        self.fixtures: dict[pytest.FixtureDef[Any], bytes] = {}
        self.log_handlers: list[logging.Handler] = []
        self.log_level = logging.WARNING
        connections.watch()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Iterator[None]:
        """Remember the state before this test, and seed its random numbers."""
        random.seed(item.nodeid)
        root = logging.getLogger()
        self.log_handlers, self.log_level = root.handlers[:], root.level
        self.before = [shared.read() for shared in SHARED]
        yield

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self) -> Iterator[None]:
        """Fail if the state differs once the fixtures of this test are closed."""
        yield
        self.reset()
        changed = [*self.changed(), *self.changed_fixtures()]
        if changed:
            pytest.fail(f"This test changes {', '.join(changed)} for the tests after it.", pytrace=False)
        if abandoned := connections.count_abandoned():
            pytest.fail(f"This test leaves {abandoned} open connection(s) to a database.", pytrace=False)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, object, object]:
        """Remember a value of our fixtures that several tests share, if it can be pickled."""
        value = yield
        is_watched = fixturedef.scope != "function" and fixturedef.func.__module__.startswith("tests.")
        data = pickled(value) if is_watched else None
        if data is not None:
            self.fixtures[fixturedef] = data
        return value

    def pytest_fixture_post_finalizer(self, fixturedef: pytest.FixtureDef[Any]) -> None:
        """Forget a closed fixture."""
        self.fixtures.pop(fixturedef, None)

    def reset(self) -> None:
        """Undo what a server or a command inside this test has set up, and forget its bots, which remember games."""
        os.umask(UMASK)
        _players.clear()
        structlog.reset_defaults()
        root = logging.getLogger()
        root.handlers[:] = self.log_handlers
        root.setLevel(self.log_level)

    def changed(self) -> Iterator[str]:
        """Restore changed state, and return its names."""
        for shared, before in zip(SHARED, self.before, strict=True):
            if shared.read() != before:
                shared.restore(before)
                yield shared.name

    def changed_fixtures(self) -> Iterator[str]:
        """Return the names of the shared fixtures whose value changed."""
        for fixture, before in self.fixtures.items():
            assert fixture.cached_result is not None
            now = pickled(fixture.cached_result[0])
            if now != before and (now is None or pickle.loads(now) != pickle.loads(before)):
                self.fixtures[fixture] = now or b""
                yield f"the fixture {fixture.argname}"


def pickled(value: object) -> bytes | None:
    """Return the content of a value, or None if it can't be pickled."""
    try:
        return pickle.dumps(value)
    except Exception:
        return None
