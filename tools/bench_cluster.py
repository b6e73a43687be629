"""What an action costs on each part: `python -m tools.bench_cluster [--tables 20] [--sockets 80] [--seconds 30]`.

The same tables (two people, a bot, spectators) are played on the embedded server and on one, two and three servers over
PostgreSQL and NATS, all on this machine. Told for each: actions a second, from an action sent to its `done` (p50, p95),
and, which wavers least where others use the machine too, the computing that each part did for an action.
"""

import argparse
import asyncio
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.cluster.evening import Evening, evening
from tests.cluster.parts import PLENTY, LocalPlatform, platform
from tests.server.running import Server

TICKS = os.sysconf("SC_CLK_TCK")


def computing(pid: int) -> float:
    """Seconds that a process and all below it have computed."""
    below: dict[int, list[int]] = {}
    spent: dict[int, float] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            below.setdefault(int(fields[1]), []).append(int(entry.name))
            spent[int(entry.name)] = sum(int(field) for field in fields[11:15]) / TICKS
    wanted, found = [pid], 0.0
    while wanted:
        one = wanted.pop()
        found += spent.get(one, 0.0)
        wanted += below.get(one, [])
    return found


def processes(parts: LocalPlatform) -> dict[str, list[subprocess.Popen[bytes] | subprocess.Popen[str] | None]]:
    """By kind."""
    return {
        "servers": [server.process for server in parts.servers],
        "thinkers": [thinker.process for thinker in parts.thinkers],
        "database": [parts.postgres.process if parts.servers[0].settings["bus"] else None],
        "bus": [parts.nats.process if parts.servers[0].settings["bus"] else None],
    }


def spent_by(parts: LocalPlatform) -> Mapping[str, float]:
    """Seconds of computing by kind."""
    return {
        kind: sum(computing(one.pid) for one in known if one is not None) for kind, known in processes(parts).items()
    }


async def measure(parts: LocalPlatform, name: str, asked: argparse.Namespace) -> None:
    """Let them play for a while, and tell."""
    async with evening(parts, ["modern"] * asked.tables, max(0, asked.sockets // asked.tables - 2)) as there:
        await there.goes_on(2)
        before, begun, known = spent_by(parts), time.monotonic(), _versions(there)
        history = there.history
        history.sent.clear()
        history.acknowledged.clear()
        await asyncio.sleep(asked.seconds)
        after, took = spent_by(parts), time.monotonic() - begun
        actions = _versions(there) - known
    sent = {one.nonce: one.at for one in history.sent}
    delays = sorted(one.at - sent[one.nonce] for one in history.acknowledged if one.nonce in sent)
    cuts = statistics.quantiles(delays, n=20)
    costs = ", ".join(f"{kind} {1000 * (after[kind] - before[kind]) / actions:.2f}" for kind in after if after[kind])
    print(f"{name:10} {actions / took:6.1f} actions/s; done p50 {1000 * cuts[9]:.0f} ms, p95 {1000 * cuts[18]:.0f} ms")
    print(f"{'':10} ms of computing an action: {costs}", flush=True)


def _versions(there: Evening) -> int:
    return sum(there.history.versions[table] for table in there.tables)


@contextmanager
def embedded(folder: Path) -> Iterator[LocalPlatform]:
    """One process over SQLite, as `kamchatka serve` is by default."""
    with platform(folder) as parts:
        parts.servers = [Server(str(folder / "games.db"), folder / "embedded.log", bus="", **PLENTY).start()]
        yield parts


def main() -> None:
    """Embedded, then one, two and three servers."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--sockets", type=int, default=80)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--servers", type=int, nargs="*", default=[0, 1, 2, 3])
    asked = parser.parse_args()
    for servers in asked.servers:
        with tempfile.TemporaryDirectory() as folder:
            if servers == 0:
                with embedded(Path(folder)) as parts:
                    asyncio.run(measure(parts, "embedded", asked))
                continue
            with platform(Path(folder)) as parts:
                for _ in range(servers):
                    parts.serve()
                asyncio.run(measure(parts, f"{servers} servers", asked))


if __name__ == "__main__":
    main()
