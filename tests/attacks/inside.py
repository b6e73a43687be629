"""A server within the test's own process. Requests are ASGI calls, so thousands need no sockets and no waiting."""

import asyncio
import json
import warnings
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from litestar.exceptions import LitestarDeprecationWarning

from kamchatka.server.game_server import GameServer
from kamchatka.server.http.app import build
from kamchatka.server.http.outer_app import OuterApp
from kamchatka.server.settings import ServerSettings
from tests.server.databases import chosen
from tests.server.virtual_time import VirtualTime

Json = dict[str, Any]


@dataclass
class Answer:
    """The response of an ASGI application."""

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    template: str = ""  # of the matched route

    @property
    def json(self) -> Any:
        """Return the body as data."""
        return json.loads(self.body)


class Inside:
    """A running server, and requests to it."""

    def __init__(self, server: GameServer) -> None:
        self.server = server
        self.time = VirtualTime()  # of the limits
        server.limits.clock = self.time
        with warnings.catch_warnings():  # of routes that name their body `data`
            warnings.simplefilter("ignore", LitestarDeprecationWarning)
            self.litestar = build(server)
        self.app = OuterApp(self.litestar, server)

    async def ask(
        self,
        method: str,
        path: str,
        body: object = None,
        headers: Mapping[str, str] = {},
        address: str = "192.0.2.1",
        scheme: str = "http",
    ) -> Answer:
        """Send one request, its path exactly as it is given."""
        sent = [(b"host", b"test"), *((name.lower().encode(), value.encode()) for name, value in headers.items())]
        data = b"" if body is None else json.dumps(body).encode()
        raw, _, query = path.partition("?")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": scheme,
            "path": unquote(raw),
            "raw_path": raw.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [*sent, (b"content-type", b"application/json")] if data else sent,
            "client": (address, 1),
            "server": ("test", 80),
        }
        return await _call(self.app, scope, data)


async def _call(app: OuterApp, scope: Json, data: bytes) -> Answer:
    """Run the application for one request."""
    answer, waiting = Answer(), [{"type": "http.request", "body": data, "more_body": False}]

    async def receive() -> Json:
        if not waiting:
            await asyncio.Event().wait()  # the client stays connected
        return waiting.pop()

    async def send(message: Json) -> None:
        if message["type"] == "http.response.start":
            answer.status = message["status"]
            for name, value in message["headers"]:
                answer.headers[name.decode().lower()] = value.decode()
                if name.lower() == b"set-cookie":
                    key, _, cookie = value.decode().partition(";")[0].partition("=")
                    answer.cookies[key] = cookie
        else:
            answer.body += message.get("body", b"")

    await app(scope, receive, send)
    answer.template = str(scope.get("path_template") or "")
    return answer


@asynccontextmanager
async def running_inside(folder: Path, **settings: Any) -> AsyncIterator[Inside]:
    """Run a server in this process for as long as the block lasts. Its limits are in virtual time."""
    known = {"bot_seconds": 0.0, "events": str(folder / "events"), **settings}
    server = GameServer(ServerSettings(database=chosen.url(folder / "games.db"), **known))
    inside = Inside(server)
    async with inside.litestar.lifespan():
        yield inside
