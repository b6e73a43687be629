"""A whole platform on one machine: PostgreSQL, NATS, servers and thinkers, each a process that can be killed."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from kamchatka.server.storage.server_keys import BUS_KEY, read_shared_key
from tests import nats, postgres
from tests.nats import Nats
from tests.postgres import Postgres
from tests.server.running import PACKAGE, PATIENCE, ROOT, Server

PLENTY = {
    "requests_a_minute": "1000000",
    "logins_a_minute": "1000000",
    "events_a_minute": "1000000",
    "sockets_a_minute": "1000000",
    "connections_per_address": "100000",
    "sockets_in_all": "100000",
    "open_per_address": "100000",
    "messages_a_second": "1000",
}


class ThinkerProcess:
    """One `kamchatka thinkers`."""

    def __init__(self, bus: str, database: str, log: Path, processes: int = 1) -> None:
        self.bus = bus
        self.database = database  # has the secret of the bus
        self.log = log
        self.processes = processes
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> "ThinkerProcess":
        """Start, and wait until it reports that it is ready."""
        words = ["-m", "kamchatka.cli", "thinkers", "--bus", self.bus, "--database", self.database]
        words += ["--processes", str(self.processes)]
        paths = os.pathsep.join([str(PACKAGE), str(ROOT), os.environ.get("PYTHONPATH", "")])
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, *words, "--lang", "en"],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, "PYTHONPATH": paths},
            )
        assert self.process.stdout is not None
        assert "Thinking" in self.process.stdout.readline(), self.log.read_text()
        return self

    def kill(self) -> None:
        """Send SIGKILL."""
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
        self.process.wait(60)
        self.process.stdout.close()


class LocalPlatform:
    """All parts, by name."""

    def __init__(self, database: Postgres, bus: Nats, folder: Path, **settings: str) -> None:
        self.postgres = database
        self.nats = bus
        self.folder = folder
        self.database = database.fresh()
        self.bus = f"{bus.url}/{self.database.rpartition('/')[2]}"
        self.settings = {**PLENTY, **settings}
        self.numbers = count(1)
        self.servers: list[Server] = []
        self.thinkers: list[ThinkerProcess] = []

    def serve(self, **settings: str) -> Server:
        """Start another server."""
        log = self.folder / f"server-{next(self.numbers)}.log"
        known = {"bus": self.bus, **self.settings, **settings}
        server = Server(known.pop("database", self.database), log, **known)
        server.clock = log.with_suffix(".clock")
        self.servers.append(server.start())
        return server

    def think(self, processes: int = 1) -> ThinkerProcess:
        """Start another bot process."""
        log = self.folder / f"thinkers-{next(self.numbers)}.log"
        thinker = ThinkerProcess(self.bus, self.database, log, processes)
        self.thinkers.append(thinker)
        return thinker.start()

    async def secret(self) -> str:
        """Return the secret of the bus, created by the first server."""
        found = await read_shared_key(self.database, BUS_KEY, PATIENCE)
        assert found is not None
        return found

    @property
    def plain_database(self) -> str:
        """Return the database address in asyncpg's form."""
        return self.database.replace("+asyncpg", "")

    def stop(self) -> None:
        """Stop everything that still runs."""
        for server in self.servers:
            server.stop()
        for thinker in self.thinkers:
            thinker.stop()


@contextmanager
def platform(folder: Path, **settings: str) -> Iterator[LocalPlatform]:
    """Start a separate PostgreSQL and NATS for tests that kill them."""
    home, program = postgres.installed(), nats.find_program()
    assert home is not None, postgres.MISSING
    assert program is not None, nats.MISSING
    with postgres.running(home) as database, nats.running(program) as bus:
        parts = LocalPlatform(database, bus, folder, **settings)
        try:
            yield parts
        finally:
            parts.stop()
