"""Limits for one input: seconds of CPU time, and memory of the whole process."""

import resource
import signal
from types import FrameType, TracebackType

SECONDS = 5.0  # CPU seconds for one input, generous because a shared machine is slow
MEGABYTES = 1500  # bytes that a campaign may allocate beyond what it starts with


class TooSlow(BaseException):
    """One input took too long. A BaseException, so that `except Exception` doesn't swallow it."""


class Guard:
    """Interrupt what runs too long. Use it around one input at a time, in the main thread."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        signal.signal(signal.SIGVTALRM, self._ring)

    def __enter__(self) -> "Guard":
        signal.setitimer(signal.ITIMER_VIRTUAL, self.seconds)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)

    def _ring(self, number: int, frame: FrameType | None) -> None:
        raise TooSlow(f"more than {self.seconds:g} s of processor time")


def bound_memory(megabytes: int = MEGABYTES) -> None:
    """Limit this process's memory, so that excess raises MemoryError, a finding, and doesn't crash the machine."""
    with open("/proc/self/statm", encoding="ascii") as file:
        held = int(file.read().split()[0]) * resource.getpagesize()
    most = resource.getrlimit(resource.RLIMIT_AS)[1]
    wanted = held + megabytes * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (wanted if most == resource.RLIM_INFINITY else min(wanted, most), most))
