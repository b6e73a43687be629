"""Starts all tasks of the server, so that none can fail unnoticed.

`keep` runs a service as long as the server runs, and restarts it when it fails. `start` runs a job that nobody awaits.
`child` is for a task whose caller awaits its result. Cancelling any of them is silent.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from contextvars import ContextVar
from typing import Any, TypeAlias, TypeVar

import structlog

T = TypeVar("T")
Failed = Callable[[Exception], None]
Work: TypeAlias = Coroutine[Any, Any, T]
Job: TypeAlias = Work[None]
Service = Callable[[], Coroutine[Any, Any, object]]

FIRST_PAUSE = 0.5  # seconds before the first restart of a service; the pause doubles with each further one
LONGEST_PAUSE = 30.0
SOUND = 60.0  # seconds without a failure after which the pauses are short again

log = structlog.get_logger()


class Supervisor:
    """The tasks of a process or a server. Failures are logged with the task's name, counted, and shown by /readyz.

    Names are words of the program (`lobby`, `table`), never ids, because they are metric labels.
    """

    def __init__(self, wait: Callable[[float], Awaitable[object]] = asyncio.sleep) -> None:
        self.wait = wait
        self.failures: Counter[str] = Counter()  # by name, since the process started
        self.down: set[str] = set()  # failed services that wait for their restart
        self._jobs: set[asyncio.Task[Any]] = set()  # asyncio holds only weak references to tasks

    def start(self, name: str, work: Work[T], failed: Failed | None = None) -> asyncio.Task[T]:
        """Run a job that nobody awaits. `failed` handles an unexpected exception, including its logging."""

        def on_done(task: asyncio.Task[T]) -> None:
            self._jobs.discard(task)
            error = None if task.cancelled() else task.exception()
            if isinstance(error, Exception):
                self.failures[name] += 1
                if failed is None:
                    log.error("task failed", task=name, error=repr(error), exc_info=error)
                else:
                    failed(error)

        task = asyncio.create_task(work, name=name)
        self._jobs.add(task)
        task.add_done_callback(on_done)
        return task

    def keep(self, name: str, service: Service) -> asyncio.Task[None]:
        """Run a service until it is cancelled. After an unexpected exception it is restarted with a pause."""
        return asyncio.create_task(self._keep(name, service), name=name)

    async def _keep(self, name: str, service: Service) -> None:
        loop, pause, was_logged = asyncio.get_running_loop(), FIRST_PAUSE, False
        while True:
            begun = loop.time()
            try:
                await service()
                return
            except Exception as error:
                if loop.time() - begun > SOUND:
                    pause, was_logged = FIRST_PAUSE, False
                self.failures[name] += 1
                if not was_logged:
                    log.error("service failed", task=name, error=repr(error), exc_info=error)
                was_logged = True
            self.down.add(name)
            try:
                await self.wait(pause)
            finally:
                self.down.discard(name)
            pause = min(LONGEST_PAUSE, 2 * pause)


_current: ContextVar[Supervisor | None] = ContextVar("supervisor", default=None)
_process = Supervisor()


def supervisor() -> Supervisor:
    """Return the current server's supervisor; outside of a server, the process's."""
    return _current.get() or _process


def supervise(own: Supervisor) -> None:
    """Use this supervisor for all tasks started from here on."""
    _current.set(own)


def start(name: str, work: Work[T], failed: Failed | None = None) -> asyncio.Task[T]:
    """Run a job that nobody awaits."""
    return supervisor().start(name, work, failed)


def keep(name: str, service: Service) -> asyncio.Task[None]:
    """Run a service until it is cancelled."""
    return supervisor().keep(name, service)


def child(work: Work[T], name: str | None = None) -> asyncio.Task[T]:
    """Run a task whose result or exception the caller takes."""
    return asyncio.create_task(work, name=name)
