"""Replacements of a server's environment: database, bus, worker processes, threads, clocks and randomness.

Everything else is the server's own code. `simulated` undoes all replacements at its end.
"""

import pickle
import random
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import structlog

from kamchatka.server import metrics
from kamchatka.server.bots import thinkers, thinking
from kamchatka.server.bus import nats_bus
from kamchatka.server.clock import Clock
from kamchatka.server.notices import push
from kamchatka.server.operations import freed_memory
from kamchatka.server.presentation.listener import Listener
from kamchatka.server.storage import opening, passwords
from kamchatka.server.work.pool import WorkPool
from tests.simulation.database import SimulatedDatabase, engine_of
from tests.simulation.loop import SimulatedLoop, current, numbered
from tests.simulation.nats import Hub
from tests.simulation.trace import Trace

BEGINNING = 1_795_000_000.0  # Unix seconds at which simulations begin: an evening in November 2026
COMPUTING = (0.01, 0.25)  # seconds that a worker takes


class ProcessClock(Clock):
    """The clocks of one machine: the wall clock may be wrong and jump; the monotonic one runs a little fast or slow."""

    def __init__(self, loop: SimulatedLoop, ahead: float, rate: float) -> None:
        self.loop = loop
        self.ahead = ahead  # seconds
        self.rate = rate
        self.asleep = 0.0  # seconds of sleep, during which the monotonic clock stood still

    def wall(self) -> float:
        """Return the Unix time of this machine."""
        return BEGINNING + self.loop.now + self.ahead

    def monotonic(self) -> float:
        """Return seconds that never jump."""
        return 1000.0 + self.loop.now * self.rate - self.asleep

    def since_boot(self) -> float:
        """Return seconds that never jump, including sleep."""
        return 1000.0 + self.loop.now * self.rate

    def computing(self) -> float:
        """Return zero: computing takes no virtual time."""
        return 0.0


class _Inline:
    """A process pool that computes at once."""

    def submit(self, function: Any, *args: Any) -> "Future[Any]":
        """Compute."""
        done: Future[Any] = Future()
        try:
            done.set_result(function(*args))
        except Exception as error:
            done.set_exception(error)
        return done

    def shutdown(self, **options: object) -> None:
        """Do nothing."""


class _NoHttp:
    """A client that sends no push messages."""

    def __init__(self, **options: object) -> None:
        pass

    async def aclose(self) -> None:
        """Do nothing."""


class _NoHasher:
    """A hasher that hashes no passwords: users have tokens."""

    def hash(self, password: str) -> str:
        """Return a hash that no password matches."""
        return ""


async def _work_inline(pool: WorkPool, task: bytes) -> tuple[bool, Any, float]:
    """Do a worker's task here, and let some time pass."""
    import asyncio

    loop = asyncio.get_running_loop()
    assert isinstance(loop, SimulatedLoop)
    await asyncio.sleep(loop.luck.uniform(*COMPUTING))
    function, args = pickle.loads(task)
    try:
        return True, function(*args), 0.01
    except Exception as error:
        return False, error, 0.01


@contextmanager
def simulated(database: SimulatedDatabase, hub: Hub, trace: Trace) -> Iterator[None]:
    """Run servers in a simulation."""
    before = structlog.get_config()
    with ExitStack() as stack:
        stack.callback(structlog.configure, **before)
        structlog.configure(
            processors=[trace.log],  # type: ignore[list-item]
            wrapper_class=structlog.BoundLogger,
            cache_logger_on_first_use=False,
        )
        for owner, name, value in (
            (opening, "create_async_engine", engine_of(database)),
            (nats_bus, "SecureClient", hub.client),
            (WorkPool, "_ask", _work_inline),
            (thinkers.LocalThinkers, "_pool", lambda own: _Inline()),
            (passwords, "PasswordHasher", _NoHasher),
            (push, "httpx", SimpleNamespace(AsyncClient=_NoHttp)),
            (freed_memory, "ctypes", SimpleNamespace(CDLL=lambda _: None)),
            (freed_memory, "gc", SimpleNamespace(set_threshold=lambda *_: None)),
            (metrics, "PULSE", 5.0),
            (Listener, "__hash__", numbered),
        ):
            stack.enter_context(patch.object(owner, name, value))
        stack.enter_context(patch.object(random, "random", _no_luck))
        thinking._players.clear()
        yield


def _no_luck() -> float:
    raise AssertionError("luck that doesn't follow from the seed")


__all__ = ["BEGINNING", "ProcessClock", "current", "simulated"]
