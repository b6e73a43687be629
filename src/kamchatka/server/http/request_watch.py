"""Tells the door what each connection is waited for: the outermost ASGI layer, which sees the addresses of proxies."""

from kamchatka.server.http.asgi import Application, Message, Receive, Scope, Send
from kamchatka.server.http.connection_limits import ConnectionLimits, Visitor

LENGTH, CHUNKED = b"content-length", b"transfer-encoding"


class RequestWatch:
    """An application whose requests are watched from the door."""

    def __init__(self, app: Application, door: ConnectionLimits) -> None:
        self.app = app
        self.door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle an ASGI connection."""
        visitor = self.door.find(scope.get("client"), scope.get("server"))
        if visitor is None or scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            visitor.stay()
            visitor.wait_for("open")
            await self.app(scope, _reading_messages(visitor, receive), send)
        else:
            visitor.wait_for("body" if has_body(scope) else "serving")
            await self.app(scope, _reading_body(visitor, receive), _responding(visitor, send))


def has_body(scope: Scope) -> bool:
    """Whether a request announces a body."""
    return any(name == CHUNKED or (name == LENGTH and value != b"0") for name, value in scope["headers"])


def _reading_messages(visitor: Visitor, receive: Receive) -> Receive:
    """Count the bytes of a WebSocket anew after each complete message."""

    async def hear() -> Message:
        message: Message = await receive()
        visitor.unread = 0
        return message

    return hear


def _reading_body(visitor: Visitor, receive: Receive) -> Receive:
    """End the timeout of a body when all of it is there."""

    async def hear() -> Message:
        message: Message = await receive()
        if not message.get("more_body", False) and visitor.awaited == "body":
            visitor.wait_for("serving")
        return message

    return hear


def _responding(visitor: Visitor, send: Send) -> Send:
    """Note the end of a response before it is sent, because the next request may begin while it is."""

    async def say(message: Message) -> None:
        if message["type"] == "http.response.body" and not message.get("more_body", False):
            visitor.wait_for("rest" if visitor.awaited == "body" else "idle")
        await send(message)

    return say
