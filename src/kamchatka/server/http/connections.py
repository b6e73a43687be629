"""Connections as such, before anybody has said a word: how many there may be, and how long they may take.

uvicorn waits for ever for a request that does not come, and takes connections until the process has no file left.
Here every connection is on a list with what it is waited for; once a second whoever takes too long is shown out. An
address may hold so many; all together as many as the process has files for, less some that the server needs itself.
When that is reached, the one that has been silent longest makes room.
"""

import asyncio
import re
import time
from collections import Counter
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

from kamchatka.server.faults import Fault
from kamchatka.server.http.guard import refusal
from kamchatka.server.http.site import HEADERS
from kamchatka.server.limits import TokenBucket
from kamchatka.server.presentation.outbox import Outbox
from kamchatka.texts import ENGLISH

LOOK_EVERY = 1.0  # seconds
CLOSING = 10.0  # seconds for what is still to be sent to somebody who is leaving
MOST_FRAGMENTS = 64  # of one message
CONTROL_FRAMES = (5.0, 50.0)  # pings of a client: a second, and at once
MOST_UNREAD = 4  # messages that nobody has taken yet: until then no more are read
LINE = "kamchatka.line"  # a word of ours beside those of ASGI: from here on an outbox is emptied as it fills
KEY = re.compile(rb"[A-Za-z0-9+/]{22}==")
PHRASES = {400: "Bad Request", 408: "Request Timeout", 429: "Too Many Requests", 503: "Service Unavailable"}

log = structlog.get_logger()


@dataclass(eq=False)
class Visitor:
    """A connection: from where, what it is waited for ("" for nothing), and since when."""

    transport: asyncio.Transport
    address: str
    awaited: str = "headers"
    since: float = 0.0


class Door:
    """Who is inside. `patience` says how many seconds each thing may take: headers, body, reading, closing."""

    def __init__(self, per_address: int, in_all: int, patience: dict[str, float], trusted: str) -> None:
        self.per_address = per_address
        self.in_all = in_all
        self.patience = {**patience, "closing": CLOSING}
        self.trusted = ProxyHeadersMiddleware(_nothing, trusted).trusted_hosts
        self.inside: dict[asyncio.Transport, Visitor] = {}  # in the order in which they came
        self.from_address: Counter[str] = Counter()

    def enter(self, transport: asyncio.Transport) -> bool:
        """Whether one more may come in; who may not has been told."""
        remote = get_remote_addr(transport)
        address = remote[0] if remote else ""
        if address not in self.trusted and self.from_address[address] >= self.per_address:
            return self._turn_away(transport, address, Fault("too_many"))
        if len(self.inside) >= self.in_all and not self._make_room():
            return self._turn_away(transport, address, Fault("busy", "connections_full"))
        self.inside[transport] = Visitor(transport, address, since=time.monotonic())
        self.from_address[address] += 1
        return True

    def leave(self, transport: asyncio.Transport) -> None:
        """A connection is gone."""
        visitor = self.inside.pop(transport, None)
        if visitor is not None:
            self.from_address[visitor.address] -= 1
            if not self.from_address[visitor.address]:
                del self.from_address[visitor.address]

    def wait_for(self, transport: asyncio.Transport, what: str) -> None:
        """From now on this is awaited; time runs on while it stays the same."""
        visitor = self.inside.get(transport)
        if visitor is not None and visitor.awaited != what:
            visitor.awaited, visitor.since = what, time.monotonic()

    async def keep(self) -> None:
        """Shows out whoever takes too long, for as long as the server runs."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            self.look(time.monotonic())

    def look(self, now: float) -> None:
        """One look at everybody."""
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
        """The one that has kept us waiting longest for its headers goes."""
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
    """Uvicorn's reader of FORWARDED_ALLOW_IPS comes with an application; this is none."""


def answer(transport: asyncio.Transport, fault: Fault) -> None:
    """A refusal where no request has been read, then the end. In English: nobody has said which language they speak."""
    body = refusal(fault, ENGLISH)
    known = {**HEADERS, "content-type": "application/json", "content-length": str(len(body)), "connection": "close"}
    lines = [f"HTTP/1.1 {fault.status} {PHRASES[fault.status]}", *(f"{name}: {known[name]}" for name in known)]
    transport.write("\r\n".join([*lines, "", ""]).encode() + body)
    transport.close()


class HttpConnection(H11Protocol):
    """A connection of HTTP that somebody keeps an eye on."""

    door: ClassVar[Door]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody knocks."""
        super().connection_made(transport)
        self.door.enter(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone; a broken line is no reason to keep the timer."""
        self.door.leave(self.transport)
        super().connection_lost(exc)
        self._unset_keepalive_if_required()

    def data_received(self, data: bytes) -> None:
        """Something has come: what is awaited next?"""
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self.transport.get_protocol() is self:
            self.door.wait_for(self.transport, self._awaited())

    def on_response_complete(self) -> None:
        """An answer has been sent; uvicorn itself counts the seconds until the next request begins."""
        super().on_response_complete()
        self.door.wait_for(self.transport, self._awaited())

    def _awaited(self) -> str:
        """The rest of a request, or nothing."""
        if self.conn.their_state is h11.SEND_BODY:
            return "body"
        begun = self.conn.their_state is h11.IDLE and bool(self.conn.trailing_data[0])
        return "headers" if begun or self.cycle is None else ""

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """It becomes a socket, if it shakes hands as sockets do."""
        said = dict(self.headers)
        shakes = said.get(b"sec-websocket-version") == b"13" and KEY.fullmatch(said.get(b"sec-websocket-key", b""))
        if event.method != b"GET" or not shakes:
            answer(self.transport, Fault("malformed", "no_request"))
            return
        self.door.wait_for(self.transport, "")
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP."""
        answer(self.transport, Fault("malformed", "no_request"))

    def pause_writing(self) -> None:
        """It does not read what it is sent."""
        super().pause_writing()
        self.door.wait_for(self.transport, "reading")

    def resume_writing(self) -> None:
        """It reads again."""
        super().resume_writing()
        self.door.wait_for(self.transport, self._awaited())


class SocketConnection(WebSocketsSansIOProtocol):
    """A socket that somebody keeps an eye on; who neither reads nor answers pings is dropped with what waits for it."""

    door: ClassVar[Door]
    pings: TokenBucket
    heard_at = 0.0  # by the loop's clock: when something came last
    outbox: Outbox | None = None
    written: Callable[[int, bool], None]  # told how many messages were sent, and whether they were the last

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A connection of HTTP has become a socket."""
        super().connection_made(transport)
        self.pings = TokenBucket(*CONTROL_FRAMES)

    def connection_lost(self, exc: Exception | None) -> None:
        """Gone."""
        self.door.leave(self.transport)
        super().connection_lost(exc)

    async def send(self, message: Any) -> None:
        """What the application says; a handshake that it has refused is over, too, which uvicorn does not note."""
        if message["type"] == LINE:
            self.outbox, self.written = message["outbox"], message["written"]
            self.outbox.wake = self._wake
            self._write_out()
            return
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True

    def _wake(self) -> None:
        """Something is to be sent: at the end of this turn of the loop, with whatever else has come by then."""
        self.loop.call_soon(self._write_out)

    def _write_out(self) -> None:
        """All that waits in one piece, once the line takes it: the way to the network costs more than what goes there.

        Nobody waits for it and no task is woken; what comes after the end of a socket is for nobody.
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
        """A ping is answered, but not a flood of them."""
        if self.pings.take():
            super().handle_ping()
        else:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        """A message may come in parts, but not in crumbs: an empty one costs nothing to send."""
        if len(self.frames) >= MOST_FRAGMENTS:
            self.transport.abort()
        else:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """A message is whole; what is no UTF-8 ends the connection, without a fuss.

        uvicorn stops reading after each message and begins anew when it was taken, which costs two calls of the kernel.
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
        """Something has come."""
        self.heard_at = self.loop.time()
        super().data_received(data)

    def send_keepalive_ping(self) -> None:
        """Only who has been silent is asked whether they are still there."""
        silent = self.loop.time() - self.heard_at
        if self.ping_interval is not None and silent < self.ping_interval:
            self.ping_timer = self.loop.call_later(self.ping_interval - silent, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def keepalive_timeout(self) -> None:
        """No answer to a ping: what has not been sent will not be."""
        super().keepalive_timeout()
        self.transport.abort()

    def pause_writing(self) -> None:
        """It does not read what it is sent."""
        super().pause_writing()
        self.door.wait_for(self.transport, "reading")

    def resume_writing(self) -> None:
        """It reads again."""
        super().resume_writing()
        self.door.wait_for(self.transport, "")
        self._write_out()


def frame_head(size: int) -> bytes:
    """What stands before a text of so many bytes: a frame that is whole, not masked and not compressed (RFC 6455, 5.2).

    >>> frame_head(5).hex(), frame_head(300).hex(), frame_head(65536).hex()
    ('8105', '817e012c', '817f0000000000010000')
    """
    if size < 126:
        return bytes((0x81, size))
    return b"\x81\x7e" + size.to_bytes(2) if size < 1 << 16 else b"\x81\x7f" + size.to_bytes(8)
