"""Report which process of a local platform died, and restart it."""

import signal
import subprocess
import threading
from collections.abc import Callable, Sequence
from typing import NamedTuple

Process = subprocess.Popen[bytes] | subprocess.Popen[str]
ATTEMPTS = 5  # seconds to restart a process: the old one may still hold a port or a lock
PAUSE = 2.0  # seconds between two attempts


class Part(NamedTuple):
    """A process that must run."""

    name: str
    process: Callable[[], Process | None]  # the current one
    start: Callable[[], object]


class Watch:
    """Wait for each process in its own thread. `say` gets a sentence for every exit and every restart."""

    def __init__(self, parts: Sequence[Part], say: Callable[[str], None]) -> None:
        self.parts = parts
        self.say = say
        self.is_ending = threading.Event()

    def begin(self) -> None:
        """Watch every part until `end`."""
        for part in self.parts:
            threading.Thread(target=self._keep, args=(part,), daemon=True).start()

    def end(self) -> None:
        """Stop watching, so that processes may end."""
        self.is_ending.set()

    def _keep(self, part: Part) -> None:
        while (process := part.process()) is not None:
            code = process.wait()
            if self.is_ending.is_set():
                return
            self.say(f"{part.name} (process {process.pid}) ended: {describe_end(code)}. Starting it again.")
            if not self._start(part):
                return

    def _start(self, part: Part) -> bool:
        """Start a part again; return False if it can't be started or the watch ends."""
        for _ in range(ATTEMPTS):
            try:
                part.start()
            except (AssertionError, OSError) as error:
                reason = str(error).splitlines()[0] if str(error) else type(error).__name__
                if self.is_ending.wait(PAUSE):
                    return False
            else:
                process = part.process()
                self.say(f"{part.name} runs again as process {process.pid if process else '?'}.")
                return True
        self.say(f"{part.name} doesn't start: {reason}")
        return False


def describe_end(code: int) -> str:
    """Describe how a process ended.

    >>> describe_end(-9), describe_end(1)
    ('SIGKILL', 'exit status 1')
    """
    return signal.Signals(-code).name if code < 0 else f"exit status {code}"
