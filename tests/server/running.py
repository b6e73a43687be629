"""A server as operators run it: its own process, a real port, a real database."""

import os
import queue
import re
import subprocess
import sys
import threading
from pathlib import Path

import kamchatka

ROOT = Path(__file__).parents[2]
PACKAGE = Path(kamchatka.__file__).parents[1]  # servers run what this process runs: the sources, or a compiled build
QUICK = "tests.quick_passwords"  # the program whose passwords cost nothing
REAL = "kamchatka.cli"
PATIENCE = 180.0  # seconds for a start on a busy machine


class Server:
    """One `kamchatka serve` process. `kill` sends SIGKILL; `start` restarts it with the same database and port."""

    def __init__(
        self, database: str, log: Path, program: str = QUICK, python: str = sys.executable, **settings: str
    ) -> None:
        self.python = python  # of the environment it runs in
        self.database = database
        self.log = log
        self.program = program
        self.settings = settings
        self.clock: Path | None = None  # a file with the error of its wall clock in seconds
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self.address = ""

    def start(self) -> "Server":
        """Start the server and wait until it reports its address."""
        command = [
            self.python,
            "-m",
            self.program,
            "serve",
            "--port",
            str(self.port),
            "--lang",
            "en",
            "--database",
            self.database,
        ]
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, text=True, env=self.environment
            )
        self.address = self._address()
        self.port = int(self.address.rpartition(":")[2])
        return self

    @property
    def environment(self) -> dict[str, str]:
        """Return the environment of the server and of commands run beside it."""
        leaping = [] if self.clock is None else [str(ROOT / "tests" / "cluster" / "leaping")]
        paths = os.pathsep.join([*leaping, str(PACKAGE), str(ROOT), os.environ.get("PYTHONPATH", "")])
        known = {f"KAMCHATKA_{name.upper()}": value for name, value in self.settings.items()}
        if self.clock is not None:
            known["LEAPING_CLOCK"] = str(self.clock)
        return {**os.environ, "KAMCHATKA_BOT_SECONDS": "0", **known, "PYTHONPATH": paths}

    @property
    def folder(self) -> Path:
        """Return the folder of its tournaments; by default it is next to the database."""
        if "events" in self.settings:
            return Path(self.settings["events"])
        path = Path(self.database)
        return path.with_name(f"{path.stem}-events")

    def _address(self) -> str:
        """Return the address that the server prints, within a time limit."""
        assert self.process is not None
        assert self.process.stdout is not None
        said: queue.Queue[str] = queue.Queue()
        threading.Thread(target=lambda out=self.process.stdout: said.put(out.readline()), daemon=True).start()
        line = said.get(timeout=PATIENCE)
        found = re.search(r"http://\S+:\d+", line)
        assert found, f"{line!r} {self.log.read_text()}"
        return found.group()

    def kill(self) -> None:
        """Send SIGKILL, so that the server cannot shut down cleanly."""
        assert self.process is not None
        self.process.kill()
        self._gone()

    def stop(self) -> None:
        """Shut down cleanly."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self._gone()

    def _gone(self) -> None:
        assert self.process is not None
        assert self.process.stdout is not None
        self.process.wait(timeout=PATIENCE)
        self.process.stdout.close()
