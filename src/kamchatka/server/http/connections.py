"""Connection limits and timeouts that apply before any request is read.

uvicorn waits for requests without a limit, and accepts connections until the process runs out of files. Here every
connection is listed with what it is waited for, and once a second those that exceed their timeout are closed. The
number of connections is limited per network, and in total by the process's files, less some that the server needs. At
the total limit, the connection that has been silent longest is closed.
"""

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, cast

import h11
import structlog
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import OPEN

from kamchatka.server.clock import monotonic
from kamchatka.server.faults import Fault
from kamchatka.server.http.guard import refusal
from kamchatka.server.http.site import HEADERS
from kamchatka.server.limit_table import PING
from kamchatka.server.limits import NetworkCounts, TokenBucket
from kamchatka.server.presentation.outbox import Outbox
from kamchatka.texts import ENGLISH

LOOK_EVERY = 1.0  # seconds between two checks
CLOSING = 10.0  # seconds to send remaining data on a closing connection
MOST_FRAGMENTS = 64  # fragments per message
MOST_UNREAD = 4  # unread messages; reading pauses until the application takes them
LINE = "kamchatka.line"  # our own ASGI message: from here on the connection empties an outbox as it fills
KEY = re.compile(rb"[A-Za-z0-9+/]{22}==")
PHRASES = {400: "Bad Request", 408: "Request Timeout", 429: "Too Many Requests", 503: "Service Unavailable"}

log = structlog.get_logger()


@dataclass(eq=False)
class Visitor:
    """A connection: its address, what it is waited for ("" for nothing), and since when."""

    transport: asyncio.Transport
    address: str
    awaited: str = "headers"
    since: float = 0.0


class Door:
    """The open connections.

    `patience` maps each awaited thing (headers, body, reading, closing) to its timeout in seconds.
    """

    def __init__(self, per_network: int, in_all: int, patience: dict[str, float], trusted: str) -> None:
        self.in_all = in_all
        self.patience = {**patience, "closing": CLOSING}
        self.trusted = ProxyHeadersMiddleware(_nothing, trusted).trusted_hosts
        self.inside: dict[asyncio.Transport, Visitor] = {}  # in order of arrival
        self.open = NetworkCounts(per_network)

    def enter(self, transport: asyncio.Transport) -> bool:
        """Register a connection. Return False if it was refused, after sending the reason."""
        remote = get_remote_addr(transport)
        address = remote[0] if remote else ""
        if address not in self.trusted and not self.open.has_room(address):
            return self._turn_away(transport, address, Fault("too_many"))
        if len(self.inside) >= self.in_all and not self._make_room():
            return self._turn_away(transport, address, Fault("busy", "connections_full"))
        self.inside[transport] = Visitor(transport, address, since=monotonic())
        self.open.add(address)
        return True

    def leave(self, transport: asyncio.Transport) -> None:
        """Remove a closed connection."""
        visitor = self.inside.pop(transport, None)
        if visitor is not None:
            self.open.remove(visitor.address)

    def wait_for(self, transport: asyncio.Transport, what: str) -> None:
        """Set what the connection is waited for. The timeout restarts only if that changes."""
        visitor = self.inside.get(transport)
        if visitor is not None and visitor.awaited != what:
            visitor.awaited, visitor.since = what, monotonic()

    async def keep(self) -> None:
        """Close overdue connections, as long as the server runs."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            self.look(monotonic())

    def look(self, now: float) -> None:
        """Check all connections once."""
        for visitor in list(self.inside.values()):
            if visitor.transport.is_closing():
                self.wait_for(visitor.transport, "closing")
            if now - visitor.since > self.patience.get(visitor.awaited, float("inf")):
                self._show_out(visitor)

    def _show_out(self, visitor: Visitor) -> None:
        if visitor.awaited in ("headers", "body"):
            answer(visitor.transport, Fault("too_late"))
            self.wait_for(visitor.transport, "closing")
        else:
            visitor.transport.abort()
            self.leave(visitor.transport)
        log.info("connection ended", code=visitor.awaited, address=visitor.address)

    def _make_room(self) -> bool:
        """Close the connection that has waited longest for its headers, if there is one."""
        silent = next((one for one in self.inside.values() if one.awaited in ("headers", "closing")), None)
        if silent is not None:
            silent.transport.abort()
            self.leave(silent.transport)
        return silent is not None

    def _turn_away(self, transport: asyncio.Transport, address: str, fault: Fault) -> bool:
        log.warning("connection refused", code=fault.code, address=address, open=len(self.inside))
        answer(transport, fault)
        return False


async def _nothing(*given: object) -> None:
    """Dummy application for uvicorn's parser of FORWARDED_ALLOW_IPS, which requires one."""


def answer(transport: asyncio.Transport, fault: Fault) -> None:
    """Send an error before any request was read, and close. It is in English, as the client's language is unknown."""
    body = refusal(fault, ENGLISH)
    known = {**HEADERS, "content-type": "application/json", "content-length": str(len(body)), "connection": "close"}
    lines = [f"HTTP/1.1 {fault.status} {PHRASES[fault.status]}", *(f"{name}: {known[name]}" for name in known)]
    transport.write("\r\n".join([*lines, "", ""]).encode() + body)
    transport.close()


class HttpConnection(H11Protocol):
    """An HTTP connection with limits and timeouts."""

    door: ClassVar[Door]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Register the connection."""
        super().connection_made(transport)
        self.door.enter(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Unregister the connection, and stop uvicorn's keep-alive timer even if the connection broke."""
        self.door.leave(self.transport)
        super().connection_lost(exc)
        self._unset_keepalive_if_required()

    def data_received(self, data: bytes) -> None:
        """Handle data, and update what the connection is waited for."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self.transport.get_protocol() is self:
            self.door.wait_for(self.transport, self._awaited())

    def on_response_complete(self) -> None:
        """Update what the connection is waited for. uvicorn limits the time until the next request."""
        super().on_response_complete()
        self.door.wait_for(self.transport, self._awaited())

    def _awaited(self) -> str:
        """Return what the request still lacks, or "" between requests."""
        if self.conn.their_state is h11.SEND_BODY:
            return "body"
        begun = self.conn.their_state is h11.IDLE and bool(self.conn.trailing_data[0])
        return "headers" if begun or self.cycle is None else ""

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Switch to a WebSocket if the handshake is valid."""
        said = dict(self.headers)
        shakes = said.get(b"sec-websocket-version") == b"13" and KEY.fullmatch(said.get(b"sec-websocket-key", b""))
        if event.method != b"GET" or not shakes:
            answer(self.transport, Fault("malformed", "no_request"))
            return
        self.door.wait_for(self.transport, "")
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Answer data that is not HTTP."""
        answer(self.transport, Fault("malformed", "no_request"))

    def pause_writing(self) -> None:
        """Start the reading timeout: the client does not read what it is sent."""
        super().pause_writing()
        self.door.wait_for(self.transport, "reading")

    def resume_writing(self) -> None:
        """End the reading timeout."""
        super().resume_writing()
        self.door.wait_for(self.transport, self._awaited())


class SocketConnection(WebSocketsSansIOProtocol):
    """A WebSocket with limits and timeouts.

    If the client neither reads nor answers pings, it is dropped with its outbox.
    """

    door: ClassVar[Door]
    pings: TokenBucket
    heard_at = 0.0  # loop time of the last data received
    outbox: Outbox | None = None
    written: Callable[[int, bool], None]  # called with the number of messages sent, and whether they were the last

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over a connection that was HTTP before."""
        super().connection_made(transport)
        self.pings = TokenBucket(PING.count / PING.seconds, PING.burst)

    def connection_lost(self, exc: Exception | None) -> None:
        """Unregister the connection."""
        self.door.leave(self.transport)
        super().connection_lost(exc)

    async def send(self, message: Any) -> None:
        """Send an ASGI message. Complete a handshake that the application has refused, which uvicorn does not do."""
        if message["type"] == LINE:
            self.outbox, self.written = message["outbox"], message["written"]
            self.outbox.wake = self._wake
            self._write_out()
            return
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True

    def _wake(self) -> None:
        """Schedule writing at the end of this turn of the event loop, together with messages that arrive until then."""
        self.loop.call_soon(self._write_out)

    def _write_out(self) -> None:
        """Write all pending messages in one piece, because a system call costs more than its data.

        Nothing is written while the connection is congested. No task is woken for this. Messages after the end of a
        socket are dropped.
        """
        if self.outbox is None or not self.writable.is_set():
            return
        waiting = self.outbox.take()
        if self.disconnected or self.close_sent or self.conn.state is not OPEN or not waiting:
            return
        texts = [text for text in waiting if text is not None]
        if self.conn.extensions:  # compressed
            for text in texts:
                self.conn.send_text(text)
            self.transport.write(b"".join(self.conn.data_to_send()))
        elif texts:
            self.transport.write(b"".join([part for text in texts for part in (frame_head(len(text)), text)]))
        self.written(len(texts), len(texts) < len(waiting))

    def handle_ping(self) -> None:
        """Answer a ping, up to the rate limit."""
        if self.pings.take():
            super().handle_ping()
        else:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        """Accept fragmented messages up to a limit, because empty fragments cost the sender nothing."""
        if len(self.frames) >= MOST_FRAGMENTS:
            self.transport.abort()
        else:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Pass a complete message on. Invalid UTF-8 ends the connection.

        Unlike uvicorn, don't pause reading after each message, which costs two system calls.
        """
        data, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        try:
            said = {"text": data.decode()} if self.curr_msg_data_type == "text" else {"bytes": data}
        except UnicodeDecodeError:
            self.conn.send_close(1007)
            self.handle_parser_exception()
            return
        self.queue.put_nowait(cast(Any, {"type": "websocket.receive", **said}))
        if self.queue.qsize() >= MOST_UNREAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def data_received(self, data: bytes) -> None:
        """Handle received data."""
        self.heard_at = self.loop.time()
        super().data_received(data)

    def send_keepalive_ping(self) -> None:
        """Send a ping only if the client has been silent."""
        silent = self.loop.time() - self.heard_at
        if self.ping_interval is not None and silent < self.ping_interval:
            self.ping_timer = self.loop.call_later(self.ping_interval - silent, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def keepalive_timeout(self) -> None:
        """Drop the connection and its unsent data: the ping was not answered."""
        super().keepalive_timeout()
        self.transport.abort()

    def pause_writing(self) -> None:
        """Start the reading timeout: the client does not read what it is sent."""
        super().pause_writing()
        self.door.wait_for(self.transport, "reading")

    def resume_writing(self) -> None:
        """End the reading timeout and write what is pending."""
        super().resume_writing()
        self.door.wait_for(self.transport, "")
        self._write_out()


def frame_head(size: int) -> bytes:
    """Return the header of a whole, unmasked and uncompressed text frame of `size` bytes (RFC 6455, 5.2).

    >>> frame_head(5).hex(), frame_head(300).hex(), frame_head(65536).hex()
    ('8105', '817e012c', '817f0000000000010000')
    """
    if size < 126:
        return bytes((0x81, size))
    return b"\x81\x7e" + size.to_bytes(2) if size < 1 << 16 else b"\x81\x7f" + size.to_bytes(8)
