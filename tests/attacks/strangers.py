"""Raw connections of a client without an HTTP library, and the responses to its bytes."""

import asyncio
import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from tests.server.client import PATIENCE
from tests.server.running import Server


@dataclass
class Reply:
    """A response as read from the connection."""

    status: int  # 0: no response
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """Return the body as JSON."""
        return json.loads(self.body)


async def reach(server: Server, host: str = "127.0.0.1") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a connection from this address of the machine."""
    port = urlsplit(server.address).port
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(host, 0))


async def send(server: Server, data: bytes, host: str = "127.0.0.1") -> Reply:
    """Send the bytes and read until the connection ends."""
    reader, writer = await reach(server, host)
    writer.write(data)
    reply = await hear(reader)
    writer.close()
    return reply


async def hear(reader: asyncio.StreamReader) -> Reply:
    """Read one response."""
    try:
        async with asyncio.timeout(PATIENCE):
            head = await reader.readuntil(b"\r\n\r\n")
            lines = head.decode("latin-1").split("\r\n")
            headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:-2])}
            body = await _body(reader, int(headers.get("content-length", 0)))
    except (asyncio.IncompleteReadError, ConnectionError):
        return Reply(0, {}, b"")
    return Reply(int(lines[0].split()[1]), headers, body)


async def _body(reader: asyncio.StreamReader, size: int) -> bytes:
    """Return the body after the headers; a response to HEAD has none."""
    try:
        return await reader.readexactly(size)
    except asyncio.IncompleteReadError as short:
        return short.partial


def handshake(path: str, **headers: str) -> bytes:
    """Return the opening handshake of a socket without its key."""
    return request(path, connection="upgrade", upgrade="websocket", sec_websocket_version="13", **headers)


def request(path: str, method: str = "GET", body: bytes = b"", /, **headers: str) -> bytes:
    """Return a request as bytes; underscores in header names become hyphens."""
    known = {"host": "localhost", "connection": "close", "content-length": str(len(body))}
    known |= {name.replace("_", "-"): value for name, value in headers.items()}
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in known.items())]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


def complaints(server: Server) -> list[str]:
    """Return the log lines that report an error of the server itself."""
    return [line for line in server.log.read_text().splitlines() if "Traceback" in line or '"error"' in line]
