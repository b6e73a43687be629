"""Start a server program and wait until it reports on stderr that it is ready, without polling or guessing ports."""

import os
import select
import subprocess
import threading
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO

PATIENCE = 60.0  # seconds, generous because a busy machine is slow


class ServerProgram:
    """A running program. Its stderr goes into a log, which is complete once the program has ended."""

    def __init__(self, command: Sequence[str | Path], ready: bytes, log: Path, user: str | None = None) -> None:
        """Start it, and return once it has printed `ready`; an AssertionError quotes any other output."""
        self.process = subprocess.Popen(
            command, user=user, cwd=log.parent, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        assert self.process.stderr is not None
        said = list[bytes]()
        for line in self.process.stderr:
            said.append(line)
            if ready in line:
                break
        else:
            self.process.stderr.close()
            self.process.wait(PATIENCE)
            raise AssertionError(f"{command[0]} did not start: {b''.join(said).decode(errors='replace')}")
        self.reader = threading.Thread(target=_copy, args=(said, self.process.stderr, log), daemon=True)
        self.reader.start()  # or a full pipe would stop the program

    @property
    def is_running(self) -> bool:
        """Return whether it is still running."""
        return self.process.poll() is None

    def kill(self, others: Iterable[int] = ()) -> None:
        """Kill it with signal 9, and wait until it and the other processes have ended."""
        with ExitStack() as stack:
            waiting = list[int]()
            for pid in others:
                with suppress(ProcessLookupError):
                    waiting.append(os.pidfd_open(pid))
                    stack.callback(os.close, waiting[-1])
            self.process.kill()
            self.wait()
            for process in waiting:
                assert select.select([process], [], [], PATIENCE)[0], "a child of a killed process lives on"

    def wait(self) -> None:
        """Wait until it has ended."""
        self.process.wait(PATIENCE)
        self.reader.join(PATIENCE)


def _copy(said: list[bytes], output: IO[bytes], log: Path) -> None:
    """Append the program's output to its log."""
    with output, log.open("ab", buffering=0) as file:
        for line in said:
            file.write(line)
        for line in output:
            file.write(line)
