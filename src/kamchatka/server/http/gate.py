"""An asyncio protocol in front of uvicorn's: sees what arrives on a connection before uvicorn does.

It knows uvicorn's protocols only as asyncio protocols. uvicorn makes it where it would make its own
(`uvicorn.Config(http=...)`), and it passes every call on.
"""

import asyncio
from typing import Any, ClassVar, cast

from kamchatka.server.clock import monotonic
from kamchatka.server.http.connection_limits import ConnectionLimits, Visitor


class Gate(asyncio.Protocol):
    """One connection. Subclasses set the door, and the class of the protocol behind it."""

    door: ClassVar[ConnectionLimits]
    protocol: ClassVar[type[asyncio.Protocol]]

    def __init__(self, **given: Any) -> None:
        self.inner: asyncio.BaseProtocol = self.protocol(**given)
        self.visitor: Visitor | None = None  # None if the connection was refused

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Register the connection, or refuse it."""
        transport = cast(asyncio.Transport, transport)  # TCP connections can be written to
        self.visitor = self.door.enter(transport)
        if self.visitor is not None:
            self.visitor.stay = self.stay
            self.inner.connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Unregister the connection."""
        if self.visitor is not None:
            self.door.leave(self.visitor)
            self.inner.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Pass data on, unless the connection is closing or sends too much."""
        if self.visitor is None or self.visitor.transport.is_closing():
            return
        if self.visitor.receive(len(data)):
            cast(asyncio.Protocol, self.inner).data_received(data)  # both of uvicorn's protocols are streams
            self.stay()
        else:
            self.visitor.transport.abort()

    def stay(self) -> None:
        """Stand before the next protocol too: uvicorn gives a connection that becomes a WebSocket another one."""
        if self.visitor is None:
            return
        current = self.visitor.transport.get_protocol()
        if current is not self:
            self.inner = current
            self.visitor.transport.set_protocol(self)

    def eof_received(self) -> bool | None:
        """Pass the end of the client's data on."""
        inner = cast(asyncio.Protocol, self.inner)  # a stream, as in data_received
        return None if self.visitor is None else inner.eof_received()

    def pause_writing(self) -> None:
        """Start the reading timeout: the client does not read what it is sent."""
        if self.visitor is not None:
            self.visitor.stalled_since = monotonic()
            self.inner.pause_writing()

    def resume_writing(self) -> None:
        """End the reading timeout."""
        if self.visitor is not None:
            self.visitor.stalled_since = None
            self.inner.resume_writing()


def gate(door: ConnectionLimits, protocol: type[asyncio.Protocol]) -> type[Gate]:
    """Return the class of connections that enter by a door and are then served by a protocol."""
    return type("Connection", (Gate,), {"door": door, "protocol": protocol})
