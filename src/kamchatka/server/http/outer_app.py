"""The outermost ASGI application: serves HEAD like GET, counts requests, and reserves a port for Prometheus."""

from prometheus_client import make_asgi_app

from kamchatka.server.clock import monotonic
from kamchatka.server.game_server import GameServer
from kamchatka.server.http.asgi import Application, Message, Receive, Scope, Send
from kamchatka.server.http.guard import Guard

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


class OuterApp:
    """Wraps an application. `private` is the port that serves metrics and nothing else."""

    def __init__(self, app: Application, server: GameServer, private: int | None = None) -> None:
        self.app = Guard(app, server)
        self.metrics = server.metrics
        self.private = private
        self.figures: Application = make_asgi_app(server.metrics.registry)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle an ASGI connection."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif self.private is not None and _port(scope) == self.private:
            await self._private(scope, receive, send)
        elif scope["type"] == "http":
            await self._handle_and_count(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _private(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] == "/metrics":
            await self.figures(scope, receive, send)
        elif scope["type"] == "http":
            await send({"type": "http.response.start", "status": 404, "headers": []})
            await send({"type": "http.response.body", "body": b""})
        else:
            await send({"type": "websocket.close"})

    async def _handle_and_count(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle and count one request. For HEAD, uvicorn sends the headers only."""
        asked = {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope
        begun, status = monotonic(), 500

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(asked, receive, sending)
        finally:
            method = scope["method"] if scope["method"] in METHODS else "other"
            self.metrics.requests.labels(method, asked.get("path_template") or "none", str(status)).inc()
            self.metrics.answered.observe(monotonic() - begun)


def _port(scope: Scope) -> int | None:
    """Return the local port of the connection."""
    server = scope.get("server")
    return server[1] if server else None
