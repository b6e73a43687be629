"""Measure what an action costs each component: `python -m tools.bench.cluster [--tables 100] [--sockets 4]`.

The same load (four people per table, or `--people`) runs on the embedded server and on one, two and three servers with
PostgreSQL and NATS, all on this machine. The sockets of each table are spread over the servers. Reported for each:

- how fast games start, at the servers' maximum speed
- actions per second at the pace of people
- latency from an action to its `done` and to the last screen
- CPU time per action and component, the most stable figure on a busy machine

`--servers-on 0,1 --clients-on 2-5` pins servers, PostgreSQL and NATS to some cores, and the clients to others.
"""

import argparse
import asyncio
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import uvloop

from tests.cluster.parts import PLENTY, LocalPlatform, platform
from tests.server.running import Server
from tools.load.house import House
from tools.load.processes import computing, cores, pin
from tools.load.report import HEAD, Reading

ROOM = {"open_in_all": "100000", "tables_per_player": "1000"}
SETTLING = 2.0  # seconds between the start of the last game and the first measured action


def processes(parts: LocalPlatform) -> dict[str, list[subprocess.Popen[bytes] | subprocess.Popen[str] | None]]:
    """Return the processes by kind."""
    is_shared = parts.servers[0].settings["bus"]
    return {
        "servers": [server.process for server in parts.servers],
        "database": [parts.postgres.process if is_shared else None],
        "bus": [parts.nats.process if is_shared else None],
    }


def cpu_seconds(parts: LocalPlatform) -> Mapping[str, float]:
    """Return CPU seconds by kind."""
    return {
        kind: sum(computing(one.pid) for one in known if one is not None) for kind, known in processes(parts).items()
    }


async def measure(parts: LocalPlatform, name: str, asked: argparse.Namespace) -> None:
    """Let them play for a while and print the results."""
    house = House([server.address for server in parts.servers], asked.people, asked.sockets, asked.pace)
    await house.lay(asked.tables)
    await house.open()
    full = cpu_seconds(parts)
    acted, seconds = await house.warm_up()
    print(f"{name:12} as fast as it can: {acted / seconds:.0f} actions/s; {_costs(full, cpu_seconds(parts), acted)}")
    await asyncio.sleep(SETTLING)
    before, heard, clients, begun = cpu_seconds(parts), house.heard, time.process_time(), time.perf_counter()
    timings = house.begin()
    await asyncio.sleep(asked.seconds)
    took = time.perf_counter() - begun
    sockets = sum(len(table.sockets) for table in house.tables)
    print(Reading(name, len(house.tables), sockets, took, timings, house.heard - heard).line())
    acting = 1000 * (time.process_time() - clients) / max(1, timings.acted)
    costs = _costs(before, cpu_seconds(parts), max(1, timings.acted))
    print(f"{'':12} {costs}, clients {acting:.2f}; {house.lost} sockets lost", flush=True)
    await house.close()


def _costs(before: Mapping[str, float], after: Mapping[str, float], acted: int) -> str:
    each = [f"{kind} {1000 * (after[kind] - before[kind]) / acted:.2f}" for kind in after if after[kind]]
    return f"ms of computing an action: {', '.join(each)}"


@contextmanager
def running(servers: int, folder: Path, pace: float) -> Iterator[LocalPlatform]:
    """Run this many servers of one platform; with 0, one process with SQLite, the default of `kamchatka serve`."""
    settings = {**PLENTY, **ROOM, "bot_seconds": str(pace)}
    with platform(folder, **settings) as parts:
        for _ in range(servers):
            parts.serve()
        if not servers:
            parts.servers = [Server(str(folder / "games.db"), folder / "embedded.log", bus="", **settings).start()]
        yield parts


def main() -> None:
    """Measure the embedded server, then one, two and three servers."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--people", type=int, default=4)
    parser.add_argument("--sockets", type=int, default=4, help="at each table")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds of thought, about")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--servers", type=int, nargs="*", default=[0, 1, 2, 3])
    parser.add_argument("--servers-on", type=cores, default=set())
    parser.add_argument("--clients-on", type=cores, default=set())
    asked = parser.parse_args()
    pin(os.getpid(), asked.clients_on)
    print(HEAD)
    for servers in asked.servers:
        with tempfile.TemporaryDirectory() as folder, running(servers, Path(folder), asked.pace) as parts:
            for one in [one for known in processes(parts).values() for one in known if one is not None]:
                pin(one.pid, asked.servers_on)
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                runner.run(measure(parts, f"{servers} servers" if servers else "embedded", asked))


if __name__ == "__main__":
    main()
