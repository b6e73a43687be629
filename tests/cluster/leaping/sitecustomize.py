"""Python imports this before anything else in servers that tests run: their wall clock can be moved from outside.

A file says by how many seconds; what measures time (`time.monotonic`, CLOCK_BOOTTIME) goes on as on a real machine.
"""

import os
import time
from pathlib import Path

NAME = "LEAPING_CLOCK"


def leap(file: Path) -> None:
    """From now on the wall clock is as far ahead, or behind, as the file says."""
    seconds, nanoseconds = time.time, time.time_ns

    def ahead() -> float:
        return float(file.read_text() or 0.0) if file.exists() else 0.0

    time.time = lambda: seconds() + ahead()
    time.time_ns = lambda: nanoseconds() + int(ahead() * 1e9)


if NAME in os.environ:
    leap(Path(os.environ[NAME]))
