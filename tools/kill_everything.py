"""Kills whatever a platform is made of, one after the other, while people play: `python -m tools.kill_everything`.

PostgreSQL, NATS, servers and thinkers run as processes of this machine, tables of all editions are in play. After each
fault everybody must be playing again, and everything that any client was ever told is held against the journals: each
acknowledged action there once, nothing shown that is not there, an order that explains it all, every journal readable.
"""

import argparse
import asyncio
import random
import tempfile
import time
from collections import Counter
from itertools import cycle, islice
from pathlib import Path

from kamchatka.editions import EDITIONS
from tests.cluster.evening import Evening, evening
from tests.cluster.faults import Trouble, cuttable
from tests.cluster.parts import LocalPlatform, platform


async def trouble_without_end(parts: LocalPlatform, asked: argparse.Namespace) -> Counter[str]:
    """So many faults, each followed by a full check; how often each was done."""
    random.seed(asked.seed)
    trouble, done, waits = (
        Trouble(parts, asked.seed, (asked.least, asked.most), asked.lease),
        Counter[str](),
        list[float](),
    )
    async with cuttable(parts, trouble, asked.servers):
        await asyncio.gather(*(asyncio.to_thread(parts.think) for _ in range(asked.thinkers)))
        editions = [*islice(cycle(EDITIONS), asked.tables)]
        async with evening(parts, editions, max(0, asked.sockets // asked.tables - 2)) as there:
            await there.goes_on()
            for number, fault in enumerate(islice(trouble.deck(asked.only), asked.faults), 1):
                begun = time.monotonic()
                print(f"{number:4} {fault.__name__:18}", end="", flush=True)
                await fault(trouble)
                returned = time.monotonic()
                waits.append(await there.goes_on(1))
                await there.check(random.sample(there.tables, min(len(there.tables), asked.read)))
                done[fault.__name__] += 1
                print(
                    f"away {returned - begun:5.1f} s, all play again after {waits[-1]:5.1f} s; "
                    f"{len(there.history.acknowledged)} acknowledged",
                    flush=True,
                )
                await renew(there, editions)
            await there.check()
    waits.sort()
    print(f"{done.total()} faults, none lost anything: {dict(done)}")
    print(f"playing again after {waits[len(waits) // 2]:.1f} s (median), {waits[-1]:.1f} s (longest)")
    return done


async def renew(there: Evening, editions: list[str]) -> None:
    """Where a game has ended another begins."""
    over = {player.table for player in there.players if player.is_over}
    for table in over:
        gone = [player for player in there.players if player.table == table]
        there.players = [player for player in there.players if player.table != table]
        await there.lay(random.choice(editions), len(gone) - 2)


def main() -> None:
    """Start everything, and kill it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--faults", type=int, default=200)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--sockets", type=int, default=200)
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--thinkers", type=int, default=2)
    parser.add_argument("--lease", type=float, default=10.0, help="seconds of silence before others take over")
    parser.add_argument("--least", type=float, default=2.0, help="seconds for which a part is away, at least")
    parser.add_argument("--most", type=float, default=20.0, help="… and at most")
    parser.add_argument("--read", type=int, default=5, help="journals read whole after each fault; all at the end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=[], help="faults by name; every kind unless said")
    parser.add_argument("--logs", type=Path, help="a folder for the logs of all parts; a temporary one unless said")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, platform(asked.logs or Path(folder)) as parts:
        asyncio.run(trouble_without_end(parts, asked))


if __name__ == "__main__":
    main()
