"""An account is deleted: its name leaves every table, journal and remark, and games stay what they were.

Lines of a journal are chained by their marks; with another name in the first of them all are marked anew. Facts, dice
and the key of the luck are untouched, so that everything can still be proved.
"""

import asyncio
from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from sqlalchemy import bindparam, delete, select, update

from kamchatka.journal import sealed
from kamchatka.server.people.remains import ALL_OF_ONE
from kamchatka.server.protocol.payloads import TableForm
from kamchatka.server.protocol.people_payloads import RemarkSeen
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.records import EntryRecord, Sitter, TableRecord, User
from kamchatka.server.storage.store import Store
from kamchatka.texts.entered import look_of
from kamchatka.texts.nobody import MARK

MARKED = (
    update(schema.entries)
    .where(schema.entries.c.table_id == bindparam("table"), schema.entries.c.n == bindparam("number"))
    .values(line=bindparam("marked"))
)


class Erasure:
    """Takes somebody out of the database."""

    def __init__(self, database: Database, store: Store) -> None:
        self.database = database
        self.store = store

    async def tables_of(self, user: int) -> list[str]:
        """Every table somebody sits or sat at, or has laid."""
        s, r, t = schema.seated, schema.results, schema.tables
        found = [
            *(row.table_id for row in await self.database.rows(select(s.c.table_id).where(s.c.user_id == user))),
            *(row.table_id for row in await self.database.rows(select(r.c.table_id).where(r.c.user_id == user))),
            *(row.id for row in await self.database.rows(select(t.c.id).where(t.c.host == user))),
        ]
        return list(dict.fromkeys(found))

    async def credentials(self, user: int) -> list[str]:
        """What somebody may have come in with, as digests."""
        s, t = schema.sessions, schema.tokens
        return [
            *(row.digest for row in await self.database.rows(select(s.c.digest).where(s.c.user_id == user))),
            *(row.digest for row in await self.database.rows(select(t.c.digest).where(t.c.user_id == user))),
        ]

    # -------------------------------------------------------------- tables and journals
    async def names_at(self, id: str, user: User, sat: Collection[int]) -> set[str]:
        """What somebody is called at a table."""
        table = await self.store.table(id)
        mine = set[int]() if table is None else await self._seats_at(table, user, sat)
        return {user.name, *(table.seats[seat].name for seat in mine if table is not None)} - {""}

    async def _seats_at(self, table: TableRecord, user: User, sat: Collection[int]) -> set[int]:
        """The seats somebody has or had. `sat` are those from which they have just stood up."""
        r = schema.results
        rows = await self.database.rows(select(r.c.seat).where(r.c.table_id == table.id, r.c.user_id == user.id))
        mine = {*sat, *table.seats_of(user.id), *(int(row.seat) for row in rows)}
        return mine | {seat for seat, one in enumerate(table.seats) if one.name == user.name and one.bot is not None}

    async def leave_table(self, id: str, user: User, sat: Collection[int]) -> None:
        """Take somebody's names out of a table, its journal and its talk."""
        table = await self.store.table(id)
        if table is None:
            return
        mine = await self._seats_at(table, user, sat)
        names = {table.seats[seat].name for seat in mine} - {""} | {user.name}
        seats = renamed(table.seats, mine)
        lines = await self.store.journal(id)
        header, marked = await asyncio.to_thread(marked_anew, table.header, lines, seats, mine)
        t, k = schema.tables, schema.talk
        change: dict[str, Any] = {"seats": msgspec.json.encode(seats), "header": header}
        if table.host == user.id:
            change["agreed"] = msgspec.json.encode(without_names(table.agreed))
        await self.database.do(
            update(t).where(t.c.id == id).values(change),
            *((MARKED, {"table": id, "number": n, "marked": line}) for n, line in marked),
            delete(k).where(k.c.table_id == id, k.c.name.in_(names)),
        )
        await self._forget_remarks(id, names)

    async def _forget_remarks(self, table: str, names: Collection[str]) -> None:
        """What somebody said is in no report either."""
        r = schema.reports
        for row in await self.database.rows(select(r.c.id, r.c.talk).where(r.c.table_id == table)):
            said = msgspec.json.decode(row.talk, type=tuple[RemarkSeen, ...])
            kept = msgspec.json.encode([one for one in said if one.name not in names])
            await self.database.do(update(r).where(r.c.id == row.id).values(talk=kept))

    # -------------------------------------------------------------- everything else
    async def forget(self, user: User, names: Collection[str]) -> None:
        """Everything that is kept about somebody goes; a row without a name stays for the games to point at."""
        k, m, n, u, a = schema.talk, schema.mutes, schema.notices, schema.users, schema.audit
        told = await self.database.rows(select(n.c.user_id, n.c.subject, n.c.fields))
        about = [row for row in told if msgspec.json.decode(row.fields).get("name") in names]
        statements: list[Any] = [
            delete(k).where(k.c.name == user.name),
            delete(m).where(m.c.name.in_([*names, user.name])),
            *(delete(n).where(n.c.user_id == row.user_id, n.c.subject == row.subject) for row in about),
            *(delete(column.table).where(column == user.id) for column in ALL_OF_ONE),
            update(a).where(a.c.about_id == user.id).values(detail=""),
            update(u).where(u.c.id == user.id).values(name=MARK, folded=None, password=None, created=0),
        ]
        await self.database.do(*statements)


def renamed(seats: Sequence[Sitter], mine: Collection[int]) -> tuple[Sitter, ...]:
    """The seats without somebody's names; two who are deleted are told apart by a number."""
    named: list[str] = [one.name for seat, one in enumerate(seats) if seat not in mine]
    found = []
    for seat, one in enumerate(seats):
        if seat in mine and one.name:
            number, name = 1, MARK
            while look_of(name) in {look_of(other) for other in named}:
                number += 1
                name = f"{MARK} {number}"
            named.append(name)
            one = msgspec.structs.replace(one, name=name)
        found.append(one)
    return tuple(found)


def marked_anew(
    header: bytes | None, lines: Sequence[EntryRecord], seats: Sequence[Sitter], mine: Collection[int]
) -> tuple[bytes | None, list[tuple[int, bytes]]]:
    """A journal whose first line has other names, every line with its new mark. Journals are long: for a thread."""
    if header is None:
        return None, []
    data = msgspec.json.decode(header, type=dict[str, Any])
    data.pop("mark", None)
    for seat in mine:
        data["players"][seat]["name"] = seats[seat].name
    mark, first = sealed("", data)
    marked = []
    for line in lines:
        row = msgspec.json.decode(line.line, type=dict[str, Any])
        row.pop("mark", None)
        mark, written = sealed(mark, row)
        marked.append((line.n, written))
    return first, marked


def without_names(agreed: TableForm) -> TableForm:
    """What a table had agreed on, without what its host typed."""
    seats = tuple(msgspec.structs.replace(seat, name="") for seat in agreed.seats)
    return msgspec.structs.replace(agreed, name="", seats=seats)
