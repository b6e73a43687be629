"""Requests and sockets between clients and servers: ASGI at the server's end, with delays and broken lines."""

import asyncio
import json
from typing import Any

from tests.simulation.nats import is_cut
from tests.simulation.platform import OUTSIDE, Platform, ServerMachine

Json = dict[str, Any]
PATIENCE = 10.0  # seconds that a client waits for an answer
TICK = 1e-6  # minimum seconds between two messages: timers due at the same moment have no order
NOTICED = 20.0  # seconds until a server notices that a silent client is gone (uvicorn's ping)


class Unreachable(Exception):
    """No response was received; the request may have been executed."""


def scope_of(kind: str, path: str, query: str, token: str, address: str, method: str = "GET") -> Json:
    """Return an ASGI scope."""
    headers = [(b"host", b"play.test"), (b"content-type", b"application/json")]
    if token:
        headers.append((b"authorization", f"Bearer {token}".encode()))
    return {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "scheme": "ws" if kind == "websocket" else "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": headers,
        "client": (address, 1),
        "server": ("play.test", 80),
        "subprotocols": [],
        "extensions": {},
        "state": {},
        **({} if kind == "websocket" else {"method": method}),
    }


class Line:
    """A client's line to one server."""

    def __init__(self, platform: Platform, client: str, server: ServerMachine, token: str, address: str) -> None:
        self.platform = platform
        self.client = client
        self.server = server
        self.token = token
        self.address = address
        self.link = platform.network.link(client, server.name)

    async def request(self, method: str, path: str, body: Json | None = None) -> tuple[int, Any]:
        """Send a request; return status and body. Raise Unreachable without a response."""
        loop, server, link = self.platform.loop, self.server, self.link
        await asyncio.sleep(link.delay())
        if link.is_cut or not server.is_ready or server.app is None or link.happens("request lost"):
            await asyncio.sleep(link.draw(0.01, PATIENCE if link.is_cut else 0.3))
            raise Unreachable
        data = b"" if body is None else json.dumps(body).encode()
        answered: asyncio.Future[tuple[int, bytes]] = loop.create_future()
        scope, app = scope_of("http", path, "lang=en", self.token, self.address, method), server.app

        async def serve() -> None:
            sent: list[Json] = []
            asked = [{"type": "http.request", "body": data, "more_body": False}]

            async def receive() -> Json:
                return asked.pop() if asked else await loop.create_future()

            async def send(message: Json) -> None:
                sent.append(message)

            await app(scope, receive, send)
            whole = b"".join(one.get("body", b"") for one in sent if one["type"] == "http.response.body")
            loop.call_later(link.delay(), _settle, answered, (sent[0]["status"], whole), context=OUTSIDE)

        task = server.answer(serve())
        try:
            async with asyncio.timeout(PATIENCE):
                status, answer = await answered
        except TimeoutError:
            raise Unreachable from None
        finally:
            if not task.done():
                task.cancel()
        if is_cut(link) or link.happens("response lost"):
            await asyncio.sleep(link.draw(0.01, 2.0))
            raise Unreachable
        return status, json.loads(answer) if answer else None


def _settle(done: "asyncio.Future[Any]", value: object) -> None:
    if not done.done():
        done.set_result(value)


class Socket:
    """A WebSocket. `heard` holds the messages received by the client; None is its end."""

    def __init__(self, line: Line, path: str, query: str) -> None:
        self.line = line
        self.loop = line.platform.loop
        line.platform.sockets += 1
        self.number = line.platform.sockets
        self.heard: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.incoming: asyncio.Queue[Json] = asyncio.Queue()  # what the server receives
        self.outbox: Any = None
        self.written: Any = None
        self.arrives = [0.0, 0.0]  # when the latest message arrives at the server and at the client
        self.is_lost = False  # the line is broken, and one end or both don't know
        self.is_ended = False  # for the client
        self.code = 0
        self.scope = scope_of("websocket", path, query, line.token, line.address)
        line.server.sockets.add(self)
        self.incoming.put_nowait({"type": "websocket.connect"})
        assert line.server.app is not None
        self.serving = line.server.answer(self._serve(line.server.app))

    async def _serve(self, app: Any) -> None:
        try:
            await app(self.scope, self.incoming.get, self._send)
        finally:
            self.line.server.sockets.discard(self)

    async def _send(self, message: Json) -> None:
        """Handle a message of the server."""
        kind = message["type"]
        if kind == "kamchatka.line":
            self.outbox, self.written = message["outbox"], message["written"]
            self.outbox.wake = lambda: self.loop.call_soon(self._write_out)
            self._write_out()
        elif kind == "websocket.send":
            self._to_client((message.get("text") or "").encode() or message.get("bytes"))
        elif kind == "websocket.close":
            self.code = message.get("code", 1000)
            self._to_client(None)

    def _write_out(self) -> None:
        waiting = self.outbox.take()
        texts = [text for text in waiting if text is not None]
        for text in texts:
            self._to_client(text)
        if waiting:
            self.written(len(texts), len(texts) < len(waiting))

    def _to_client(self, message: bytes | None) -> None:
        link = self.line.link
        self.is_lost = self.is_lost or link.is_cut or link.happens("line breaks")
        if not self.is_lost:
            self.arrives[1] = max(self.loop.now + link.delay(), self.arrives[1] + TICK)
            self.loop.call_at(self.arrives[1], self._arrive, message, context=OUTSIDE)
        elif self.serving is not None:
            self.loop.call_later(NOTICED, self._leave, context=OUTSIDE)

    def _arrive(self, message: bytes | None) -> None:
        if not self.is_ended and not (self.is_lost and self.line.link.is_cut):
            self.is_ended = message is None
            self.heard.put_nowait(message)

    # -------------------------------------------------------------- the client's end
    def say(self, message: Json) -> None:
        """Send a message."""
        link = self.line.link
        self.is_lost = self.is_lost or link.is_cut or link.happens("line breaks")
        if not self.is_lost:
            self.arrives[0] = max(self.loop.now + link.delay(), self.arrives[0] + TICK)
            event = {"type": "websocket.receive", "text": json.dumps(message)}
            self.loop.call_at(self.arrives[0], self.incoming.put_nowait, event, context=OUTSIDE)

    def close(self) -> None:
        """Leave; the server is told unless the line is broken."""
        self.is_ended = True
        wait = NOTICED if self.is_lost else self.line.link.delay()
        self.loop.call_later(wait, self._leave, context=OUTSIDE)

    def _leave(self) -> None:
        self.incoming.put_nowait({"type": "websocket.disconnect", "code": 1001})

    # -------------------------------------------------------------- the server's end
    def broken(self) -> None:
        """Break the line, because the server's process is dead."""
        self.loop.call_later(self.line.link.delay(), self._arrive, None, context=OUTSIDE)

    def server_leaves(self) -> None:
        """Close the socket, because the server stops."""
        self.code = 1012
        self._to_client(None)
        self._leave()


def connect(line: Line, path: str, query: str) -> Socket | None:
    """Open a socket; None if the server can't be reached."""
    if line.link.is_cut or not line.server.is_ready or line.link.happens("request lost"):
        return None
    return Socket(line, path, query)
