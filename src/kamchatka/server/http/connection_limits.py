"""The open connections: how many there may be, and how long each may keep the server waiting.

uvicorn waits for requests without a limit, and accepts connections until the process runs out of files. `gate` reports
what arrives and leaves here, `request_watch` what the application waits for, and once a second the overdue connections
are closed. The number of connections is limited per network, and in total by the process's files, less some that the
server needs. At the total limit, the connection that has been silent longest is closed.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import structlog

from kamchatka.server.clock import monotonic
from kamchatka.server.faults import Fault
from kamchatka.server.http.guard import refusal
from kamchatka.server.http.site import HEADERS
from kamchatka.server.limit_table import BYTES, MOST_WITHOUT_MESSAGE
from kamchatka.server.limits import NetworkCounts, TokenBucket
from kamchatka.server.networks import Proxies
from kamchatka.server.settings import ServerSettings
from kamchatka.texts import ENGLISH

LOOK_EVERY: Final = 1.0  # seconds between two checks
CLOSING: Final = 10.0  # seconds to send remaining data on a closing connection
PHRASES: Final = {408: "Request Timeout", 429: "Too Many Requests", 503: "Service Unavailable"}

# What a connection is waited for. "serving", "idle" and "open" have no timeout here: the server itself computes,
# uvicorn ends idle connections, and an open WebSocket may be silent.
Awaited = Literal["headers", "body", "rest", "closing", "serving", "idle", "open"]
End = tuple[str, int]  # address and port
Peer = tuple[End, End]  # client and server

log = structlog.get_logger()


@dataclass(eq=False)
class Visitor:
    """A connection: its address, what it is waited for, and since when."""

    transport: asyncio.Transport
    address: str
    peer: Peer
    bytes_left: TokenBucket
    awaited: Awaited = "headers"
    since: float = field(default_factory=monotonic)
    stalled_since: float | None = None  # when the client stopped reading what it is sent
    unread: int = 0  # bytes of a WebSocket since its last complete message
    stay: Callable[[], None] = lambda: None  # keeps the gate in front of a connection that became a WebSocket

    def wait_for(self, what: Awaited) -> None:
        """Set what the connection is waited for. The timeout restarts only if that changes."""
        if self.awaited != what:
            self.awaited, self.since = what, monotonic()

    def receive(self, size: int) -> bool:
        """Note that data arrived. Return False if a WebSocket sends more than its limits."""
        if self.awaited == "idle":
            self.wait_for("headers")
        elif self.awaited == "open":
            self.unread, before = self.unread + size, self.unread
            return before <= MOST_WITHOUT_MESSAGE and self.bytes_left.take(size)
        return True


class ConnectionLimits:
    """The open connections, with the limits of the settings.

    `in_all` is the most that the process's files allow, `trusted` the addresses of proxies, which aren't counted.
    """

    def __init__(self, settings: ServerSettings, in_all: int, trusted: str) -> None:
        self.settings = settings
        self.in_all = in_all
        self.patience: dict[Awaited, float] = {
            "headers": settings.header_seconds,
            "body": settings.body_seconds,
            "rest": settings.body_seconds,
            "closing": CLOSING,
        }
        self.trusted = Proxies(trusted)
        self.inside: dict[Peer, Visitor] = {}  # in order of arrival
        self.open = NetworkCounts(settings.open_per_address)

    def enter(self, transport: asyncio.Transport) -> Visitor | None:
        """Register a connection. Return None if it was refused, after sending the reason."""
        peer = _peer_of(transport)
        if peer is None:
            transport.abort()
            return None
        address = peer[0][0]
        if address not in self.trusted and not self.open.has_room(address):
            self._turn_away(transport, address, Fault("too_many"))
            return None
        if len(self.inside) >= self.in_all and not self._make_room():
            self._turn_away(transport, address, Fault("busy", "connections_full"))
            return None
        visitor = self.inside[peer] = Visitor(transport, address, peer, TokenBucket.of(BYTES, self.settings))
        self.open.add(address)
        return visitor

    def find(self, client: Any, server: Any) -> Visitor | None:
        """Return a connection by both of its ends, as an ASGI scope has them."""
        return self.inside.get((client, server))

    def leave(self, visitor: Visitor) -> None:
        """Remove a closed connection."""
        if self.inside.get(visitor.peer) is visitor:
            del self.inside[visitor.peer]
            self.open.remove(visitor.address)

    async def keep(self) -> None:
        """Close overdue connections, as long as the server runs."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            self.look(monotonic())

    def look(self, now: float) -> None:
        """Check all connections once."""
        for visitor in list(self.inside.values()):
            if visitor.transport.is_closing():
                visitor.wait_for("closing")
            if now - visitor.since > self.patience.get(visitor.awaited, float("inf")):
                self._show_out(visitor, visitor.awaited)
            elif visitor.stalled_since is not None and now - visitor.stalled_since > self.settings.reading_seconds:
                self._show_out(visitor, "reading")

    def _show_out(self, visitor: Visitor, code: str) -> None:
        if code in ("headers", "body"):
            answer(visitor.transport, Fault("too_late"))
            visitor.wait_for("closing")
        else:
            visitor.transport.abort()
            self.leave(visitor)
        log.info("connection ended", code=code, address=visitor.address)

    def _make_room(self) -> bool:
        """Close the connection that has waited longest for its headers, if there is one."""
        silent = next((one for one in self.inside.values() if one.awaited in ("headers", "closing")), None)
        if silent is not None:
            silent.transport.abort()
            self.leave(silent)
        return silent is not None

    def _turn_away(self, transport: asyncio.Transport, address: str, fault: Fault) -> None:
        log.warning("connection refused", code=fault.code, address=address, open=len(self.inside))
        answer(transport, fault)


def _peer_of(transport: asyncio.Transport) -> Peer | None:
    """Return both ends of a connection as ASGI names them; None if the client has left already."""
    connection = transport.get_extra_info("socket")
    try:
        client, server = connection.getpeername(), connection.getsockname()
    except OSError:
        return None
    return (str(client[0]), int(client[1])), (str(server[0]), int(server[1]))


def answer(transport: asyncio.Transport, fault: Fault) -> None:
    """Send an error before any request was read, and close. It is in English, as the client's language is unknown."""
    body = refusal(fault, ENGLISH)
    known = {**HEADERS, "content-type": "application/json", "content-length": str(len(body)), "connection": "close"}
    lines = [f"HTTP/1.1 {fault.status} {PHRASES[fault.status]}", *(f"{name}: {known[name]}" for name in known)]
    transport.write("\r\n".join([*lines, "", ""]).encode() + body)
    transport.close()
