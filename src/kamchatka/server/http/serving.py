"""Runs the server: the embedded database beside it, structured logs, the address printed, the browser opened."""

import asyncio
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable

import structlog
import uvicorn

from kamchatka.kernel.problem import Problem
from kamchatka.server.game_server import GameServer
from kamchatka.server.http.app import build
from kamchatka.server.http.outer_app import OuterApp
from kamchatka.server.http.sockets import LARGEST
from kamchatka.server.settings import ServerSettings

GRACE = 5  # seconds for open requests when the server is told to stop

log = structlog.get_logger()


def set_up_logs(quiet: bool) -> None:
    """One line of JSON an event on stderr; passwords, cookies and tokens are never handed to a log."""
    level = logging.WARNING if quiet else logging.INFO
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def serve(settings: ServerSettings, host: str, port: int, is_ready: Callable[[str], None], quiet: bool = False) -> None:
    """Serve until told to stop. `is_ready` is told the address once the doors are open."""
    set_up_logs(quiet)
    games, listening, private = GameServer(settings), [_bound(host, port, "--port")], None
    if settings.metrics_port is not None:
        listening.append(_bound(settings.metrics_host, settings.metrics_port, "--metrics-port"))
        private = int(listening[1].getsockname()[1])
    config = uvicorn.Config(
        OuterApp(build(games), games.metrics, private),
        log_level="error",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=16 * LARGEST,
        ws_max_queue=16,
        timeout_graceful_shutdown=GRACE,
        server_header=False,
    )
    server = uvicorn.Server(config)

    async def run() -> None:
        await games.open()  # what hinders it is a sentence, before the web server begins
        serving = asyncio.create_task(server.serve(sockets=listening))
        while not server.started and not serving.done():
            await asyncio.sleep(0.02)
        if server.started:
            if private is not None:
                log.info("metrics", address=f"http://{settings.metrics_host}:{private}/metrics")
            is_ready(f"http://{'localhost' if host == '0.0.0.0' else host}:{listening[0].getsockname()[1]}/")
        await serving

    asyncio.run(run())


def _bound(host: str, port: int, option: str) -> socket.socket:
    """A socket at the address, or a Problem that says why there is none and which option chooses another."""
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise Problem("server.address", host=host, port=port, strerror=error.strerror, option=option) from None
    return listening


def open_browser(address: str) -> None:
    """Show the page, where there is a screen to show it on; never wait for the browser."""
    if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
