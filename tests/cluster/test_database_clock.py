"""Leases use one clock, whatever a server's wall clock says, and whatever the database's clock said before."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import pytest

from kamchatka.server.bus.local_bus import LocalBus
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.leases import OwnedElsewhere
from kamchatka.server.storage.stored_leases import StoredLeases
from tests.cluster.parts import LocalPlatform
from tests.cluster.players import Member
from tests.server.together import together

DAY = 86_400.0
SEEN = "INSERT INTO servers (id, seen) VALUES ('another', extract(epoch FROM clock_timestamp()) + $1)"


@asynccontextmanager
async def table_of_another(parts: LocalPlatform, seen: float) -> AsyncIterator[tuple[StoredLeases, str]]:
    """Create a table whose owner's last heartbeat is this many seconds ahead, and a server that would take it."""
    member = await Member([parts.servers[0].address], "Ada").come()
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    table = (await member.ask("POST", "/api/tables", {"edition": "modern", "seats": seats}))["id"]
    connection, database = await asyncpg.connect(parts.plain_database), Database(parts.database, shared=True)
    await connection.execute(SEEN, seen)
    await connection.execute("UPDATE tables SET owner = 'another' WHERE id = $1", table)
    bus = LocalBus()
    await bus.open(lambda: None, lambda: None)
    leases = StoredLeases("me", database, bus, 30.0)
    database.begin_writing()
    await leases.open(lambda news: None)
    try:
        yield leases, table
    finally:
        await leases.close()
        await connection.execute("DELETE FROM servers WHERE id = 'another'")
        await connection.close()
        await database.close()
        await member.http.aclose()


@together
async def test_who_has_spoken_keeps_its_tables_and_who_was_silent_does_not(parts: LocalPlatform) -> None:
    async with table_of_another(parts, 0.0) as (leases, table):
        with pytest.raises(OwnedElsewhere):
            await leases.claim(table)
    async with table_of_another(parts, -40.0) as (leases, table):
        assert await leases.claim(table)


@together
async def test_who_spoke_before_the_database_s_clock_was_put_back_is_not_waited_for(parts: LocalPlatform) -> None:
    """Otherwise a server that died just before would keep its tables for a day."""
    async with table_of_another(parts, DAY) as (leases, table):
        assert await leases.claim(table)


@together
async def test_a_server_whose_clock_leaps_knows_the_time(parts: LocalPlatform, monkeypatch: pytest.MonkeyPatch) -> None:
    async with table_of_another(parts, -40.0) as (leases, table):
        epoch = await leases.claim(table)
        assert epoch is not None
        known, real = leases.now(), time.time
        monkeypatch.setattr(time, "time", lambda: real() + DAY)
        assert leases.holds(table, epoch)
        assert 0.0 <= leases.now() - known < DAY / 2
