"""One event loop for many simulated processes, on virtual time.

Each callback belongs to the process in whose context it was scheduled. A crashed process never runs again: its
callbacks are dropped, as after `kill -9`, so no `finally` gets a chance to clean up. A paused process (SIGSTOP) keeps
its callbacks until it is resumed. Nothing here reads a real clock or waits, so a run depends on its seed alone.
"""

import asyncio
import heapq
from asyncio import events
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from contextlib import suppress
from contextvars import Context, ContextVar
from itertools import count
from random import Random
from typing import Any

Callback = Callable[..., object]


class Process:
    """A simulated process of the platform, or the outside world if it has no name."""

    def __init__(self, name: str, start: int = 0) -> None:
        self.name = name
        self.identity = f"{name} #{start}"  # of this process, not of its machine
        self.is_dead = False
        self.is_paused = False
        self.held: list[asyncio.Handle] = []  # callbacks that wait until the process is resumed
        self.tasks: list[asyncio.Task[Any]] = []

    def kill(self) -> None:
        """Stop the process for good, between two of its steps."""
        self.is_dead = True
        self.held.clear()

    def bury(self) -> None:
        """Free what the process has left behind."""
        end_tasks(self.tasks)

    def resume(self, loop: "SimulatedLoop") -> None:
        """Resume after a pause; everything that became due meanwhile runs at once, in order."""
        self.is_paused = False
        held, self.held = self.held, []
        loop.ready_again(held)


WORLD = Process("world")
current: ContextVar[Process] = ContextVar("process", default=WORLD)


class _Handle(asyncio.Handle):
    """A callback that belongs to a process."""

    def _run(self) -> None:
        process: Process = self._context.get(current, WORLD)  # type: ignore[attr-defined]
        if process.is_paused:
            process.held.append(self)
        elif not process.is_dead:
            asyncio.Handle._run(self)


class _TimerHandle(asyncio.TimerHandle):
    """A timer that belongs to a process."""

    _run = _Handle._run


class Stalled(Exception):
    """Nothing is scheduled, but the main coroutine still waits."""


class _NoSelector:
    """Advances the clock by the time for which the loop would have slept."""

    def __init__(self, loop: "SimulatedLoop") -> None:
        self.loop = loop

    def select(self, timeout: float | None = None) -> list[Any]:
        """Jump to the next timer."""
        if timeout is None:
            raise Stalled
        self.loop.now = max(self.loop.now, self.loop.next_timer()) if timeout > 0 else self.loop.now
        return []

    def close(self) -> None:
        """Do nothing."""


class SimulatedLoop(asyncio.BaseEventLoop):
    """An event loop on virtual time, without sockets and threads."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.now = 0.0
        self.steps = 0
        self.luck = Random(seed)
        self.at_end: list[Callable[[], None]] = []  # called when nothing is scheduled
        self.is_over = False  # whether new callbacks are dropped
        self.errors: list[str] = []  # unhandled exceptions
        self._selector = _NoSelector(self)
        _numbers[:] = [count(1)]
        self._clock_resolution = 1e-9
        self.set_exception_handler(self._note_error)
        self.set_task_factory(_create_task)

    def time(self) -> float:
        """Return the virtual time in seconds."""
        return self.now

    def next_timer(self) -> float:
        """Return when the next timer is due."""
        scheduled: list[asyncio.TimerHandle] = self._scheduled  # type: ignore[attr-defined]
        return scheduled[0].when() if scheduled else self.now

    def call_soon(self, callback: Callback, *args: Any, context: Context | None = None) -> asyncio.Handle:  # type: ignore[override]
        """Schedule a callback of the current process."""
        handle = _Handle(callback, args, self, context)
        if not self.is_over:
            self._ready.append(handle)  # type: ignore[attr-defined]
        return handle

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callback, *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Schedule a timer of the current process."""
        timer = _TimerHandle(when, callback, args, self, context)
        if not self.is_over:
            heapq.heappush(self._scheduled, timer)  # type: ignore[attr-defined]
            timer._scheduled = True  # type: ignore[attr-defined]
        return timer

    def call_later(  # type: ignore[override]
        self, delay: float, callback: Callback, *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Schedule a timer of the current process."""
        return self.call_at(self.now + delay, callback, *args, context=context)

    call_soon_threadsafe = call_soon  # type: ignore[assignment]

    def run_in_executor(self, executor: Executor | None, function: Callback, *args: Any) -> Any:  # type: ignore[override]
        """Run the function at once: there are no threads, and all workers are fast."""
        done = self.create_future()
        try:
            done.set_result(function(*args))
        except Exception as error:
            done.set_exception(error)
        return done

    def ready_again(self, handles: list[asyncio.Handle]) -> None:
        """Run held callbacks."""
        self._ready.extend(handles)  # type: ignore[attr-defined]

    def _process_events(self, event_list: object) -> None:
        """Do nothing: there are no sockets."""

    def _write_to_self(self) -> None:
        """Do nothing: there are no threads."""

    def _run_once(self) -> None:
        self.steps += 1
        super()._run_once()  # type: ignore[misc]

    def _note_error(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if not self.is_over:
            self.errors.append(f"{context.get('message')}: {context.get('exception')!r}")


def numbered(thing: object) -> int:
    """Hash by order of creation instead of by address, so that sets have the same order in every run."""
    number: int = getattr(thing, "number_", 0)
    if not number:
        number = next(_numbers[-1])
        thing.number_ = number  # type: ignore[attr-defined]
    return number


_numbers = [count(1)]  # of the current run


class _Task(asyncio.Task[Any]):
    __hash__ = numbered


def _create_task(loop: asyncio.AbstractEventLoop, coroutine: Any, **options: Any) -> asyncio.Task[Any]:
    task = _Task(coroutine, loop=loop, **options)
    context = options.get("context")
    process = current.get() if context is None else context.get(current, WORLD)
    process.tasks.append(task)
    return task


def run(loop: SimulatedLoop, main: Coroutine[Any, Any, None]) -> None:
    """Run a simulation to its end, and free everything it has left."""
    before, WORLD.tasks = events._get_running_loop(), []
    events._set_running_loop(None)
    try:
        loop.run_until_complete(main)
    finally:
        loop.is_over = True
        events._set_running_loop(loop)  # cleanup may try to schedule something
        for free in loop.at_end:
            free()
        end_tasks(WORLD.tasks)
        events._set_running_loop(None)
        loop.close()
        events._set_running_loop(before)


def end_tasks(tasks: list[asyncio.Task[Any]]) -> None:
    """Free coroutines that never end."""
    while tasks:
        task = tasks.pop()
        if not task.done():
            task._log_destroy_pending = False  # type: ignore[attr-defined]
            with suppress(BaseException):
                task.get_coro().close()
