"""Measure players' latency during an attack: `python -m tools.attacks.bench --games 100 --seconds 60 --rate 50`.

Starts a server with its default limits on a fresh SQLite file. Each table has one person and three bots; people act
about once per second. Players and attacker are separate processes with separate addresses. Reported at the end:

- the time from an action to its `done`, without and with the attacker
- the answers that the attacker got
- memory of the server with its bots and workers before the attack, at its peak and half a minute afterwards, compared
  with the growth to expect from the games alone

`--kinds` selects some of tools/attacks/kinds.py instead of all.
"""

import argparse
import asyncio
import itertools
import multiprocessing
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from examples.bot import choose
from kamchatka.server.work.pool import KEPT_SECONDS
from tests.attacks.victim import cpu_seconds, held_alone, resident_megabytes
from tools.attacks.kinds import HOLDS, KINDS, Attacker, Kind
from tools.load.house import read

ROOT = Path(__file__).parents[2]
PER_ADDRESS = 30  # games whose people share an address and a guest name
SETTLE = KEPT_SECONDS + 5.0  # wait before measuring, so that the connections that created the tables are gone
AFTER = KEPT_SECONDS + 10.0  # seconds between the end of the attack and the last memory reading


@dataclass(frozen=True)
class Plan:
    """Duration and intensity of the attack."""

    games: int
    seconds: float
    sockets: int
    rate: float
    kinds: tuple[str, ...]


Timed = tuple[float, float]  # when an action was sent, and how long its response took


# ------------------------------------------------------------------ players
async def play(socket: ClientConnection, waits: list[Timed], sent: dict[str, float]) -> str:
    """Answer every question after about a second until the game ends or the socket closes; return the reason."""
    try:
        async for message in socket:
            shown = read(message)
            if shown.type == "done":
                begun = sent.pop(shown.nonce)
                waits.append((begun, time.monotonic() - begun))
            if shown.type in ("scene", "moved") and shown.result:
                return "over"
            if shown.type in ("scene", "moved") and shown.ask:
                await asyncio.sleep(random.uniform(0.5, 1.5))
                nonce = f"{random.getrandbits(48):x}"
                act = {"type": "act", "act": choose(shown.ask), "after": shown.version, "nonce": nonce}
                sent[nonce] = time.monotonic()
                await socket.send(msgspec.json.encode(act).decode())
    except ConnectionClosed:
        pass
    return f"closed {socket.close_code}"


async def sit_down(server: str, games: int, address: str) -> list[ClientConnection]:
    """Create a guest at an address and connect it to this many tables."""
    transport, sockets = httpx.AsyncHTTPTransport(local_address=address), list[ClientConnection]()
    async with httpx.AsyncClient(base_url=server, transport=transport, timeout=60, trust_env=False) as http:
        csrf = (await http.get("/api/me")).json()["csrf"]
        me = await http.post("/api/session", json={"name": f"P {address[-2:]}"}, headers={"X-CSRF-Token": csrf})
        for _ in range(games):
            seats = [{"kind": "me"}, *({"kind": "bot"} for _ in range(3))]
            form = {"edition": "modern", "seats": seats}
            laid = await http.post("/api/tables", json=form, headers={"X-CSRF-Token": me.json()["csrf"]})
            path = f"{server.replace('http', 'ws', 1)}/ws/tables/{laid.json()['id']}?lang=en"
            cookie = {"Cookie": "; ".join(f"{name}={value}" for name, value in http.cookies.items())}
            sockets.append(
                await connect(
                    path,
                    additional_headers=cookie,
                    proxy=None,
                    compression=None,
                    local_addr=(address, 0),
                    open_timeout=60,
                )
            )
    return sockets


async def _all_play(server: str, games: int, pipe: Connection) -> None:
    waits: list[Timed] = []
    sent: dict[str, float] = {}  # by nonce: actions without an answer yet
    tasks: list[asyncio.Task[str]] = []
    for n, first in enumerate(range(0, games, PER_ADDRESS)):
        sockets = await sit_down(server, min(PER_ADDRESS, games - first), f"127.0.0.{1 if n == 0 else n + 2}")
        tasks += [asyncio.create_task(play(socket, waits, sent)) for socket in sockets]
    pipe.send("ready")
    await asyncio.to_thread(pipe.recv)
    waits += [(begun, time.monotonic() - begun) for begun in sent.values()]
    pipe.send((waits, Counter(task.result() for task in tasks if task.done())))


def stand_apart() -> None:
    """Pin the clients to one core, so that the server has the others to itself."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def players(server: str, games: int, pipe: Connection) -> None:
    """Run the players' process: report when all are seated, play until told to stop, send the measurements."""
    stand_apart()
    asyncio.run(_all_play(server, games, pipe))


# ------------------------------------------------------------------ the attacker
async def _ask(kind: Kind, attacker: Attacker, answers: Counter[str]) -> None:
    try:
        answer = await kind(attacker)
    except asyncio.CancelledError:
        answer = "not answered yet"
    except Exception as error:  # refused, disconnected or too slow: each of these counts as a response
        answer = type(error).__name__
    answers[f"{kind.__name__}: {answer}"] += 1


async def _attack(server: str, plan: Plan, pipe: Connection) -> Counter[str]:
    attacker, answers = Attacker(server), Counter[str]()
    await attacker.settle()
    pipe.send("ready")
    await asyncio.to_thread(pipe.recv)
    holds = [asyncio.ensure_future(HOLDS[n % len(HOLDS)](attacker)) for n in range(plan.sockets)]
    begun, asking = time.monotonic(), set[asyncio.Task[None]]()
    kinds = [kind for kind in KINDS if kind.__name__ in plan.kinds]
    for n, kind in enumerate(itertools.cycle(kinds)):
        await asyncio.sleep(max(0.0, begun + n / plan.rate - time.monotonic()))
        if time.monotonic() - begun > plan.seconds:
            break
        asking.add(task := asyncio.create_task(_ask(kind, attacker, answers)))
        task.add_done_callback(asking.discard)
    for left in (*asking, *holds):
        left.cancel()
    await asyncio.gather(*asking, *holds, return_exceptions=True)
    return answers


def attack(server: str, plan: Plan, pipe: Connection) -> None:
    """Run the attacker's process from a signal on, with low priority, as if on another machine."""
    stand_apart()
    os.nice(10)
    pipe.send(asyncio.run(_attack(server, plan, pipe)))


# ------------------------------------------------------------------ the server
class Memory:
    """Memory of a process and its children in megabytes, sampled twice per second."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.peak = 0
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        while True:
            self.peak = max(self.peak, self.now)
            time.sleep(0.5)

    @property
    def now(self) -> int:
        """Return the current memory."""
        return resident_megabytes(self.pid)


def _print_quantiles(label: str, waits: list[float]) -> list[float]:
    cuts = statistics.quantiles(waits, n=100) if len(waits) > 1 else [0.0] * 99
    picked = [cuts[n] * 1000 for n in (49, 94, 98)]
    p50, p95, p99 = picked
    most = max(waits, default=0.0) * 1000
    print(f"{label}: {len(waits)} actions, p50 {p50:.1f} ms, p95 {p95:.1f} ms, p99 {p99:.1f} ms, longest {most:.0f} ms")
    return picked


def measure(server: str, pid: int, asked: Plan) -> None:
    """Measure a quiet phase, an attack and a rest, then print the results."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    playing = context.Process(target=players, args=(server, asked.games, theirs))
    playing.start()
    ours.recv()
    ear, mouth = context.Pipe()
    attacking = context.Process(target=attack, args=(server, asked, mouth))
    attacking.start()
    ear.recv()
    time.sleep(SETTLE)
    memory, begun, idle = Memory(pid), time.monotonic(), cpu_seconds(pid)
    first = memory.now
    time.sleep(asked.seconds)
    before, alone, quiet, busy = memory.now, held_alone(pid), time.monotonic(), cpu_seconds(pid)
    ear.send("go")
    answers = ear.recv()
    attacked, peak, spent = time.monotonic(), memory.peak, cpu_seconds(pid)
    attacking.join()
    time.sleep(AFTER)
    after, left_alone, rested = memory.now, held_alone(pid), time.monotonic()
    ours.send("enough")
    waits, ended = ours.recv()
    playing.join()
    print(f"{asked.games} games, {asked.seconds:.0f} s each; {asked.sockets} sockets, {asked.rate:.0f} requests/s")
    calm = _print_quantiles("without attacker", [wait for at, wait in waits if begun <= at < quiet])
    hard = _print_quantiles("with attacker   ", [wait for at, wait in waits if quiet <= at < attacked])
    print(f"p95 with / without: {hard[1] / calm[1] if calm[1] else 0.0:.2f}")
    loop = [(busy - idle) / (quiet - begun), (spent - busy) / (attacked - quiet)]
    print(f"the server's own process computes {loop[0]:.0%} of the time without, {loop[1]:.0%} with")
    print(f"memory: {before} MB before, {peak} MB at most, {after} MB {AFTER:.0f} s after")
    print(f"        of it the server's own process {alone} MB before, {left_alone} MB after")
    grown = before + (before - first) * (rested - quiet) / (quiet - begun)
    print(f"        {first} MB when measuring began: by games alone it would be {grown:.0f} MB by then")
    print(f"games that ended: {dict(ended)}")
    for answer, count in sorted(answers.items()):
        print(f"  {count:>6} {answer}")


def main() -> None:
    """Start a server, measure it, and stop it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--sockets", type=int, default=60)
    parser.add_argument("--rate", type=float, default=50.0)
    parser.add_argument("--kinds", nargs="*", default=[kind.__name__ for kind in KINDS])
    given = parser.parse_args()
    asked = Plan(given.games, given.seconds, given.sockets, given.rate, tuple(given.kinds))
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "kamchatka.cli", "serve", "--port", "0", "--quiet", "--lang", "en"]
        paths = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
        with (Path(folder) / "log").open("w") as log:
            server = subprocess.Popen(
                [*command, "--database", str(Path(folder) / "bench.db")],
                stdout=subprocess.PIPE, stderr=log, text=True, env={**os.environ, "PYTHONPATH": paths},
            )  # fmt: skip
        assert server.stdout is not None
        address = next(word for word in server.stdout.readline().split() if word.startswith("http")).rstrip("/")
        try:
            measure(address, server.pid, asked)
            print(f"log: {sum(1 for _ in (Path(folder) / 'log').open())} lines")
        finally:
            server.terminate()
            try:
                server.wait(timeout=20)
            except subprocess.TimeoutExpired:
                server.kill()


if __name__ == "__main__":
    main()
