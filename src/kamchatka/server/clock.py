"""The server's clocks: the only module of the server that reads those of the machine.

Waiting belongs to the event loop: `asyncio.sleep`, `asyncio.timeout` and `call_later` follow its time. Everything else
asks the clock of the current context, which a simulation replaces with `use` (docs/testing.md).
"""

import time
from contextvars import ContextVar
from datetime import date, datetime


class Clock:
    """The clocks of this machine, in seconds."""

    def wall(self) -> float:
        """Return the Unix time, which may jump."""
        return time.time()

    def monotonic(self) -> float:
        """Return a time that never jumps, for durations."""
        return time.monotonic()

    def since_boot(self) -> float:
        """Return monotonic time, including time asleep where the system supports it."""
        return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()

    def computing(self) -> float:
        """Return the CPU time of this thread."""
        return time.thread_time()


_machine = Clock()
_current: ContextVar[Clock] = ContextVar("clock", default=_machine)


def use(clock: Clock) -> None:
    """Use this clock for everything started from here on."""
    _current.set(clock)


def wall_time() -> float:
    """Return the Unix time in seconds, which may jump."""
    return _current.get().wall()


def monotonic() -> float:
    """Return seconds that never jump, for durations."""
    return _current.get().monotonic()


def time_since_boot() -> float:
    """Return monotonic seconds, including time asleep where the system supports it."""
    return _current.get().since_boot()


def computing_time() -> float:
    """Return the CPU seconds of this thread."""
    return _current.get().computing()


def today() -> date:
    """Return the date in the machine's time zone."""
    return datetime.fromtimestamp(wall_time()).date()
