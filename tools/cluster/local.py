"""Run a whole platform on this machine to try it out: `make cluster`, or `python -m tools.cluster.local [--servers 3]`.

PostgreSQL and NATS come from wheels. Three servers and two thinkers use them, behind a small proxy that sends each
connection to the next available server. Processes are listed, so you can kill any of them and watch the page continue:
the tool says what died and starts it again. All data is deleted at the end.
"""

import argparse
import asyncio
import signal
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from pathlib import Path

from kamchatka.server.http.serving import open_browser
from tests.cluster.parts import LocalPlatform, platform
from tools.cluster.watch import Part, Watch

CHUNK = 65_536


class RoundRobin:
    """A TCP proxy that sends every connection to the next server that accepts it."""

    def __init__(self, ports: Callable[[], list[int]]) -> None:
        self.ports = ports
        self.turn = count()
        self.tasks: set[asyncio.Task[None]] = set()

    async def open(self, port: int) -> asyncio.Server:
        """Start listening."""
        return await asyncio.start_server(self._serve, "127.0.0.1", port)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        ports, first = self.ports(), next(self.turn)
        for step in range(len(ports)):
            try:
                far_reader, far_writer = await asyncio.open_connection("127.0.0.1", ports[(first + step) % len(ports)])
            except OSError:
                continue
            await asyncio.gather(_pass_on(reader, far_writer), _pass_on(far_reader, writer))
            return
        writer.close()


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(CHUNK):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()


def start(parts: LocalPlatform, servers: int, thinkers: int) -> None:
    """Start all servers and thinkers at the same time."""
    with ThreadPoolExecutor() as threads:
        parts_of_it: list[Callable[[], object]] = [parts.serve] * servers + [parts.think] * thinkers
        list(threads.map(lambda starting: starting(), parts_of_it))


def parts_of(parts: LocalPlatform) -> list[Part]:
    """Return every process with its name, and how to start it again."""
    return [
        Part("PostgreSQL", lambda: parts.postgres.process, parts.postgres.start),
        Part("NATS", lambda: parts.nats.process, parts.nats.start),
        *(Part(f"server at {one.address}", partial(getattr, one, "process"), one.start) for one in parts.servers),
        *(Part("thinkers", partial(getattr, one, "process"), one.start) for one in parts.thinkers),
    ]


def list_processes(parts: Sequence[Part]) -> list[str]:
    """Describe the running processes with their ids."""
    known = [(part.name, part.process()) for part in parts]
    return [f"  {process.pid:7} {name}" for name, process in known if process is not None]


async def serve(parts: LocalPlatform, port: int, browser: bool) -> None:
    """Serve until Ctrl-C."""
    proxy = await RoundRobin(lambda: [server.port for server in parts.servers]).open(port)
    address = f"http://127.0.0.1:{proxy.sockets[0].getsockname()[1]}/"
    watched = parts_of(parts)
    print("\n".join([*list_processes(watched), f"Kamchatka is at {address} — Ctrl-C ends all of it."]), flush=True)
    watch = Watch(watched, partial(print, flush=True))
    watch.begin()
    if browser:
        open_browser(address)
    told = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, told.set)
    await told.wait()
    watch.end()


def main() -> None:
    """Start everything and wait."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--thinkers", type=int, default=2)
    parser.add_argument("--port", type=int, default=8210)
    parser.add_argument("--no-open", dest="browser", action="store_false")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, platform(Path(folder)) as parts:
        start(parts, asked.servers, asked.thinkers)
        asyncio.run(serve(parts, asked.port, asked.browser))


if __name__ == "__main__":
    main()
