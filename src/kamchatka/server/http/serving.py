"""Runs the web server: logging, listening sockets, resource limits, and the browser on start."""

import asyncio
import gc
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable

import structlog
import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from kamchatka.kernel.problem import Problem
from kamchatka.server import supervision
from kamchatka.server.game_server import GameServer
from kamchatka.server.http.app import build
from kamchatka.server.http.asgi import Application
from kamchatka.server.http.connection_limits import ConnectionLimits
from kamchatka.server.http.gate import Gate, gate
from kamchatka.server.http.logs import Repeats, log_of_loop, set_up_logs
from kamchatka.server.http.outer_app import OuterApp
from kamchatka.server.http.request_watch import RequestWatch
from kamchatka.server.limit_table import LARGEST_MESSAGE
from kamchatka.server.settings import ServerSettings

GRACE = 5  # seconds to finish open requests when the server is stopped
BACKLOG = 256  # pending connections, and how many are accepted at a time
LARGEST_HEADERS = 32_768  # bytes, including the request line
SWITCH = 0.0005  # seconds after which a computing thread yields to others
KEPT_FILES = 200  # files kept for the database, tournaments and bot processes

log = structlog.get_logger()


class RunningServer(uvicorn.Server):
    """uvicorn's server, with connection limits and log summaries."""

    def __init__(self, config: uvicorn.Config, games: GameServer, door: ConnectionLimits, repeats: Repeats) -> None:
        super().__init__(config)
        self.games = games
        self.door = door
        self.repeats = repeats
        self.keeping: list[asyncio.Task[None]] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start serving."""
        asyncio.get_running_loop().set_exception_handler(log_of_loop)
        self.keeping = [supervision.keep("connections", self.door.keep), supervision.keep("repeats", self.repeats.keep)]
        await super().startup(sockets)
        keep_collections_short()
        sys.setswitchinterval(SWITCH)  # everybody waits for the database's thread, which computes very little

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop: hand the tables over first, and log suppressed lines at the end."""
        await self.games.hand_over()
        await super().shutdown(sockets)
        for task in self.keeping:
            task.cancel()
        self.repeats.tell()


def keep_collections_short() -> None:
    """Exclude everything loaded at startup from garbage collection, to keep pauses short.

    Otherwise each full collection takes a tenth of a second. `operations/freed_memory.py` sets how often the others
    run.
    """
    gc.collect()
    gc.freeze()


def serve(settings: ServerSettings, host: str, port: int, is_ready: Callable[[str], None], quiet: bool = False) -> None:
    """Serve until stopped. `is_ready` is called with the address once connections are accepted."""
    repeats = set_up_logs(quiet)
    games, listening, private = GameServer(settings), [_bind(host, port, "--port")], None
    if settings.metrics_port is not None:
        listening.append(_bind(settings.metrics_host, settings.metrics_port, "--metrics-port"))
        private = int(listening[1].getsockname()[1])
    trusted = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1")
    door = door_of(settings, trusted)
    app: Application = OuterApp(build(games), games, private)
    config = uvicorn.Config(
        RequestWatch(ProxyHeadersMiddleware(app, trusted), door),
        http=gate_to(door),
        ws="websockets-sansio",
        log_config=None,
        access_log=False,
        proxy_headers=False,  # `RequestWatch` needs the addresses of the connections
        backlog=BACKLOG,
        h11_max_incomplete_event_size=LARGEST_HEADERS,
        timeout_keep_alive=settings.idle_seconds,
        ws_max_size=2 * LARGEST_MESSAGE,  # up to here the refusal is a sentence
        timeout_graceful_shutdown=GRACE,
        server_header=False,
    )
    server = RunningServer(config, games, door, repeats)

    async def run() -> None:
        await games.open()  # errors are reported before the web server starts
        serving = supervision.child(server.serve(sockets=listening))
        while not server.started and not serving.done():
            await asyncio.sleep(0.02)
        if server.started:
            if private is not None:
                log.info("metrics", address=f"http://{settings.metrics_host}:{private}/metrics")
            is_ready(f"http://{'localhost' if host == '0.0.0.0' else host}:{listening[0].getsockname()[1]}/")
        await serving

    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:  # uses uvloop if it is installed
        runner.run(run())


def door_of(settings: ServerSettings, trusted: str) -> ConnectionLimits:
    """Return the connection limits that the settings and the process's file limit allow."""
    limit = files_allowed(settings.open_in_all + KEPT_FILES)
    in_all = min(settings.open_in_all, limit - KEPT_FILES)
    if in_all < settings.open_in_all:
        log.warning("few files", open_files=limit, connections=in_all)
    return ConnectionLimits(settings, in_all, trusted)


def gate_to(door: ConnectionLimits) -> type[Gate]:
    """Return the class of connections: our limits, and behind them uvicorn's HTTP/1.1."""
    plain = uvicorn.Config(RequestWatch, http="h11", log_config=None)
    plain.load()
    return gate(door, plain.http_protocol_class)


def files_allowed(wanted: int) -> int:
    """Raise the limit on open files up to `wanted` and return it; return `wanted` if there is no limit."""
    try:
        import resource
    except ImportError:  # Windows
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most if soft != resource.RLIM_INFINITY else wanted


def _bind(host: str, port: int, option: str) -> socket.socket:
    """Return a bound socket. Raise a Problem that says why it failed and which option chooses another address."""
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise Problem("server.address", host=host, port=port, strerror=error.strerror, option=option) from None
    return listening


def open_browser(address: str) -> None:
    """Open the page if there is a display, without waiting for the browser."""
    if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
