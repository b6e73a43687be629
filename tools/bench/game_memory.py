"""Measure the memory that long games cost a server: `python -m tools.bench.game_memory [--tables 10] [--entries 2000]`.

One guest watches tables of random bots, whose games rarely end. The same games are played twice in separate processes:
with all entries kept in memory, as servers once did, and with only the latest ones. Bots decide within the process, so
that only the server is measured. A row is printed for each further quarter of the entries.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from kamchatka.server.bots.thinkers import LocalThinkers
from kamchatka.server.bots.thinking import BotSpec, Key, think
from kamchatka.server.game_server import GameServer
from kamchatka.server.presentation import replica
from kamchatka.server.presentation.listener import Listener
from kamchatka.server.protocol.payloads import SeatForm, TableForm
from kamchatka.server.settings import ServerSettings
from tools.load.processes import memory

ROWS = 4
FOREVER = 1 << 40  # entries


class ThinkersHere(LocalThinkers):
    """Bots that decide in the server's process."""

    async def think(self, spec: BotSpec, position: str, payer: str) -> Key:
        return think(spec, position)


async def watch(server: GameServer, tables: int, entries: int) -> None:
    """Watch random bots at several tables, and print the server's memory."""
    guest = await server.accounts.guest("Watcher", "cookie")
    reached = [asyncio.Event() for _ in range(ROWS)]
    waiting = [tables] * ROWS

    async def look(listener: Listener, id: str) -> None:
        live_table, row = await server.live_tables.open(id), 0
        await live_table.room.submit(lambda: live_table.handler.enter(listener, None))
        while row < ROWS and await listener.outbox.get() is not None:
            match = live_table.room.match
            is_over = match is not None and match.is_over  # the game ended by chance, so there are no further entries
            while row < ROWS and match and (is_over or match.version >= entries * (row + 1) // ROWS):
                waiting[row] -= 1
                if not waiting[row]:
                    reached[row].set()
                row += 1
        live_table.room.bots.stop()

    form = TableForm("original", tuple(SeatForm("bot", "random") for _ in range(4)))
    begun = memory(os.getpid())
    print(f"{0:>10} {begun / 2**20:>8.1f}")
    ids = [await server.tables.lay(form, guest) for _ in range(tables)]
    looking = [asyncio.create_task(look(Listener(guest, "en"), id)) for id in ids]
    for row, event in enumerate(reached):
        await event.wait()
        print(f"{entries * (row + 1) // ROWS:>10} {memory(os.getpid()) / 2**20:>8.1f}", flush=True)
    await asyncio.gather(*looking)
    grown = memory(os.getpid()) - begun
    print(f"grown by {grown / 2**20:.1f} MB, {grown / 1024 / tables / entries:.2f} kB an entry")


async def measure(tables: int, entries: int) -> None:
    """Play the games on a server in this process."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite+aiosqlite:///{Path(folder) / 'games.db'}"
        settings = ServerSettings(
            database=database, bot_seconds=0.0, entries_per_game=10 * entries, tables_per_player=tables
        )
        server = GameServer(settings)
        server.bot_pool.thinkers = ThinkersHere(1)
        await server.open()
        try:
            await watch(server, tables, entries)
        finally:
            await server.close()


def main() -> None:
    """Measure memory with all entries kept, and with only the latest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--entries", type=int, default=2000)
    parser.add_argument("--keep", choices=["all", "latest", "both"], default="both")
    args = parser.parse_args()
    if args.keep == "both":
        for keep in ("all", "latest"):
            print(f"{keep} entries in memory: {args.tables} tables\n{'entries':>10} {'MB':>8}", flush=True)
            sizes = ["--tables", str(args.tables), "--entries", str(args.entries)]
            subprocess.run([sys.executable, "-m", "tools.bench.game_memory", "--keep", keep, *sizes], check=True)
        return
    if args.keep == "all":
        replica.KEPT = FOREVER
    asyncio.run(measure(args.tables, args.entries))


if __name__ == "__main__":
    main()
