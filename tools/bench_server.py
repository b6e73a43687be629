"""How the server bears a full house: `python tools/bench_server.py [--games 100] [--sockets 400] [--seconds 60]`.

Starts a server on a fresh SQLite file, lays the tables (one person and three bots each), opens the sockets, and lets
the people act about once a second. Told at the end: from the moment a person's action is sent until each socket at that
table has been shown it (p50, p95), actions a second, and the server's memory for each game.
"""

import argparse
import asyncio
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from examples.bot import choose  # noqa: E402


class Shown(msgspec.Struct):
    """What the bench reads of a message."""

    type: str
    version: int = 0
    nonce: str = ""
    ask: dict[str, Any] | None = None
    result: Any = None


decode = msgspec.json.Decoder(Shown).decode


class Table:
    """One table: its player, its watchers, and how long each action took to reach them."""

    def __init__(self) -> None:
        self.sent: dict[str, float] = {}  # nonce → when
        self.acted: dict[int, float] = {}  # version → when its action was sent
        self.shown: list[tuple[int, float]] = []  # version, when a watcher had it
        self.actions = 0

    @property
    def delays(self) -> list[float]:
        """From each action to each watcher who was shown it."""
        return [at - self.acted[version] for version, at in self.shown if version in self.acted]

    async def watch(self, socket: ClientConnection) -> None:
        """Every message of one socket."""
        async for message in socket:
            shown = decode(message)
            if shown.type == "moved":
                self.shown.append((shown.version, time.perf_counter()))

    async def play(self, socket: ClientConnection) -> None:
        """Answer every question after about a second."""
        async for message in socket:
            shown = decode(message)
            if shown.type == "moved":
                self.actions += 1
            if shown.type == "done":
                self.acted[shown.version] = self.sent[shown.nonce]
            if shown.type in ("scene", "moved") and shown.ask and not shown.result:
                await asyncio.sleep(random.uniform(0.5, 1.5))
                nonce = f"{random.getrandbits(48):x}"
                self.sent[nonce] = time.perf_counter()
                await socket.send(
                    msgspec.json.encode(
                        {"type": "act", "act": choose(shown.ask), "after": shown.version, "nonce": nonce}
                    ).decode()
                )


def memory(pid: int) -> int:
    """Kilobytes that a process holds."""
    line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1])


async def sit_down(server: str, games: int, sockets: int) -> tuple[list[Table], list[asyncio.Task[None]]]:
    """Lay the tables and open the sockets: a player each, the others watch."""
    tables: list[Table] = []
    tasks: list[asyncio.Task[None]] = []
    async with httpx.AsyncClient(base_url=server, trust_env=False, timeout=60) as http:
        for _ in range(games):
            http.cookies.clear()
            csrf = (await http.get("/api/me")).json()["csrf"]
            me = await http.post("/api/session", json={"name": "Bench"}, headers={"X-CSRF-Token": csrf})
            seats = [{"kind": "me"}, *({"kind": "bot"} for _ in range(3))]
            laid = await http.post(
                "/api/tables", json={"edition": "modern", "seats": seats}, headers={"X-CSRF-Token": me.json()["csrf"]}
            )
            address = f"{server.replace('http', 'ws')}/ws/tables/{laid.json()['id']}?lang=en"
            cookie = {"Cookie": "; ".join(f"{name}={value}" for name, value in http.cookies.items())}
            table = Table()
            tables.append(table)
            player = await connect(address, additional_headers=cookie, proxy=None, compression=None)
            for _ in range(sockets // games - 1):
                watcher = await connect(address, proxy=None, compression=None)
                tasks.append(asyncio.create_task(table.watch(watcher)))
            tasks.append(asyncio.create_task(table.play(player)))
    return tables, tasks


async def measure(server: str, pid: int, games: int, sockets: int, seconds: float) -> None:
    """Let them play, then tell."""
    before = memory(pid)
    tables, tasks = await sit_down(server, games, sockets)
    for table in tables:  # what happened while others sat down does not count
        table.shown.clear()
        table.actions = 0
    await asyncio.sleep(seconds)
    delays = sorted(delay for table in tables for delay in table.delays)
    actions = sum(table.actions for table in tables)
    cuts = statistics.quantiles(delays, n=100)
    print(
        f"games: {games}, sockets: {sockets}, {seconds:.0f} s: {actions / seconds:.0f} actions/s, "
        f"{len(delays)} broadcasts timed"
    )
    p50, p95, p99 = (cuts[n] * 1000 for n in (49, 94, 98))
    print(f"action to broadcast: p50 {p50:.1f} ms, p95 {p95:.1f} ms, p99 {p99:.1f} ms")
    own = memory(pid)
    print(f"memory: {(own - before) / games:.0f} kB a game with its sockets (the server {own / 1024:.0f} MB)")
    for task in tasks:
        task.cancel()


def main() -> None:
    """Start a server, measure, stop it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--sockets", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=60.0)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        plenty = ("CONNECTIONS_PER_ADDRESS", "REQUESTS_A_MINUTE", "SOCKETS_A_MINUTE")
        settings = {f"KAMCHATKA_{name}": "1000000" for name in plenty}
        command = [
            sys.executable,
            "-m",
            "kamchatka.cli",
            "serve",
            "--port",
            "0",
            "--quiet",
            "--lang",
            "en",
            "--database",
            str(Path(folder) / "bench.db"),
        ]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **settings})
        assert server.stdout is not None
        address = next(word for word in server.stdout.readline().split() if word.startswith("http")).rstrip("/")
        try:
            asyncio.run(measure(address, server.pid, asked.games, asked.sockets, asked.seconds))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
