"""Events in the database, for as many servers as share it: a row an event, a row an entry of its trail.

Who writes to a trail holds the event's row until all is written, so that its end stays what it was looked at.
"""

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import bindparam, func, insert, select, update

from kamchatka.server.club.keeping.event_store import Draft, new_id
from kamchatka.server.club.keeping.moving_in import move_in
from kamchatka.server.faults import Fault
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.errors import Conflict
from kamchatka.server.storage.one_clock import NOW
from kamchatka.tournament.events.keys import Keys, new_secret
from kamchatka.tournament.events.trail import TrailGrew, TrailRow, renamed

e, n = schema.events, schema.event_entries
TRAIL = (n.c.number, n.c.at, n.c.who, n.c.change, n.c.undoes, n.c.mark)
RENAMED = (
    update(n)
    .where(n.c.event_id == bindparam("event"), n.c.number == bindparam("entry"))
    .values(who=bindparam("doer"), mark=bindparam("sealed"))
)


class StoredEvents:
    """The rows of the database."""

    def __init__(self, database: Database, folder: Path, most: int) -> None:
        self.database = database
        self.folder = folder  # whose files move in
        self.most = most  # events there may be

    async def open(self) -> None:
        """Take in what was kept in files."""
        await move_in(self.folder, self)

    # -------------------------------------------------------------- reading
    async def stamps(self, ids: Collection[str] | None = None) -> dict[str, int]:
        """The events there are, the last changed first; their stamps count changes of the trail and drafts."""
        query = select(e.c.id, e.c.stamp).order_by(e.c.changed.desc(), e.c.id)
        rows = await self.database.rows(query if ids is None else query.where(e.c.id.in_(ids)))
        return {row.id: row.stamp for row in rows}

    async def keys(self, id: str) -> Keys:
        """From the secret in its row."""
        return Keys(bytes.fromhex(await self._of(id, e.c.secret)))

    async def rows(self, id: str, first: int = 1) -> list[TrailRow]:
        """The trail from a number on."""
        query = select(*TRAIL).where(n.c.event_id == id, n.c.number >= first).order_by(n.c.number)
        return [TrailRow._make(row) for row in await self.database.rows(query)]

    async def _of(self, id: str, column: Any) -> Any:
        rows = await self.database.rows(select(column).where(e.c.id == id))
        if not rows:
            raise Fault("not_found")
        return rows[0][0]

    # -------------------------------------------------------------- writing
    async def append(self, id: str, after: str, rows: Sequence[TrailRow]) -> None:
        """One transaction; the number of an entry is its key, so that none is ever there twice."""
        last = select(n.c.mark).where(n.c.event_id == id).order_by(n.c.number.desc()).limit(1)
        async with self.database.begin() as connection:
            await connection.execute(_touched(id).values(changed=NOW))
            if (await connection.execute(last)).scalar() != after:
                raise TrailGrew
            await connection.execute(insert(n), _values(id, rows))

    async def create(self, name: str, rows: Sequence[TrailRow]) -> str:
        """A new event, with keys of its own."""
        if (await self.database.rows(select(func.count()).select_from(e)))[0][0] >= self.most:
            raise Fault("too_many", "events_full")
        id = new_id(name)
        await self.bring_in(id, new_secret(), rows)
        return id

    async def bring_in(self, id: str, secret: str, rows: Sequence[TrailRow]) -> bool:
        """An event that was kept elsewhere, with its id and keys; False if it is here already."""
        try:
            async with self.database.begin() as connection:
                await connection.execute(insert(e).values(id=id, secret=secret, stamp=1, changed=NOW))
                await connection.execute(insert(n), _values(id, rows))
        except Conflict:
            return False
        return True

    async def rename(self, names: Collection[str], name: str) -> None:
        """Event by event, each in one transaction."""
        found = await self.database.rows(select(n.c.event_id).where(n.c.who.in_(names)).distinct())
        for event in found:
            query = select(*TRAIL).where(n.c.event_id == event.event_id).order_by(n.c.number)
            async with self.database.begin() as connection:
                await connection.execute(_touched(event.event_id))
                rows = [TrailRow._make(row) for row in await connection.execute(query)]
                await connection.execute(
                    RENAMED,
                    [
                        {"event": event.event_id, "entry": row.number, "doer": row.who, "sealed": row.mark}
                        for row in renamed(rows, names, name)
                    ],
                )

    # -------------------------------------------------------------- draws that are not published
    async def draft(self, id: str) -> Draft | None:
        """Whichever server drew it."""
        stored = await self._of(id, e.c.draft)
        return None if stored is None else msgspec.json.decode(stored, type=Draft)

    async def keep_draft(self, id: str, draft: Draft) -> None:
        """For all servers."""
        await self.database.do(_touched(id).values(draft=msgspec.json.encode(draft)))

    async def drop_draft(self, id: str, draft: Draft) -> None:
        """Unless there is another one."""
        same = e.c.draft == msgspec.json.encode(draft)
        await self.database.do(_touched(id).where(same).values(draft=None))


def _touched(id: str) -> Any:
    """An event's row has changed; whoever changes it holds it to the end of the transaction."""
    return update(e).where(e.c.id == id).values(stamp=e.c.stamp + 1)


def _values(id: str, rows: Sequence[TrailRow]) -> list[dict[str, Any]]:
    return [{"event_id": id, **row._asdict()} for row in rows]
