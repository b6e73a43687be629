"""Measure one server under load: `python -m tools.bench.server [--games 100 250 400 1000] [--seconds 30]`.

Starts a server on a fresh SQLite file and fills it step by step. Each table has `--people` people, and bots in the
other seats up to four. People hurry through the first 80 actions and then answer after 0.5 to 1.5 seconds. `--sockets`
screens watch each table, spectators included. Reported at each step:

- how fast the new games started, at the server's maximum speed
- latency from an action to its `done` (durable), and to the last screen at the table
- actions per second
- CPU time of the server, its bots and the clients
- server memory per table, socket and action

`--server-on 0 --clients-on 1` pins both to different cores, so that neither waits for the other.
"""

import argparse
import asyncio
import os
import signal
import tempfile
import time
from pathlib import Path

import msgspec
import uvloop

from tests.cluster.parts import PLENTY
from tests.server.running import Server
from tools.load.house import House
from tools.load.processes import collect_seldom, computing, cores, memory, own_computing, pin
from tools.load.report import HEAD, Reading

SETTLING = 3.0  # seconds between the start of the last game and the first measured action
ROOM = {"open_in_all": "100000", "tables_per_player": "1000"}


async def fill(server: Server, asked: argparse.Namespace) -> None:
    """Fill the server step by step and measure each step."""
    assert server.process is not None
    house, pid = House([server.address], asked.people, asked.sockets, asked.pace), server.process.pid
    print(HEAD)
    for games in asked.games:
        new, empty, begun = games - len(house.tables), memory(pid), time.perf_counter()
        await house.lay(games)
        laid, laid_at = memory(pid), time.perf_counter()
        await house.open()
        opened, opened_at = memory(pid), time.perf_counter()
        print(
            f"{'':12} {new} tables are laid in {laid_at - begun:.0f} s, opened in {opened_at - laid_at:.0f} s",
            flush=True,
        )
        collect_seldom()
        acted, took = await house.warm_up()
        print(f"{'':12} {new} games come under way: {acted / took:.0f} actions/s, while the others wait", flush=True)
        await asyncio.sleep(SETTLING)
        played = memory(pid)
        if asked.parts:
            os.kill(pid, signal.SIGUSR1)
        measured = await measure(house, pid, asked.seconds)
        if asked.parts:
            os.kill(pid, signal.SIGUSR1)
            await asyncio.sleep(1.0)
            print_parts(server.log, measured)
        print(
            f"{'':12} memory: {(laid - empty) / 1000 / new:.0f} kB a table, "
            f"{(opened - laid) / 1000 / new / asked.sockets:.0f} kB a socket, "
            f"{(played - opened) / 1000 / acted:.2f} kB an action; {memory(pid) / 1e6:.0f} MB in all",
            flush=True,
        )
    await house.close()


def print_parts(log: Path, acted: int) -> None:
    """Print the CPU time of the server's main thread per action, by part."""
    last = [line for line in log.read_text().splitlines() if line.startswith('{"')][-1]
    spent = {part: int(spent) / 1000 / acted for part, spent in msgspec.json.decode(last).items()}
    for part, each in sorted(spent.items(), key=lambda one: -one[1]):
        print(f"{'':12} {part:24} {each:7.1f} µs an action")
    print(f"{'':12} {'together':24} {sum(spent.values()):7.1f}")


async def measure(house: House, pid: int, seconds: float) -> int:
    """Let people play, print the results, and return the number of actions."""
    heard, timings, begun = house.heard, house.begin(), time.perf_counter()
    spent = own_computing(pid), computing(pid), time.process_time()
    await asyncio.sleep(seconds)
    took = time.perf_counter() - begun
    own, family, clients = own_computing(pid) - spent[0], computing(pid) - spent[1], time.process_time() - spent[2]
    acted = max(1, timings.acted)
    sockets = sum(len(table.sockets) for table in house.tables)
    print(Reading("", len(house.tables), sockets, took, timings, house.heard - heard).line())
    print(
        f"{'':12} computing: server {1000 * own / acted:.2f} ms an action ({100 * own / took:.0f} % of a core), "
        f"bots and workers {1000 * (family - own) / acted:.2f}, clients {1000 * clients / acted:.2f} "
        f"({100 * clients / took:.0f} % of a core); {house.lost} sockets lost"
    )
    return acted


def main() -> None:
    """Start a server, fill it, stop it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, nargs="+", default=[100, 250, 400, 1000])
    parser.add_argument("--people", type=int, default=4)
    parser.add_argument("--sockets", type=int, default=4, help="at each table")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds of thought, about")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--parts", action="store_true", help="with a stopwatch on each part of an action")
    parser.add_argument("--server-on", type=cores, default=set())
    parser.add_argument("--clients-on", type=cores, default=set())
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = "tools.load.timed_server" if asked.parts else "kamchatka.cli"
        server = Server(
            str(Path(folder) / "bench.db"), Path(folder) / "log", program, bot_seconds=str(asked.pace), **PLENTY, **ROOM
        )
        try:
            server.start()
            assert server.process is not None
            anywhere = os.sched_getaffinity(0)
            pin(os.getpid(), asked.clients_on)  # this also applies to child processes; the server has its own cores
            pin(server.process.pid, asked.server_on or anywhere)
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                runner.run(fill(server, asked))
        except TimeoutError:
            print(f"The server's log ends with:\n{server.log.read_text()[-3000:]}")
            raise
        finally:
            server.stop()


if __name__ == "__main__":
    main()
