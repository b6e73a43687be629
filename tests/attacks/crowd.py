"""Many listening sockets at little cost to their process: bytes are counted, not parsed."""

import asyncio
import base64
import os
from types import TracebackType
from urllib.parse import urlsplit


class Ear:
    """A listening socket that counts the bytes received."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.heard = 0
        self.task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        while some := await self.reader.read(1 << 16):
            self.heard += len(some)


class Crowd:
    """Open many sockets at one path of a server, uncompressed."""

    def __init__(self, address: str, path: str, size: int) -> None:
        self.host, self.port = urlsplit(address).hostname or "", urlsplit(address).port or 0
        self.path = path
        self.size = size
        self.ears: list[Ear] = []

    async def __aenter__(self) -> "Crowd":
        for _ in range(self.size):
            self.ears.append(await self._connected())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for ear in self.ears:
            ear.task.cancel()
            ear.writer.close()
        await asyncio.gather(*(ear.task for ear in self.ears), return_exceptions=True)

    async def _connected(self) -> Ear:
        reader, writer = await asyncio.open_connection(self.host, self.port)
        key = base64.b64encode(os.urandom(16)).decode()
        writer.write(
            f"GET {self.path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101"), head
        return Ear(reader, writer)

    @property
    def heard(self) -> list[int]:
        """Return the bytes received so far, by socket."""
        return [ear.heard for ear in self.ears]

    async def quiet(self, seconds: float = 1.0) -> None:
        """Wait until nothing has arrived for a while."""
        before = None
        while before != (before := sum(self.heard)):
            await asyncio.sleep(seconds)
