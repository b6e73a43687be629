"""Run a coroutine on an event loop whose clock jumps to the next timer instead of waiting for it.

Only for code in one thread without sockets, because the clock doesn't wait for other threads or processes.
"""

import asyncio
import functools
import selectors
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec

P = ParamSpec("P")


class JumpingSelector(selectors.DefaultSelector):
    """Advance the clock by the time for which the loop would have slept."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return at once when there is a timer; a loop without timers waits for a real event."""
        if timeout is None:
            return super().select(None)
        self.now += max(0.0, timeout)
        return super().select(0)


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop on virtual time."""

    def __init__(self) -> None:
        self.selector = JumpingSelector()
        super().__init__(self.selector)

    def time(self) -> float:
        """Return the virtual time in seconds."""
        return self.selector.now


def in_virtual_time(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run a test on a loop with virtual time."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        with ThreadPoolExecutor(max_workers=1) as thread:  # Playwright's loop may still run in this thread
            thread.submit(_run, test(*args, **kwargs)).result()

    return run


def _run(coroutine: Coroutine[Any, Any, None]) -> None:
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(coroutine)
