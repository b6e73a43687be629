"""Answers are sent compressed; large ones are compressed in a thread, where zlib holds nobody up."""

import asyncio
import gzip
from typing import Any

from litestar import Request, Response
from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

LEAST = 1000  # bytes worth compressing
LARGE = 16_384  # bytes that take a millisecond
LEVEL = 5  # three times as fast as 9, and hardly larger
TOGETHER = "accept-encoding"

Asked = Request[Any, Any, Any]


def takes_gzip(headers: Headers) -> bool:
    """Whether a client reads compressed answers."""
    return "gzip" in headers.get(TOGETHER, "")


def pack(data: bytes) -> bytes:
    """Compressed, the same bytes every time."""
    return gzip.compress(data, LEVEL, mtime=0)


async def packed_answer(request: Asked, packed: bytes, media: str = "application/json") -> Response[bytes]:
    """An answer that was compressed before, as the client can read it."""
    if takes_gzip(request.headers):
        return Response(packed, media_type=media, headers={"content-encoding": "gzip", "vary": TOGETHER})
    return Response(await asyncio.to_thread(gzip.decompress, packed), media_type=media, headers={"vary": TOGETHER})


class Compression(ASGIMiddleware):
    """Around all handlers; what is compressed already, or comes in pieces, is left as it is."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """One request."""
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
    headers = Headers(start.get("headers", []))  # type: ignore[arg-type]
    whole = not body.get("more_body") and len(body.get("body", b"")) >= LEAST  # type: ignore[arg-type]
    return whole and "content-encoding" not in headers


async def _compress(start: Message, body: Message) -> None:
    data: bytes = body["body"]  # type: ignore[typeddict-item]
    packed = pack(data) if len(data) < LARGE else await asyncio.to_thread(pack, data)
    body["body"] = packed  # type: ignore[typeddict-unknown-key]
    headers = MutableScopeHeaders(start)  # type: ignore[arg-type]
    headers["content-encoding"] = "gzip"
    headers["content-length"] = str(len(packed))
    headers.extend_header_value("vary", "Accept-Encoding")
