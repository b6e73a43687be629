"""Events in the database, shared by any number of servers: a row per event and a row per log entry.

A writer locks the event's row until its transaction ends, so that nobody else can append to the log meanwhile.
"""

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import bindparam, func, insert, select, update

from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.server.club.keeping.event_store import FILES_KEY, OWN, Draft, new_id
from kamchatka.server.club.keeping.moving_in import move_in
from kamchatka.server.faults import Fault
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.database_clock import NOW
from kamchatka.server.storage.errors import Conflict
from kamchatka.server.storage.server_keys import server_key
from kamchatka.tournament.events.keys import Keys, new_secret
from kamchatka.tournament.events.trail import TrailGrew, TrailRow, without_author

e, n = schema.events, schema.event_entries
TRAIL = (n.c.number, n.c.at, n.c.who, n.c.change, n.c.undoes, n.c.mark, n.c.author_id)
COLUMNS = ("event_id", *(column.name for column in TRAIL))
REWRITTEN = (
    update(n)
    .where(n.c.event_id == bindparam("event"), n.c.number == bindparam("entry"))
    .values(who=bindparam("doer"), mark=bindparam("sealed"), author_id=bindparam("author"))
)


class StoredEvents:
    """Event storage in database rows."""

    def __init__(self, database: Database, folder: Path, most: int) -> None:
        self.database = database
        self.folder = folder  # folder with event files to migrate
        self.most = most  # maximum number of events

    async def open(self) -> None:
        """Migrate the events that are stored in files."""
        await move_in(self.folder, self, await server_key(self.database, FILES_KEY))

    # -------------------------------------------------------------- reading
    async def stamps(self, ids: Collection[str] | None = None) -> dict[str, int]:
        """Return the events' stamps, last changed first. A stamp counts changes to the log and the draft."""
        query = select(e.c.id, e.c.stamp).order_by(e.c.changed.desc(), e.c.id)
        rows = await self.database.rows(query if ids is None else query.where(e.c.id.in_(ids)))
        return {row.id: row.stamp for row in rows}

    async def keys(self, id: str) -> Keys:
        """Derive the keys from the secret in the event's row."""
        return Keys(bytes.fromhex(await self._of(id, e.c.secret)))

    async def rows(self, id: str, first: int = 1) -> list[TrailRow]:
        """Return the log from entry `first` on."""
        query = select(*TRAIL).where(n.c.event_id == id, n.c.number >= first).order_by(n.c.number)
        return [TrailRow._make(row) for row in await self.database.rows(query)]

    async def _of(self, id: str, column: Any) -> Any:
        rows = await self.database.rows(select(column).where(e.c.id == id))
        if not rows:
            raise Fault("not_found")
        return rows[0][0]

    # -------------------------------------------------------------- writing
    async def append(self, id: str, after: str, rows: Sequence[TrailRow]) -> None:
        """Append rows in one transaction. The key contains the entry number, which prevents duplicates."""
        last = select(n.c.mark).where(n.c.event_id == id).order_by(n.c.number.desc()).limit(1)
        async with self.database.begin() as connection:
            await connection.execute(_touch(id).values(changed=NOW))
            if (await connection.execute(last)).scalar() != after:
                raise TrailGrew
            await connection.execute(insert(n), _values(id, rows))

    async def create(self, name: str, rows: Sequence[TrailRow]) -> str:
        """Create an event with new keys."""
        ours = select(func.count()).select_from(e).where(~e.c.id.startswith(OWN, autoescape=True))
        if (await self.database.rows(ours))[0][0] >= self.most:
            raise Fault("too_many", "events_full")
        id = new_id(name)
        await self.bring_in(id, new_secret(), rows)
        return id

    async def create_own(self, id: str, rows: Sequence[TrailRow]) -> None:
        """Create the event with new keys, unless it exists."""
        await self.bring_in(id, new_secret(), rows)

    async def bring_in(self, id: str, secret: str, rows: Sequence[TrailRow]) -> bool:
        """Insert an existing event with its id and secret. Return False if it already exists."""
        try:
            async with self.database.begin() as connection:
                await connection.execute(insert(e).values(id=id, secret=secret, stamp=1, changed=NOW))
                await connection.execute(insert(n), _values(id, rows))
        except Conflict:
            return False
        return True

    async def list_events_by(self, author: int) -> list[tuple[str, int]]:
        """Search the author column for a user's entries."""
        query = select(n.c.event_id, n.c.number).where(n.c.author_id == author).order_by(n.c.event_id, n.c.number)
        return [(row.event_id, row.number) for row in await self.database.rows(query)]

    async def forget_author(self, author: int, name: str) -> None:
        """Replace the author in one event after the other, with a transaction for each."""
        found = await self.database.rows(select(n.c.event_id).where(n.c.author_id == author).distinct())
        for event in found:
            query = select(*TRAIL).where(n.c.event_id == event.event_id).order_by(n.c.number)
            async with self.database.begin() as connection:
                await connection.execute(_touch(event.event_id))
                rows = [TrailRow._make(row) for row in await connection.execute(query)]
                await connection.execute(
                    REWRITTEN,
                    [
                        {
                            "event": event.event_id,
                            "entry": row.number,
                            "doer": row.who,
                            "sealed": row.mark,
                            "author": row.author,
                        }
                        for row in without_author(rows, author, name)
                    ],
                )

    # -------------------------------------------------------------- unpublished draws
    async def draft(self, id: str) -> Draft | None:
        """Return the draw, regardless of which server made it."""
        stored = await self._of(id, e.c.draft)
        return None if stored is None else msgspec.json.decode(stored, type=Draft)

    async def keep_draft(self, id: str, draft: Draft) -> None:
        """Store the draw for all servers."""
        await self.database.do(_touch(id).values(draft=msgspec.json.encode(draft)))

    async def drop_draft(self, id: str, draft: Draft) -> None:
        """Drop the draw, unless another one has replaced it."""
        same = e.c.draft == msgspec.json.encode(draft)
        await self.database.do(_touch(id).where(same).values(draft=None))


def _touch(id: str) -> Any:
    """Return an update that increments an event's stamp and locks its row until the transaction ends."""
    return update(e).where(e.c.id == id).values(stamp=e.c.stamp + 1)


def _values(id: str, rows: Sequence[TrailRow]) -> list[JsonObject]:
    return [dict(zip(COLUMNS, (id, *row), strict=True)) for row in rows]
