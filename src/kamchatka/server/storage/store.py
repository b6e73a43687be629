"""Everything the server keeps: tables and their journals, chat, who sat where."""

import time
from collections.abc import Collection, Mapping
from contextlib import suppress

import msgspec
import structlog
from sqlalchemy import Row, Select, bindparam, delete, func, insert, select, update

from kamchatka.server.faults import Fault
from kamchatka.server.protocol.payloads import TableForm
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database, Statement
from kamchatka.server.storage.one_clock import NOW
from kamchatka.server.storage.records import ChatRecord, EntryRecord, Sitter, TableRecord
from kamchatka.server.storage.results import begun

LOBBY_ROWS = 200
MY_ROWS = 200
REMARKS = 500  # of one table that are kept
ENTER = insert(schema.entries)  # one more line of a journal …
NOTE = update(schema.tables).where(schema.tables.c.id == bindparam("table"))  # … and what its table's row knows of it

SAY = insert(schema.talk)
FORGET_OLD = delete(schema.talk).where(
    schema.talk.c.table_id == bindparam("table"), schema.talk.c.n <= bindparam("last")
)
MUTE = insert(schema.mutes)
UNMUTE = delete(schema.mutes).where(
    schema.mutes.c.user_id == bindparam("user"), schema.mutes.c.name == bindparam("who")
)

log = structlog.get_logger()


def now() -> int:
    """Milliseconds of the wall clock."""
    return int(time.time() * 1000)


class Store:
    """Tables and games. Each method that writes returns once it is durable."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # -------------------------------------------------------------- tables
    async def lay(self, table: TableRecord) -> None:
        """A new table and who sits at it."""
        t = schema.tables
        await self.database.do(
            insert(t).values(
                id=table.id,
                agreed=msgspec.json.encode(table.agreed),
                seats=msgspec.json.encode(table.seats),
                status=table.status,
                host=table.host,
                private=table.agreed.private,
                key=table.key,
                round=0,
                asked="",
                rematch="",
                created=table.created,
                rating=table.rating,
            ),
            *_seated(table),
        )

    async def table(self, id: str) -> TableRecord | None:
        """The table of that id. One whose row cannot be read is set apart, and a Fault says so."""
        rows = await self.database.rows(select(schema.tables).where(schema.tables.c.id == id))
        try:
            return _table(rows[0]) if rows else None
        except msgspec.DecodeError as error:
            if rows[0].unreadable is None:
                log.error("quarantined", table=id, error=str(error))
                await self.quarantine(id, str(error))
            raise Fault("unreadable") from None

    async def change_seats(self, table: TableRecord) -> None:
        """Who sits where has changed."""
        change = (
            update(schema.tables)
            .where(schema.tables.c.id == table.id)
            .values(seats=msgspec.json.encode(table.seats), fence=table.epoch)
        )
        if table.status == "waiting":
            await self.database.do(
                change, delete(schema.seated).where(schema.seated.c.table_id == table.id), *_seated(table)
            )
        else:  # who left a game still finds it among the games played
            await self.database.do(change)

    async def begin(self, table: TableRecord, first: EntryRecord) -> None:
        """The game begins: the header, the first line and who plays it together."""
        t = schema.tables
        await self.database.do(
            update(t)
            .where(t.c.id == table.id)
            .values(
                status="playing",
                header=table.header,
                seats=msgspec.json.encode(table.seats),
                due=NOW,
                asked=_listed(table.asked),
                clock=table.clock,
                rating=table.rating,
                fence=table.epoch,
            ),
            _entry(first),
            *begun(table),
        )

    async def append(self, entry: EntryRecord, table: TableRecord) -> None:
        """One more line, and what the table's row must know of it."""
        noted = {
            "table": table.id,
            "due": table.due,
            "round": table.round,
            "status": table.status,
            "asked": _listed(table.asked),
            "clock": table.clock,
            "colours": _listed(table.colours),
            "fence": table.epoch,
        }
        ended = {"table": table.id, "seats": msgspec.json.encode(table.seats)}  # with who has won
        ending: list[Statement] = [(NOTE, ended)] if table.status == "over" else []
        await self.database.do((NOTE, noted), *ending, _entry(entry))  # whose table it is no more is told so first

    async def wake_at(self, table: TableRecord, due: float | None) -> None:
        """When a room that is closed now must be opened again, should nobody come before."""
        t = schema.tables
        await self.database.do(update(t).where(t.c.id == table.id).values(due=due, fence=table.epoch))

    async def forget(self, table: str) -> None:
        """A table at which nobody has played is gone, with who sat at it and what was said."""
        t = schema
        await self.database.do(
            delete(t.seated).where(t.seated.c.table_id == table),
            delete(t.talk).where(t.talk.c.table_id == table),
            delete(t.origins).where(t.origins.c.table_id == table),
            delete(t.tables).where(t.tables.c.id == table),
        )

    async def note_clocks(self, played: Mapping[str, float], epochs: Mapping[str, int]) -> None:
        """How many seconds games against clocks have been played by now; a table that changed hands knows better."""
        t = schema.tables
        await self.database.do(
            *(
                update(t)
                .where(t.c.id == table, *([t.c.epoch == epochs[table]] if table in epochs else []))
                .values(clock=seconds)
                for table, seconds in played.items()
            )
        )

    async def lay_rematch(self, table: TableRecord, rematch: str) -> None:
        """Where the table plays again."""
        t = schema.tables
        await self.database.do(update(t).where(t.c.id == table.id).values(rematch=rematch, fence=table.epoch))

    # -------------------------------------------------------------- lists
    async def lobby(self) -> list[TableRecord]:
        """The public tables that wait or play."""
        t = schema.tables
        return await self._tables(
            select(t)
            .where(t.c.private.is_(False), t.c.status != "over")
            .order_by(t.c.status.desc(), t.c.created.desc(), t.c.id.desc())
            .limit(LOBBY_ROWS)
        )

    async def public_ids(self) -> list[str]:
        """The ids of all public tables that wait or play."""
        t = schema.tables
        rows = await self.database.rows(select(t.c.id).where(t.c.private.is_(False), t.c.status != "over"))
        return [row.id for row in rows]

    async def mine(self, user: int) -> list[TableRecord]:
        """A user's tables, running ones first; without those in quarantine that the user has left."""
        t, s = schema.tables, schema.seated
        found = await self._tables(
            select(t)
            .join(s, s.c.table_id == t.c.id)
            .where(s.c.user_id == user)
            .order_by((t.c.status == "over"), t.c.created.desc())
            .limit(MY_ROWS)
        )
        return [table for table in found if not table.unreadable or table.seats_of(user)]

    async def count_open(self, user: int) -> int:
        """How many tables of a user wait or play."""
        t, s = schema.tables, schema.seated
        rows = await self.database.rows(
            select(func.count())
            .select_from(t.join(s, s.c.table_id == t.c.id))
            .where(s.c.user_id == user, t.c.status != "over", t.c.unreadable.is_(None))
        )
        return int(rows[0][0])

    async def news_of(self, tables: Collection[str]) -> dict[str, tuple[tuple[int, ...], str]]:
        """What lists for everybody leave out: the seats that tables wait for, and why a game cannot be read."""
        t = schema.tables
        rows = await self.database.rows(select(t.c.id, t.c.asked, t.c.unreadable).where(t.c.id.in_(tables)))
        return {row.id: (_numbers(row.asked), row.unreadable or "") for row in rows}

    async def due(self, when: float) -> list[str]:
        """The tables that must be woken by then."""
        t = schema.tables
        readable = t.c.unreadable.is_(None)
        rows = await self.database.rows(select(t.c.id).where(t.c.status == "playing", t.c.due <= when, readable))
        return [row.id for row in rows]

    async def clocked(self) -> list[tuple[str, float]]:
        """The games against clocks that are under way, and the seconds they had been played when last noted."""
        t = schema.tables
        rows = await self.database.rows(
            select(t.c.id, t.c.clock).where(t.c.status == "playing", t.c.clock.is_not(None), t.c.unreadable.is_(None))
        )
        return [(row.id, row.clock) for row in rows]

    async def _tables(self, query: Select[tuple[object, ...]]) -> list[TableRecord]:
        """A row that cannot be read is left out: the others are there all the same."""
        found = []
        for row in await self.database.rows(query):
            with suppress(msgspec.DecodeError):
                found.append(_table(row))
        return found

    # -------------------------------------------------------------- quarantine
    async def quarantine(self, table: str, reason: str) -> None:
        """A game cannot be read: it is left alone from now on."""
        await self.database.do(update(schema.tables).where(schema.tables.c.id == table).values(unreadable=reason))

    async def release(self, table: str) -> None:
        """A game can be read again, and goes on; what it waits for is found when it is opened."""
        t = schema.tables
        await self.database.do(update(t).where(t.c.id == table).values(unreadable=None, due=NOW))

    async def quarantined(self) -> list[str]:
        """The games that are set apart."""
        t = schema.tables
        rows = await self.database.rows(select(t.c.id).where(t.c.unreadable.is_not(None)).order_by(t.c.created))
        return [row.id for row in rows]

    # -------------------------------------------------------------- journals and chat
    async def journal(self, table: str) -> list[EntryRecord]:
        """All lines of a game."""
        e = schema.entries
        rows = await self.database.rows(select(e).where(e.c.table_id == table).order_by(e.c.n))
        return [EntryRecord(row.table_id, row.n, row.line, row.clock, row.author, row.nonce) for row in rows]

    async def say(self, said: ChatRecord) -> None:
        """Keep what was said."""
        remark = {
            "table_id": said.table,
            "n": said.n,
            "name": said.name,
            "seat": said.seat,
            "text": said.text,
            "phrase": said.phrase,
            "at": said.at,
        }
        last = said.n - REMARKS  # to be forgotten
        old: list[Statement] = [(FORGET_OLD, {"table": said.table, "last": last})] if last >= 0 else []
        await self.database.do((SAY, remark), *old)

    async def chat(self, table: str) -> list[ChatRecord]:
        """What was said last, oldest first."""
        s = schema.talk
        last = select(s).where(s.c.table_id == table).order_by(s.c.n.desc()).limit(REMARKS)
        rows = reversed(await self.database.rows(last))
        return [ChatRecord(row.table_id, row.n, row.name, row.seat, row.text, row.phrase, row.at) for row in rows]

    async def mutes(self, user: int) -> set[str]:
        """The names a user does not want to hear."""
        m = schema.mutes
        return {row.name for row in await self.database.rows(select(m.c.name).where(m.c.user_id == user))}

    async def mute(self, user: int, name: str, on: bool) -> None:
        """Hear a name no more, or again."""
        gone = (UNMUTE, {"user": user, "who": name})
        await self.database.do(*([gone, (MUTE, {"user_id": user, "name": name})] if on else [gone]))


def _listed(numbers: tuple[int, ...]) -> str:
    return ",".join(map(str, numbers))


def _numbers(listed: str) -> tuple[int, ...]:
    return tuple(int(number) for number in listed.split(",") if number)


def _seated(table: TableRecord) -> list[Statement]:
    users = dict.fromkeys(one.user for one in table.seats if one.user is not None)
    return [(insert(schema.seated).values(table_id=table.id, user_id=user), None) for user in users]


def _entry(entry: EntryRecord) -> Statement:
    return ENTER, {
        "table_id": entry.table,
        "n": entry.n,
        "line": entry.line,
        "clock": entry.clock,
        "author": entry.author,
        "nonce": entry.nonce,
    }


def _table(row: Row[tuple[object, ...]]) -> TableRecord:
    known = row._mapping
    return TableRecord(
        id=known["id"],
        agreed=msgspec.json.decode(known["agreed"], type=TableForm),
        seats=msgspec.json.decode(known["seats"], type=tuple[Sitter, ...]),
        status=known["status"],
        host=known["host"],
        key=known["key"],
        header=known["header"],
        round=known["round"],
        asked=_numbers(known["asked"]),
        colours=_numbers(known["colours"]),
        rematch=known["rematch"],
        created=known["created"],
        clock=known["clock"],
        due=known["due"],
        unreadable=known["unreadable"] or "",
        rating=known["rating"],
        epoch=known["epoch"],
    )
