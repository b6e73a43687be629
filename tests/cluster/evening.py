"""An evening on a platform: tables of several editions with two people and a bot each, and spectators."""

import asyncio
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager

from tests.cluster.history import History
from tests.cluster.parts import LocalPlatform
from tests.cluster.players import PACE, Member, TablePlayer
from tests.cluster.stored import full_check

LONG = 10.0  # seconds worth reporting
PATIENCE = 120.0  # seconds; generous, for busy machines


class Evening:
    """Some running tables with all their clients."""

    def __init__(self, parts: LocalPlatform, pace: float) -> None:
        self.parts = parts
        self.pace = pace  # thinking time in seconds
        self.history = History()
        self.members: list[Member] = []
        self.tables: list[str] = []  # all tables ever created
        self.players: list[TablePlayer] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def lay(self, edition: str, watchers: int) -> None:
        """Create a table where all clients begin to play."""
        ada, bruno, *others = self.members
        seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot"}]
        table = (await ada.ask("POST", "/api/tables", {"edition": edition, "seats": seats}))["id"]
        try:
            await bruno.ask("POST", f"/api/tables/{table}/join", {})
        except AssertionError:  # the response to the first attempt was lost, but the table exists
            seats = (await bruno.ask("GET", f"/api/tables/{table}"))["seats"]
            if bruno.name not in [seat["name"] for seat in seats]:
                raise
        self.tables.append(table)
        watching = [others[number % len(others)] for number in range(watchers)] if others else []
        players = [TablePlayer(member, table, self.history, self.pace) for member in (ada, bruno, *watching)]
        self.players += players
        self.tasks += [asyncio.create_task(player.play()) for player in players]

    async def goes_on(self, by: int = 4) -> float:
        """Wait until every player at every table has seen progress; return the seconds that this took."""
        wanted = {player: player.version + by for player in self.players}
        begun = time.monotonic()
        waiting = asyncio.create_task(_wait_for(wanted))
        try:
            while not waiting.done():
                playing = {task for task in self.tasks if not task.done()}
                done, _ = await asyncio.wait({waiting, *playing}, timeout=LONG, return_when=asyncio.FIRST_COMPLETED)
                for task in self.tasks:
                    if task.done() and not task.cancelled():
                        task.result()  # a client failed, not the platform
                late = [one for one in self.players if one.version < wanted[one] and not one.is_over]
                assert time.monotonic() - begun < PATIENCE, late
                if not done:
                    print(f"\nafter {LONG:.0f} s {len(late)} still wait, as {late[:3]}", flush=True)
        finally:
            waiting.cancel()
        return time.monotonic() - begun

    async def check(self, read: Sequence[str] | None = None) -> None:
        """Check all that clients received, and the journals and scenes of some or all tables."""
        begun = time.monotonic()
        found = await full_check(self.parts.plain_database, self.history, self.tables, read)
        assert not found, "; ".join(found)
        self.history.settle(self.tables if read is None else read, begun)


@asynccontextmanager
async def evening(
    parts: LocalPlatform, editions: Sequence[str], watchers: int = 1, addresses: Sequence[str] = (), pace: float = PACE
) -> AsyncIterator[Evening]:
    """Start a table and spectators for each named edition. Clients know all servers, or these addresses."""
    there, known = Evening(parts, pace), addresses or [server.address for server in parts.servers]
    there.members = [await Member([*known], name).come() for name in ("Ada", "Bruno", "Carla")]
    try:
        for edition in editions:
            await there.lay(edition, watchers)
        yield there
    finally:
        for task in there.tasks:
            task.cancel()
        await asyncio.gather(*there.tasks, return_exceptions=True)
        for member in there.members:
            await member.http.aclose()


async def _wait_for(wanted: Mapping[TablePlayer, int]) -> None:
    """Wait until each player has been shown a version, or the end of the game."""
    for player, version in wanted.items():
        await player.until(lambda player=player, version=version: player.is_over or player.version >= version)  # type: ignore[misc]
