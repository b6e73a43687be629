"""A terminal for tests: the real command in a pseudo-terminal, with all the bytes of its output."""

import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator, Mapping, Sequence
from fcntl import ioctl
from pathlib import Path

import pytest

import kamchatka

COMMAND = [sys.executable, "-c", "from kamchatka.cli import main; main()"]
PATIENCE = 60.0  # seconds, generous because a shared machine is slow
AGAIN = 10.0  # seconds of silence after which Ctrl-C is pressed again,
TIMES = 6  # at most this often


def environment(**more: str) -> dict[str, str]:
    """Return the environment of a plain terminal in an English locale, with the package on the path."""
    source = str(Path(kamchatka.__file__).parents[1])
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "LC_ALL", "COLUMNS", "LINES")}
    return {**kept, "PYTHONPATH": source, "LANG": "en_US.UTF-8", "TERM": "xterm-256color", "PYTHONUTF8": "1", **more}


def _as_in_a_terminal() -> None:
    """Let Ctrl-C work even if the tests run in a background that ignores it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """Run the command with a person at the keyboard."""

    def __init__(self, arguments: Sequence[str], columns: int = 120, lines: int = 45, **env: str) -> None:
        self.keyboard, screen = pty.openpty()
        ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=screen,
            stdout=screen,
            stderr=screen,
            env=environment(**env),
            start_new_session=True,
            preexec_fn=_as_in_a_terminal,
        )
        os.close(screen)
        self.seen = b""
        OPEN.append(self)

    def read_until(self, *words: str) -> str:
        """Read until one of the words appears; `seen` holds all output, also from before."""
        new = b""
        while not any(word.encode() in new for word in words):
            chunk = self._chunk(PATIENCE)
            assert chunk != b"", f"waited for {words}, got: {new.decode(errors='replace')}"
            if chunk is None:
                raise EOFError(f"waited for {words}, got: {new.decode(errors='replace')}")
            new += chunk
        return new.decode(errors="replace")

    def _chunk(self, seconds: float) -> bytes | None:
        """Wait for output: return nothing if the command stays silent that long, None when it has exited."""
        if not select.select([self.keyboard], [], [], seconds)[0]:
            return b""
        try:
            chunk = os.read(self.keyboard, 65536)
        except OSError:  # the other end is closed
            return None
        self.seen += chunk
        return chunk or None

    def type(self, line: str) -> None:
        """Type a line and Enter."""
        os.write(self.keyboard, f"{line}\n".encode())

    def interrupt(self) -> str:
        """Press Ctrl-C, and return everything up to the end of the command.

        Press it again while the command runs, because it is ignored just before the command begins to read.
        """
        new = b""
        for _ in range(TIMES):
            self.process.send_signal(signal.SIGINT)
            while chunk := self._chunk(AGAIN):
                new += chunk
            if chunk is None:
                break
        return new.decode(errors="replace") + self.rest()

    def rest(self) -> str:
        """Return all output up to the end of the command."""
        new = b""
        while (chunk := self._chunk(PATIENCE)) is not None:
            assert chunk, f"it does not end: {new.decode(errors='replace')}"
            new += chunk
        self.process.wait(PATIENCE)
        return new.decode(errors="replace")

    def kill(self) -> None:
        """Send SIGKILL to the command if it still runs."""
        if self.process.poll() is None:
            os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait(PATIENCE)
        os.close(self.keyboard)
        OPEN.remove(self)


OPEN: list[Terminal] = []


@pytest.fixture(autouse=True)
def no_terminal_left() -> Iterator[None]:
    """End all terminals of a test, whether it passed or not."""
    yield
    while OPEN:
        OPEN[-1].kill()


def run(arguments: Sequence[str], typed: str = "", **env: str) -> "subprocess.CompletedProcess[str]":
    """Run the command without a terminal, with a pipe in and pipes out."""
    more: Mapping[str, str] = env
    return subprocess.run(
        [*COMMAND, *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(**more),
        timeout=PATIENCE,
        check=False,
    )
