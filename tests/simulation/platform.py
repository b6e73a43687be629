"""Servers and thinkers of a simulated platform: processes that can be killed, paused, stopped and started again."""

import asyncio
import warnings
from collections import Counter
from collections.abc import Coroutine
from contextvars import Context, copy_context
from random import Random
from typing import Any

from litestar import Litestar

from kamchatka.server import clock, randomness
from kamchatka.server.bots.thinker_service import ThinkerService
from kamchatka.server.cluster.joining import thinkers_bus
from kamchatka.server.game_server import GameServer
from kamchatka.server.http.app import build
from kamchatka.server.http.asgi import Application
from kamchatka.server.http.live_sockets import LiveSockets
from kamchatka.server.http.outer_app import OuterApp
from kamchatka.server.settings import ServerSettings
from tests.simulation.database import SimulatedDatabase
from tests.simulation.loop import Process, SimulatedLoop, current
from tests.simulation.nats import Hub
from tests.simulation.network import Network
from tests.simulation.ports import BEGINNING, ProcessClock
from tests.simulation.trace import Trace

RESTART = (0.3, 3.0)  # seconds until a service manager restarts a process
GRACE = 5.0  # seconds for open sockets when a server stops
SETTINGS = ServerSettings(
    database="postgresql+asyncpg://simulated/platform",
    bus="nats://simulated",
    bus_secret="of the simulation only",
    lease_seconds=6.0,
    entries_per_game=400,
    idle_minutes=0.5,
    open_per_address=10_000,
    connections_per_address=10_000,
)


class Machine:
    """A named place that runs one process after another."""

    def __init__(self, platform: "Platform", name: str) -> None:
        self.platform = platform
        self.name = name
        self.process = Process(name)
        self.context: Context = copy_context()
        self.clock = ProcessClock(platform.loop, 0.0, 1.0)
        self.starts = 0
        self.is_wanted = False  # whether a service manager keeps the process running
        self.is_stopping = False
        self.sockets: set[Any] = set()  # open connections of clients

    def start(self) -> None:
        """Start a process."""
        platform, self.is_wanted, self.is_stopping = self.platform, True, False
        self.starts += 1
        self.process = Process(self.name, self.starts)
        platform.processes.append(self.process)
        luck = Random(f"{platform.seed} {self.name} {self.starts}")
        self.clock.rate = 1.0 + luck.uniform(-2e-4, 2e-4)
        self.context = copy_context()
        for variable, value in ((current.set, self.process), (clock.use, self.clock), (randomness.use, luck)):
            self.context.run(variable, value)  # type: ignore[arg-type]
        platform.trace.note(self.name, "starts")
        self.run(self._life())

    def run(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run something in the process."""
        return self.platform.loop.create_task(work, context=self.context)

    async def _life(self) -> None:
        process = self.process
        try:
            await self.open()
        except Exception as error:
            self.platform.trace.note(self.name, f"does not start: {type(error).__name__} {str(error)[:80]}")
            self.platform.outside(self._gone, process)
            return
        self.platform.trace.note(self.name, "is ready")

    def _gone(self, process: Process) -> None:
        if self.process is process:
            self.kill("exits")

    def kill(self, why: str = "is killed") -> None:
        """End the process at once, and let the service manager start another."""
        if self.process.is_dead:
            return
        self.platform.trace.note(self.name, why)
        self.process.kill()
        self.forget()
        self.platform.hub.forget(self.process)
        for socket in sorted(self.sockets, key=lambda one: one.number):
            socket.broken()
        self.sockets.clear()
        if self.is_wanted:
            self.platform.loop.call_later(self.platform.luck.uniform(*RESTART), self._restart, context=OUTSIDE)

    def _restart(self) -> None:
        if self.is_wanted and self.process.is_dead:
            self.start()

    @property
    def is_ready(self) -> bool:
        """Return whether clients can connect."""
        return False

    async def open(self) -> None:
        """Start serving."""
        raise NotImplementedError

    def forget(self) -> None:
        """Drop the objects of a dead process."""


OUTSIDE = copy_context()
_apps: dict[str, Litestar] = {}  # by machine: building one takes longer than most simulations


class ServerMachine(Machine):
    """A game server."""

    games: GameServer | None = None
    app: Application | None = None

    def __init__(self, platform: "Platform", name: str) -> None:
        super().__init__(platform, name)
        self.open_requests: dict[asyncio.Task[None], None] = {}  # and sockets, in the order in which they began

    def answer(self, request: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Answer a request or serve a socket, in the process."""
        task = self.platform.loop.create_task(request, context=self.context.copy())
        self.open_requests[task] = None
        task.add_done_callback(lambda done: self.open_requests.pop(done, None))
        return task

    async def open(self) -> None:
        """Start serving."""
        games = GameServer(SETTINGS)
        await games.open()
        if self.name not in _apps:
            with warnings.catch_warnings():  # pytest turns those of Litestar into errors
                warnings.simplefilter("ignore")
                _apps[self.name] = build(games)
        app = _apps[self.name]
        app.state.server, app.state.live_sockets = games, LiveSockets()
        games.platform.news.session_ended = app.state.live_sockets.end
        self.games, self.app = games, OuterApp(app, games)

    def forget(self) -> None:
        """Drop the objects of a dead process."""
        self.games = self.app = None
        self.open_requests.clear()

    @property
    def is_ready(self) -> bool:
        """Return whether clients can connect."""
        return self.app is not None and not self.process.is_dead and not self.is_stopping

    def stop(self) -> None:
        """Stop cleanly, as for an upgrade; the service manager starts the next version."""
        if self.is_ready and not self.process.is_paused:
            self.is_stopping = True
            self.platform.trace.note(self.name, "stops")
            self.run(self._stop(self.process))

    async def _stop(self, process: Process) -> None:
        games = self.games
        assert games is not None
        await games.hand_over()
        for socket in sorted(self.sockets, key=lambda one: one.number):
            socket.server_leaves()
        await asyncio.sleep(GRACE if self.sockets else 0.01)
        for request in list(self.open_requests):  # as uvicorn does
            request.cancel()
        await games.close()
        self.platform.outside(self._closed, process)

    def _closed(self, process: Process) -> None:
        if self.process is process and not process.is_dead:
            left = [described(task) for task in process.tasks if not task.done() and task.get_name() != "nats"]
            self.platform.left_behind += [f"{self.name} left {task}" for task in left[1:]]  # the first one stops it
            self.kill("has stopped")


class ThinkerMachine(Machine):
    """A process that computes bot decisions."""

    service: ThinkerService | None = None

    async def open(self) -> None:
        """Start answering."""
        self.service = ThinkerService(thinkers_bus(SETTINGS), SETTINGS, 2)
        await self.service.open()

    def forget(self) -> None:
        """Drop the objects of a dead process."""
        self.service = None


def described(task: asyncio.Task[Any]) -> str:
    """Name a task and the coroutine that it runs."""
    coroutine = task.get_coro()
    return f"{task.get_name()} ({getattr(coroutine, '__qualname__', coroutine)})"


class Platform:
    """All machines, the bus and the database."""

    def __init__(self, seed: int, loop: SimulatedLoop, trace: Trace, servers: int, thinkers: int) -> None:
        self.seed = seed
        self.loop = loop
        self.trace = trace
        self.luck = Random(f"{seed} platform")
        self.network = Network(seed)
        self.database_ahead = 0.0  # seconds by which the database's clock is wrong
        self.database = SimulatedDatabase(self.network, lambda: BEGINNING + loop.now + self.database_ahead)
        self.hub = Hub(self.network)
        self.processes: list[Process] = []
        loop.at_end.append(self._close)
        self.faults: Counter[str] = Counter()  # faults inflicted so far, by kind
        self.left_behind: list[str] = []
        self.sockets = 0  # opened so far
        self.servers = [ServerMachine(self, f"server {letter}") for letter in "ABCDE"[:servers]]
        self.thinkers = [ThinkerMachine(self, f"thinker {number}") for number in range(1, thinkers + 1)]

    @property
    def machines(self) -> list[Machine]:
        """Return all machines."""
        return [*self.servers, *self.thinkers]

    def outside(self, work: Any, *args: Any) -> None:
        """Call something outside of any process."""
        self.loop.call_soon(work, *args, context=OUTSIDE)

    def _close(self) -> None:
        """Free everything."""
        for process in self.processes:
            process.kill()
            process.bury()
        self.database.close()
