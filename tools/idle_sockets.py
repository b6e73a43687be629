"""How much a socket that hardly says anything costs: `python -m tools.idle_sockets [--sockets 10000] [--servers 1]`.

All look at the lobby, but one in twenty, who watches a table that is being played. Told: whether all are open at once,
what each costs of the servers' memory, and what people at the table wait for their `done` meanwhile.
"""

import argparse
import asyncio
import base64
import os
import statistics
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from tests.cluster.evening import evening
from tests.cluster.parts import LocalPlatform, platform

AT_ONCE = 50  # that are being opened
LOOK = 60.0  # seconds for which they are all open: longer than a server waits for an answer to its ping
PING, PONG = 0x9, 0xA
SHORT = 126  # bytes: longer frames say their length in two bytes, or in eight
PLENTY = {"open_in_all": "100000"}


async def idle_socket(port: int, path: str, opened: asyncio.Semaphore) -> asyncio.Task[int]:
    """One socket whose messages are counted, not read: the bytes it was sent."""
    async with opened:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        key = base64.b64encode(os.urandom(16)).decode()
        asked = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        writer.write(f"{asked}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode())
        answer = await reader.readuntil(b"\r\n\r\n")
        assert b" 101 " in answer, answer
        await _frame(reader, writer)  # what there is to be seen

    async def listen() -> int:
        heard = 0
        with suppress(EOFError, OSError):
            while True:
                heard += await _frame(reader, writer)
        return heard

    return asyncio.create_task(listen())


async def _frame(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> int:
    """Pass over one frame, and answer it if it asks whether anybody is there; how long it was."""
    kind, length = await reader.readexactly(2)
    if length >= SHORT:
        length = int.from_bytes(await reader.readexactly(2 if length == SHORT else 8))
    said = await reader.readexactly(length)
    if kind & 0x0F == PING:
        writer.write(bytes((0x80 | PONG, 0x80 | length)) + bytes(4) + said)  # a mask of zeros changes nothing
    return length


def memory(parts: LocalPlatform) -> float:
    """MB of all servers, as the system counts them."""
    pages = 0
    for server in parts.servers:
        assert server.process is not None
        pages += int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def measure(parts: LocalPlatform, sockets: int) -> None:
    """Open them all, and tell."""
    async with evening(parts, ["modern"], 0) as there:
        await there.goes_on()
        before, begun, opened = memory(parts), time.monotonic(), asyncio.Semaphore(AT_ONCE)
        paths = ["/ws/lobby?lang=en"] * 19 + [f"/ws/tables/{there.tables[0]}?lang=en"]
        ports = [server.port for server in parts.servers]
        wanted = [idle_socket(ports[n % len(ports)], paths[n % 20], opened) for n in range(sockets)]
        idle = await asyncio.gather(*wanted)
        took = time.monotonic() - begun
        there.history.sent.clear()
        there.history.acknowledged.clear()
        await asyncio.sleep(LOOK)
        still = sum(not task.done() for task in idle)
        each = 1000 * (memory(parts) - before) / sockets
        sent = {one.nonce: one.at for one in there.history.sent}
        waits = [one.at - sent[one.nonce] for one in there.history.acknowledged if one.nonce in sent]
        print(f"{still} of {sockets} sockets open at once, opened in {took:.0f} s; {each:.1f} kB each")
        if waits:
            print(f"{len(waits)} actions meanwhile, done after {statistics.median(waits):.2f} s (median)", flush=True)
        for task in idle:
            task.cancel()


def main() -> None:
    """Start servers, and look at them."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--sockets", type=int, default=10_000)
    parser.add_argument("--servers", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, platform(Path(folder), **PLENTY) as parts:
        for _ in range(asked.servers):
            parts.serve()
        asyncio.run(measure(parts, asked.sockets))


if __name__ == "__main__":
    main()
