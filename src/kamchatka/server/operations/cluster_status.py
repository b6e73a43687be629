"""Which servers of a platform live, and which tables each of them owns, as the database knows it."""

import asyncio
from collections import defaultdict

import msgspec
from sqlalchemy import select

from kamchatka.kernel.problem import Problem
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.database_clock import NOW
from kamchatka.server.storage.opening import explain_error, sqlite_file

t, s = schema.tables, schema.servers


class OwnedTable(msgspec.Struct, frozen=True):
    """A table that a server runs."""

    id: str
    status: str  # waiting, playing, over
    round: int
    epoch: int  # how often the table has changed its owner


class ServerSeen(msgspec.Struct, frozen=True):
    """A server: `silent` is the time since its last sign of life in seconds, None if it has left none."""

    id: str
    silent: float | None
    is_alive: bool
    tables: tuple[OwnedTable, ...]


def servers_of(url: str, lease_seconds: float) -> list[ServerSeen]:
    """Return every server that runs, ran recently or owns a table, those with most tables first."""
    file = sqlite_file(url)
    if file is not None and not file.is_file():
        raise Problem("backup.no_database", file=file)
    return asyncio.run(_servers_of(url, lease_seconds))


async def _servers_of(url: str, lease_seconds: float) -> list[ServerSeen]:
    database = Database(url)
    try:
        if not await database.is_current():
            raise Problem("transfer.other_version")
        lives = await database.rows(select(s.c.id, (NOW - s.c.seen).label("silent")))
        seen = {str(row.id): float(row.silent) for row in lives}
        rows = await database.rows(
            select(t.c.owner, t.c.id, t.c.status, t.c.round, t.c.epoch).where(t.c.owner != "").order_by(t.c.id)
        )
    except Exception as error:
        raise explain_error(error, url) from None
    finally:
        await database.close()
    owned = defaultdict[str, list[OwnedTable]](list)
    for row in rows:
        owned[row.owner].append(OwnedTable(row.id, row.status, row.round, row.epoch))
    found = [
        ServerSeen(id, seen.get(id), abs(seen.get(id, lease_seconds)) < lease_seconds, tuple(owned[id]))
        for id in seen.keys() | owned.keys()
    ]
    return sorted(found, key=lambda server: (-len(server.tables), server.id))
