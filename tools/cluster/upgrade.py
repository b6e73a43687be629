"""Measure an upgrade under load: `python -m tools.cluster.upgrade [--tables 12] [--sockets 48]`.

People play through a proxy while a client keeps requesting a page. Servers are stopped (SIGTERM) and restarted one by
one. Reported: errors seen by any client (every close code except 1012, "come again"), and how long screens stood still,
from the end of a socket to the first scene on the next one.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from collections import Counter
from itertools import cycle, islice
from pathlib import Path

import httpx

from kamchatka.editions import EDITIONS
from tests.cluster.evening import Evening, evening
from tests.cluster.parts import LocalPlatform, platform
from tools.cluster.local import RoundRobin, start

COME_AGAIN = 1012
PAGE_EVERY = 0.1  # seconds


async def ask_for_pages(address: str, answers: Counter[str]) -> None:
    """Request pages forever, each time as a new visitor."""
    while True:
        async with httpx.AsyncClient(timeout=20.0, trust_env=False) as browser:
            try:
                answers[str((await browser.get(f"{address}/api/me")).status_code)] += 1
            except httpx.HTTPError as error:
                answers[type(error).__name__] += 1
        await asyncio.sleep(PAGE_EVERY)


async def upgrade(parts: LocalPlatform, asked: argparse.Namespace) -> None:
    """Run the upgrade and print what clients saw."""
    proxy = await RoundRobin(lambda: [server.port for server in parts.servers]).open(0)
    address = f"http://127.0.0.1:{proxy.sockets[0].getsockname()[1]}"
    editions, answers = [*islice(cycle(EDITIONS), asked.tables)], Counter[str]()
    async with evening(parts, editions, max(0, asked.sockets // asked.tables - 2), [address]) as there:
        await there.goes_on()
        pages = asyncio.create_task(ask_for_pages(address, answers))
        for server in parts.servers:
            begun = time.monotonic()
            await asyncio.to_thread(server.stop)
            gone = time.monotonic()
            await there.goes_on(1)
            await asyncio.to_thread(server.start)
            print(f"left in {gone - begun:.1f} s, back after {time.monotonic() - gone:.1f} s", flush=True)
            await there.goes_on(1)
        pages.cancel()
        await there.check()
        tell(there, answers)
    proxy.close()


def tell(there: Evening, answers: Counter[str]) -> None:
    """Print the figures."""
    codes = Counter(code for player in there.players for code in player.closed)
    failures = Counter(failure for player in there.players for failure in player.failures)
    pauses = sorted(pause for player in there.players for pause in player.pauses)
    errors = sum(count for code, count in codes.items() if code != COME_AGAIN) + failures.total()
    errors += sum(count for answer, count in answers.items() if answer != "200")
    print(f"{len(there.players)} sockets at {len(there.tables)} tables; {len(there.history.acknowledged)} acknowledged")
    print(f"sockets closed with {dict(codes)}, failures {dict(failures)}; pages {dict(answers)}: {errors} errors")
    print(f"pauses: median {statistics.median(pauses):.2f} s, longest {pauses[-1]:.2f} s")


def main() -> None:
    """Start everything and run the upgrade."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--sockets", type=int, default=48)
    parser.add_argument("--servers", type=int, default=3)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, platform(Path(folder)) as parts:
        start(parts, asked.servers, 1)
        asyncio.run(upgrade(parts, asked))


if __name__ == "__main__":
    main()
