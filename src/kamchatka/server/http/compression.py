"""Response compression. Large bodies are compressed in a thread, so that zlib doesn't block the event loop."""

import asyncio
import gzip

from litestar import Response
from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from kamchatka.server.http.access.asked import Asked

LEAST = 1000  # minimum size in bytes for compression
LARGE = 16_384  # bytes that take about a millisecond to compress
LEVEL = 5  # three times as fast as 9, and hardly larger
TOGETHER = "accept-encoding"


def takes_gzip(headers: Headers) -> bool:
    """Return whether a client accepts gzip."""
    return "gzip" in headers.get(TOGETHER, "")


def pack(data: bytes) -> bytes:
    """Compress data deterministically."""
    return gzip.compress(data, LEVEL, mtime=0)


async def send_compressed(request: Asked, packed: bytes, media: str = "application/json") -> Response[bytes]:
    """Send data that is compressed already, unpacked for clients without gzip."""
    if takes_gzip(request.headers):
        return Response(packed, media_type=media, headers={"content-encoding": "gzip", "vary": TOGETHER})
    return Response(await asyncio.to_thread(gzip.decompress, packed), media_type=media, headers={"vary": TOGETHER})


class Compression(ASGIMiddleware):
    """Compresses responses of all handlers. Streams and compressed bodies pass unchanged."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Handle one request."""
        if not takes_gzip(Headers.from_scope(scope)):
            await next_app(scope, receive, send)
            return
        start: Message | None = None

        async def sending(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
            elif message["type"] == "http.response.body" and start is not None:
                begun, start = start, None
                if _is_worth_it(begun, message):
                    await _compress(begun, message)
                await send(begun)
                await send(message)
            else:
                await send(message)

        await next_app(scope, receive, sending)


def _is_worth_it(start: Message, body: Message) -> bool:
    headers = Headers(start.get("headers", []))  # type: ignore[arg-type]  # its kind is known
    whole = not body.get("more_body") and len(body.get("body", b"")) >= LEAST  # type: ignore[arg-type]  # its kind is known
    return whole and "content-encoding" not in headers


async def _compress(start: Message, body: Message) -> None:
    data: bytes = body["body"]  # type: ignore[typeddict-item]  # its kind is known
    packed = pack(data) if len(data) < LARGE else await asyncio.to_thread(pack, data)
    body["body"] = packed  # type: ignore[typeddict-unknown-key]  # its kind is known
    headers = MutableScopeHeaders(start)  # type: ignore[arg-type]  # its kind is known
    headers["content-encoding"] = "gzip"
    headers["content-length"] = str(len(packed))
    headers.extend_header_value("vary", "Accept-Encoding")
