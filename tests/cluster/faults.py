"""Faults of a platform, by name. Each ends before its function returns, with every part running again."""

import asyncio
import os
import random
import resource
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator
from contextlib import asynccontextmanager

from tests.cluster.cut_line import CutLine
from tests.cluster.parts import LocalPlatform
from tests.server.running import Server

LEAP = 86_400.0  # seconds
Fault = Callable[["Trouble"], Awaitable[None]]


class Trouble:
    """Inflicts random faults on a platform. `away`: minimum and maximum seconds for which parts are gone."""

    def __init__(
        self, parts: LocalPlatform, seed: int, away: tuple[float, float], lease: float, stopped: float
    ) -> None:
        self.parts = parts
        self.luck = random.Random(seed)
        self.away = away
        self.lease = lease  # seconds, as the servers are configured
        self.stopped = stopped  # seconds for which a server is stopped: longer than its lease
        self.lines: dict[tuple[str, str], CutLine] = {}  # by server's log and part

    def deck(self, only: Collection[str] = ()) -> Iterator[Fault]:
        """Yield faults forever: every kind once in random order, then again in another; `only` limits the kinds."""
        kinds = [fault for fault in self.FAULTS if not only or fault.__name__ in only]
        while True:
            yield from self.luck.sample(kinds, len(kinds))

    async def _a_while(self) -> None:
        await asyncio.sleep(self.luck.uniform(*self.away))

    def _server(self) -> Server:
        return self.luck.choice(self.parts.servers)

    async def kill_server(self) -> None:
        """Kill a server with SIGKILL and restart it."""
        server = self._server()
        server.kill()
        await self._a_while()
        await asyncio.to_thread(server.start)

    async def leave_server(self) -> None:
        """Stop a server with SIGTERM and restart it, as an upgrade does."""
        server = self._server()
        await asyncio.to_thread(server.stop)
        await asyncio.to_thread(server.start)

    async def stop_server(self) -> None:
        """Pause a server (SIGSTOP) for longer than its lease, so that it is fenced, then resume it."""
        server = self._server()
        assert server.process is not None
        os.kill(server.process.pid, signal.SIGSTOP)
        try:
            await asyncio.sleep(self.stopped)
        finally:
            os.kill(server.process.pid, signal.SIGCONT)

    async def kill_thinkers(self) -> None:
        """Kill a bot process with SIGKILL."""
        if self.parts.thinkers:
            thinker = self.luck.choice(self.parts.thinkers)
            thinker.kill()
            await self._a_while()
            await asyncio.to_thread(thinker.start)

    async def kill_bus(self) -> None:
        """Kill NATS with SIGKILL."""
        self.parts.nats.kill()
        await self._a_while()
        await asyncio.to_thread(self.parts.nats.start)

    async def kill_database(self) -> None:
        """Kill PostgreSQL with SIGKILL."""
        self.parts.postgres.kill()
        await self._a_while()
        await asyncio.to_thread(self.parts.postgres.start)

    async def fill_disk(self) -> None:
        """Fill the disk, so that neither PostgreSQL nor a server's log can be written, then free it again."""
        server = self._server()
        assert server.process is not None
        pid = server.process.pid
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        await asyncio.to_thread(self.parts.postgres.fill_disk)
        try:
            await self._a_while()
        finally:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            await asyncio.to_thread(self.parts.postgres.free_disk)

    async def leap_clock(self) -> None:
        """Move the wall clock of a server forwards or back for good."""
        clock = self._server().clock
        assert clock is not None
        clock.write_text(str(self.luck.uniform(-LEAP, LEAP)))
        await self._a_while()

    async def cut_from_bus(self) -> None:
        """Cut the connection between a server and NATS for a while."""
        await self._cut("bus")

    async def cut_from_database(self) -> None:
        """Cut the connection between a server and PostgreSQL for a while."""
        await self._cut("database")

    async def _cut(self, part: str) -> None:
        lines = [line for (_, to), line in self.lines.items() if to == part]
        if lines:
            line = self.luck.choice(lines)
            line.cut()
            try:
                await self._a_while()
            finally:
                line.mend()

    FAULTS: tuple[Fault, ...] = (
        kill_server,
        leave_server,
        stop_server,
        kill_thinkers,
        kill_bus,
        kill_database,
        fill_disk,
        leap_clock,
        cut_from_bus,
        cut_from_database,
    )


@asynccontextmanager
async def cuttable(parts: LocalPlatform, trouble: Trouble, servers: int) -> AsyncIterator[None]:
    """Return the servers whose connections to the database and the bus can be cut."""
    starting = []
    for number in range(servers):
        database, bus = await CutLine(parts.postgres.port).open(), await CutLine(parts.nats.port).open()
        trouble.lines |= {(str(number), "database"): database, (str(number), "bus"): bus}
        where = {
            "database": parts.database.replace(f":{parts.postgres.port}/", f":{database.port}/"),
            "bus": parts.bus.replace(f":{parts.nats.port}", f":{bus.port}"),
        }
        starting.append(asyncio.to_thread(parts.serve, **where, lease_seconds=str(trouble.lease)))
    await asyncio.gather(*starting)
    try:
        yield
    finally:
        await asyncio.to_thread(parts.stop)
        for line in trouble.lines.values():
            await line.close()
