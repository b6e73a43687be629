"""A server that has lost its tables without noticing: its writes are refused, and without the fence the test shows it.

One of two servers always believes that it owns its tables and sends only one heartbeat: the other takes them after
eight seconds, and both would play. The history checker must find nothing as long as the database has its rules, and
must find two games in one once they are removed.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import pytest

from tests.cluster.history import History
from tests.cluster.parts import LocalPlatform
from tests.cluster.players import Member, TablePlayer
from tests.cluster.stored import full_check
from tests.server.running import Server
from tests.server.together import together

PATIENCE = 120.0
# A random game to world conquest takes thousands of actions, so it doesn't end before a scene was shown.
LONG_GAME = {"edition": "classic", "seats": [{"kind": "me"}, *({"kind": "bot", "bot": "random"} for _ in range(2))]}
UNFENCED = (
    "ALTER TABLE tables DROP CONSTRAINT fenced",
    "ALTER TABLE entries DROP CONSTRAINT entries_pkey",
    "ALTER TABLE entries DROP CONSTRAINT one_deed_a_nonce",
)


@pytest.fixture
def two(parts: LocalPlatform, tmp_path: Path) -> Iterator[LocalPlatform]:
    """Start a database and two servers that disagree."""
    running = LocalPlatform(parts.postgres, parts.nats, tmp_path)
    try:
        with ThreadPoolExecutor() as threads:
            list(threads.map(lambda seconds: running.serve(lease_seconds=seconds), ("1000000", "8")))
        running.servers.sort(key=lambda server: -float(server.settings["lease_seconds"]))
        yield running
    finally:
        running.stop()


class TwoScreens:
    """One player at one table, connected to both servers at once."""

    def __init__(self, parts: LocalPlatform) -> None:
        self.parts = parts
        self.history = History()
        self.members: list[Member] = []
        self.screens: list[TablePlayer] = []
        self.tasks: list[asyncio.Task[None]] = []

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """Create the table, sit down, and leave again; a timeout reports what was received."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self.play()
                yield
        except TimeoutError:
            failures = [screen.failures for screen in self.screens]
            raise AssertionError(f"waited in vain: {self.screens}, {failures}") from None
        finally:
            await self.stop()

    async def play(self) -> None:
        """Create the table at the server that never gives it up, and sit down."""
        sure, other = self.parts.servers
        ada = await Member([sure.address], "Ada").come()
        table = (await ada.ask("POST", "/api/tables", LONG_GAME))["id"]
        self.members = [ada, _elsewhere(ada, sure), _elsewhere(ada, other)]
        self.screens = [TablePlayer(member, table, self.history) for member in self.members[1:]]
        for screen in self.screens:  # the first screen has a scene before the second one opens
            self.tasks.append(asyncio.create_task(screen.play()))
            await screen.until(lambda screen=screen: screen.version)  # type: ignore[misc]

    async def check(self) -> list[str]:
        """Return what the checker finds."""
        return await full_check(self.parts.plain_database, self.history, [self.screens[0].table])

    async def stop(self) -> None:
        """Stop playing."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for member in self.members:
            await member.http.aclose()


def _elsewhere(member: Member, server: Server) -> Member:
    """Return the same user at another server."""
    other = Member([server.address], member.name)
    other.cookie, other.csrf = member.cookie, member.csrf
    return other


async def _epoch(parts: LocalPlatform, table: str) -> int:
    connection = await asyncpg.connect(parts.plain_database)
    try:
        return int(await connection.fetchval("SELECT epoch FROM tables WHERE id = $1", table))
    finally:
        await connection.close()


@together
async def test_only_the_fence_keeps_two_games_out_of_one_journal(two: LocalPlatform) -> None:
    """With it the former owner can't write; without it both servers write, and the checker detects that."""
    with_fence = TwoScreens(two)
    async with with_fence.playing():
        sure = with_fence.screens[0]
        await sure.until(lambda: sure.closed or sure.pauses)  # it has written nothing, and disconnects its clients
        while await _epoch(two, sure.table) == 1:
            await asyncio.sleep(0.1)
        acknowledged = with_fence.history.acknowledged
        wanted = len(acknowledged) + 6
        await asyncio.gather(*(one.until(lambda: len(acknowledged) >= wanted) for one in with_fence.screens))
        assert await with_fence.check() == []

    connection = await asyncpg.connect(two.plain_database)
    for rule in UNFENCED:
        await connection.execute(rule)
    await connection.close()
    without = TwoScreens(two)
    async with without.playing():
        while not (found := await without.check()):
            await asyncio.sleep(0.2)
    assert any("the journal has lines" in one for one in found), found
