"""Deletes an account: its name disappears from all tables, journals and remarks, and the games remain.

The lines of a journal are chained by marks. When the names in the first line change, all marks are computed again.
Facts, dice and the key of the randomness stay, so the game can still be verified.
"""

import asyncio
from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from sqlalchemy import bindparam, delete, select, update

from kamchatka.journal import seal_line
from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.server.people.user_data import ALL_OF_ONE
from kamchatka.server.protocol.payloads import TableForm
from kamchatka.server.protocol.people_payloads import RemarkSeen
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.records import EntryRecord, Sitter, TableRecord, User
from kamchatka.server.storage.store import Store
from kamchatka.texts.deleted_players import MARK
from kamchatka.texts.user_text import look_of

MARKED = (
    update(schema.entries)
    .where(schema.entries.c.table_id == bindparam("table"), schema.entries.c.n == bindparam("number"))
    .values(line=bindparam("marked"))
)


class Erasure:
    """Deletes users from the database."""

    def __init__(self, database: Database, store: Store) -> None:
        self.database = database
        self.store = store

    async def tables_of(self, user: int) -> list[str]:
        """Return every table that a user has hosted or had a seat at."""
        s, r, t = schema.seated, schema.results, schema.tables
        found = [
            *(row.table_id for row in await self.database.rows(select(s.c.table_id).where(s.c.user_id == user))),
            *(row.table_id for row in await self.database.rows(select(r.c.table_id).where(r.c.user_id == user))),
            *(row.id for row in await self.database.rows(select(t.c.id).where(t.c.host == user))),
        ]
        return list(dict.fromkeys(found))

    async def credentials(self, user: int) -> list[str]:
        """Return the digests of a user's sessions and tokens."""
        s, t = schema.sessions, schema.tokens
        return [
            *(row.digest for row in await self.database.rows(select(s.c.digest).where(s.c.user_id == user))),
            *(row.digest for row in await self.database.rows(select(t.c.digest).where(t.c.user_id == user))),
        ]

    async def tables_with_chat_of(self, user: int) -> list[str]:
        """Return the tables where a user has chatted, also as a spectator."""
        k = schema.talk
        query = select(k.c.table_id).where(k.c.user_id == user).distinct()
        return [row.table_id for row in await self.database.rows(query)]

    # -------------------------------------------------------------- tables and journals
    async def _seats_at(self, table: TableRecord, user: User, sat: Collection[int]) -> set[int]:
        """Return the seats that a user has or had. `sat` are the seats they have just left."""
        r = schema.results
        rows = await self.database.rows(select(r.c.seat).where(r.c.table_id == table.id, r.c.user_id == user.id))
        left = {seat for seat, one in enumerate(table.seats) if one.left == user.id}
        mine = {*sat, *table.seats_of(user.id), *left, *(int(row.seat) for row in rows)}
        # another user may have taken it over
        return {seat for seat in mine if table.seats[seat].user in (None, user.id)}

    async def leave_table(self, id: str, user: User, sat: Collection[int]) -> None:
        """Remove a user's names from a table and its journal, and their remarks from the database."""
        table = await self.store.table(id)
        if table is None:
            return
        mine = await self._seats_at(table, user, sat)
        seats = rename_sitters(table.seats, mine)
        lines = await self.store.journal(id)
        header, marked = await asyncio.to_thread(rewrite_journal, table.header, lines, seats, mine)
        t, k = schema.tables, schema.talk
        change: JsonObject = {"seats": msgspec.json.encode(seats), "header": header}
        if table.host == user.id:
            change["agreed"] = msgspec.json.encode(without_names(table.agreed))
        await self.database.do(
            update(t).where(t.c.id == id).values(change),
            *((MARKED, {"table": id, "number": n, "marked": line}) for n, line in marked),
            delete(k).where(k.c.table_id == id, k.c.user_id == user.id),
        )

    async def _forget_quotes(self, user: int) -> list[Any]:
        """Return statements that remove a user's remarks from other people's reports."""
        r, statements = schema.reports, list[Any]()
        for row in await self.database.rows(select(r.c.id, r.c.talk, r.c.speakers).where(r.c.speakers.is_not(None))):
            speakers = msgspec.json.decode(row.speakers, type=list[int | None])
            if user in speakers:
                said = msgspec.json.decode(row.talk, type=tuple[RemarkSeen, ...])
                kept = [n for n, speaker in enumerate(speakers) if speaker != user]
                change = {
                    "talk": msgspec.json.encode([said[n] for n in kept]),
                    "speakers": msgspec.json.encode([speakers[n] for n in kept]),
                }
                statements.append(update(r).where(r.c.id == row.id).values(change))
        return statements

    # -------------------------------------------------------------- other data
    async def forget(self, user: User) -> None:
        """Delete all data of a user. A nameless row stays for the games to refer to."""
        u, a = schema.users, schema.audit
        statements: list[Any] = [
            *await self._forget_quotes(user.id),
            *(delete(column.table).where(column == user.id) for column in ALL_OF_ONE),
            update(a).where(a.c.about_id == user.id).values(detail=""),
            update(u).where(u.c.id == user.id).values(name=MARK, folded=None, password=None, created=0, avatar=""),
        ]
        await self.database.do(*statements)


def rename_sitters(seats: Sequence[Sitter], mine: Collection[int]) -> tuple[Sitter, ...]:
    """Replace the names of these seats. Numbers distinguish several deleted users."""
    named: list[str] = [one.name for seat, one in enumerate(seats) if seat not in mine]
    found = []
    for seat, one in enumerate(seats):
        if seat in mine and one.name:
            number, name = 1, MARK
            while look_of(name) in {look_of(other) for other in named}:
                number += 1
                name = f"{MARK} {number}"
            named.append(name)
            one = msgspec.structs.replace(one, name=name, avatar="")
        found.append(one)
    return tuple(found)


def rewrite_journal(
    header: bytes | None, lines: Sequence[EntryRecord], seats: Sequence[Sitter], mine: Collection[int]
) -> tuple[bytes | None, list[tuple[int, bytes]]]:
    """Rewrite a journal with new names, and compute every mark again. Journals are long: run in a thread."""
    if header is None:
        return None, []
    data = msgspec.json.decode(header, type=JsonObject)
    data.pop("mark", None)
    for seat in mine:
        data["players"][seat]["name"] = seats[seat].name
    mark, first = seal_line("", data)
    marked = []
    for line in lines:
        row = msgspec.json.decode(line.line, type=JsonObject)
        row.pop("mark", None)
        mark, written = seal_line(mark, row)
        marked.append((line.n, written))
    return first, marked


def without_names(agreed: TableForm) -> TableForm:
    """Return a table's agreed form without texts typed by its host."""
    seats = tuple(msgspec.structs.replace(seat, name="") for seat in agreed.seats)
    return msgspec.structs.replace(agreed, name="", seats=seats)
