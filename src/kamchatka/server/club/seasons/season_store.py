"""Seasons in the database, shared by any number of servers: a row per season and a row per change.

A change is composed for the season as it was read. If another organiser was faster, the change's number is already
taken: nothing is written, and the change is composed again.
"""

from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy import func, insert, select, update

from kamchatka.server.clock import wall_time
from kamchatka.server.club.keeping.event_store import new_id
from kamchatka.server.faults import Fault
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database, StoredRow
from kamchatka.server.storage.database_clock import NOW
from kamchatka.server.storage.errors import Conflict
from kamchatka.tournament.events.keys import Keys, new_secret
from kamchatka.tournament.seasons.season import AnySeasonChange

s, c = schema.seasons, schema.season_changes
LARGEST = 4_000_000  # maximum bytes of all changes of a season
MOST_CHANGES = 3000
ATTEMPTS = 30  # attempts to append if other writers are faster; then the caller gets a Fault

_encode = msgspec.json.Encoder().encode


class StoredSeason(msgspec.Struct, frozen=True):
    """A season as it is stored: each change in JSON, with its time."""

    id: str
    changes: tuple[bytes, ...]
    times: tuple[str, ...]


class SeasonGrowth(msgspec.Struct, frozen=True):
    """Changes to append, and the number of the season's events after them."""

    changes: Sequence[AnySeasonChange]
    events: int


Compose = Callable[[StoredSeason], Awaitable[SeasonGrowth]]


class SeasonStore:
    """All seasons of one or several servers."""

    def __init__(self, database: Database, most: int) -> None:
        self.database = database
        self.most = most  # maximum number of seasons

    async def rows(self) -> Sequence[StoredRow]:
        """Return id, name and number of events of each season, last changed first."""
        return await self.database.rows(select(s.c.id, s.c.name, s.c.events).order_by(s.c.changed.desc(), s.c.id))

    async def keys(self, id: str) -> Keys:
        """Return the keys of a season; raise a Fault if it doesn't exist."""
        found = await self.database.rows(select(s.c.secret).where(s.c.id == id))
        if not found:
            raise Fault("not_found")
        return Keys(bytes.fromhex(found[0].secret))

    async def read(self, id: str) -> StoredSeason:
        """Return a season; raise a Fault if it doesn't exist."""
        rows = await self.database.rows(select(c.c.at, c.c.change).where(c.c.season_id == id).order_by(c.c.number))
        if not rows:
            raise Fault("not_found")
        return StoredSeason(id, tuple(row.change for row in rows), tuple(row.at for row in rows))

    async def create(self, name: str, growth: SeasonGrowth) -> str:
        """Create a season. Return its id, which is derived from its name."""
        if (await self.database.rows(select(func.count()).select_from(s)))[0][0] >= self.most:
            raise Fault("too_many", "seasons_full")
        id, lines = new_id(name), _encode_checked(growth.changes, 0, 0)
        row = {"id": id, "secret": new_secret(), "name": name, "events": growth.events, "size": sum(map(len, lines))}
        await self.database.do(insert(s).values(**row, changed=NOW), *_inserts(id, lines, 1))
        return id

    async def append(self, id: str, compose: Compose) -> int:
        """Append the changes that are composed for the current season. Return its new number of changes."""
        for _ in range(ATTEMPTS):
            known = await self.read(id)
            growth = await compose(known)
            count, size = len(known.changes), sum(map(len, known.changes))
            if not growth.changes:
                return count
            lines = _encode_checked(growth.changes, count, size)
            values = {"events": growth.events, "size": size + sum(map(len, lines)), "changed": NOW}
            try:
                await self.database.do(*_inserts(id, lines, count + 1), update(s).where(s.c.id == id).values(**values))
            except Conflict:
                continue
            return count + len(lines)
        raise Fault("stale")


def _encode_checked(changes: Sequence[AnySeasonChange], count: int, size: int) -> list[bytes]:
    """Encode changes; raise a Fault if the season would become too large."""
    lines = [_encode(change) for change in changes]
    if count + len(lines) > MOST_CHANGES or size + sum(map(len, lines)) > LARGEST:
        raise Fault("too_large", "season_too_large")
    return lines


def _inserts(id: str, lines: Sequence[bytes], first: int) -> list[Any]:
    at = datetime.fromtimestamp(wall_time(), UTC).isoformat(timespec="seconds")
    return [
        insert(c).values(season_id=id, number=number, at=at, change=line)
        for number, line in enumerate(lines, start=first)
    ]
