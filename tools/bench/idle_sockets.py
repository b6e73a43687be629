"""Measure the cost of idle sockets: `python -m tools.bench.idle_sockets [--sockets 10000] [--servers 1]`.

All sockets watch the lobby, except for one in twenty that watches a running game. Reported: whether all are open at the
same time, the servers' memory per socket, and the latency of people's actions (`done`) meanwhile.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from tests.cluster.evening import evening
from tests.cluster.parts import LocalPlatform, platform
from tools.load.client_socket import ClientSocket, open_socket
from tools.load.processes import memory

AT_ONCE = 50  # maximum number of sockets being opened at a time
WATCHING = 20  # one in WATCHING sockets watches the table
LOOK = 60.0  # seconds for which all are open, longer than a server's ping timeout
PLENTY = {"open_in_all": "100000"}


async def idle_socket(server: str, path: str, opened: asyncio.Semaphore) -> ClientSocket:
    """Open a socket, wait for its first message, and then read nothing."""
    async with opened:
        shown = asyncio.Event()
        socket = await open_socket(server, path, "", lambda said: shown.set())
        await shown.wait()
        return socket


def memory_of_servers(parts: LocalPlatform) -> float:
    """Return the memory of all servers in bytes."""
    return sum(memory(server.process.pid) for server in parts.servers if server.process is not None)


async def measure(parts: LocalPlatform, sockets: int) -> None:
    """Open all sockets and print the results. The table is created last, or its game could end too early."""
    async with evening(parts, []) as there:
        before, begun, opened = memory_of_servers(parts), time.monotonic(), asyncio.Semaphore(AT_ONCE)
        servers = [server.address for server in parts.servers]
        watching = sockets // WATCHING

        async def all_of(path: str, count: int) -> list[ClientSocket]:
            wanted = (idle_socket(servers[n % len(servers)], path, opened) for n in range(count))
            return await asyncio.gather(*wanted)

        idle = await all_of("/ws/lobby?lang=en", sockets - watching)
        await there.lay("modern", 0)
        await there.goes_on()
        idle += await all_of(f"/ws/tables/{there.tables[0]}?lang=en", watching)
        took, played = time.monotonic() - begun, len(there.history.acknowledged)
        await asyncio.sleep(LOOK)
        still = sum(socket.is_open for socket in idle)
        each = (memory_of_servers(parts) - before) / 1000 / sockets
        sent = {one.nonce: one.at for one in there.history.sent}
        waits = [one.at - sent[one.nonce] for one in there.history.acknowledged[played:]]
        print(f"{still} of {sockets} sockets open at once, opened in {took:.0f} s; {each:.1f} kB each")
        print(f"{len(waits)} actions in {LOOK:.0f} s meanwhile; {_describe_latencies(waits)}", flush=True)
        if any(player.is_over for player in there.players):
            print("the game is over: count only what was done before")
        for socket in idle:
            socket.close()


def _describe_latencies(waits: list[float]) -> str:
    """Describe the latencies of people's actions."""
    if not waits:
        return "none was acknowledged"
    return f"done after {statistics.median(waits):.3f} s (median), {max(waits):.2f} s at most"


def main() -> None:
    """Start servers and measure them."""
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
