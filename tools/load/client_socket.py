"""A very cheap WebSocket client, so that thousands of them fit beside the server they measure."""

import asyncio
import base64
import os
from collections.abc import Callable
from typing import cast

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
SHORT, LONG = 126, 127  # lengths that mean that the next two, or eight, bytes have the length
UNMASKED = bytes(4)  # a mask of zeros changes nothing

Hear = Callable[[bytes], None]


class ClientSocket(asyncio.Protocol):
    """A socket that passes each message to `hear` unparsed, and answers the server's pings."""

    def __init__(self, request: bytes, hear: Hear) -> None:
        self.request = request
        self.hear = hear
        self.buffer = bytearray()
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_open = False
        self.heard = 0  # bytes of messages received
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the handshake."""
        self.transport = cast(asyncio.Transport, transport)  # uvloop's transport has the methods but not the class
        self.transport.write(self.request)

    def connection_lost(self, exc: Exception | None) -> None:
        """Record the end of the connection."""
        self.is_open = False
        if not self.opened.done():
            self.opened.set_exception(ConnectionError(bytes(self.buffer[:200])))

    def data_received(self, data: bytes) -> None:
        """Read bytes: the response to the handshake first, then frames."""
        self.buffer += data
        if not self.is_open:
            head, end, rest = self.buffer.partition(b"\r\n\r\n")
            if not end or b" 101 " not in head.partition(b"\r\n")[0]:
                return
            self.buffer, self.is_open = rest, True
            self.opened.set_result(None)
        self._frames()

    def send(self, message: bytes) -> None:
        """Send a message."""
        self._write(TEXT, message)

    def close(self) -> None:
        """Close the connection without a close frame."""
        if self.transport is not None:
            self.transport.abort()

    def _frames(self) -> None:
        """Return all complete frames."""
        buffer, at = self.buffer, 0
        while len(buffer) - at >= 2:
            length, begin = buffer[at + 1], at + 2
            if length >= SHORT:
                begin += 2 if length == SHORT else 8
                length = int.from_bytes(buffer[at + 2 : begin])
            if len(buffer) < begin + length:
                break
            self._frame(buffer[at] & 0x0F, bytes(buffer[begin : begin + length]))
            at = begin + length
        del buffer[:at]

    def _frame(self, kind: int, said: bytes) -> None:
        if kind == TEXT:
            self.heard += len(said)
            self.hear(said)
        elif kind == PING:
            self._write(PONG, said)
        elif kind == CLOSE:
            self.close()

    def _write(self, kind: int, said: bytes) -> None:
        if self.transport is not None and self.is_open:
            size = len(said)
            length = bytes((0x80 | size,)) if size < SHORT else bytes((0x80 | SHORT,)) + size.to_bytes(2)
            self.transport.write(bytes((0x80 | kind,)) + length + UNMASKED + said)


async def open_socket(server: str, path: str, cookie: str, hear: Hear) -> ClientSocket:
    """Return a socket at `path` of the server at an address like http://127.0.0.1:8210."""
    host, _, port = server.rpartition("/")[2].partition(":")
    key = base64.b64encode(os.urandom(16)).decode()
    said = {
        "Host": f"{host}:{port}",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": key,
        **({"Cookie": cookie} if cookie else {}),
    }
    request = "".join([f"GET {path} HTTP/1.1\r\n", *(f"{name}: {said[name]}\r\n" for name in said), "\r\n"]).encode()
    _, opened = await asyncio.get_running_loop().create_connection(lambda: ClientSocket(request, hear), host, int(port))
    await opened.opened
    return opened
