"""The store: tables, journals, chat and seats."""

from collections.abc import Collection, Mapping
from contextlib import suppress

import msgspec
import structlog
from sqlalchemy import Row, Select, bindparam, delete, func, insert, select, update

from kamchatka.server.clock import wall_time
from kamchatka.server.faults import Fault
from kamchatka.server.protocol.payloads import TableForm
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database, Statement
from kamchatka.server.storage.database_clock import NOW
from kamchatka.server.storage.records import ChatRecord, EntryRecord, Sitter, TableRecord
from kamchatka.server.storage.results import begin_table

LOBBY_ROWS = 200
MY_ROWS = 200
REMARKS = 500  # stored remarks per table
ENTER = insert(schema.entries)  # adds a line to a journal
NOTE = update(schema.tables).where(schema.tables.c.id == bindparam("table"))  # updates its table's row

SAY = insert(schema.talk)
FORGET_OLD = delete(schema.talk).where(
    schema.talk.c.table_id == bindparam("table"), schema.talk.c.n <= bindparam("last")
)
MUTE = insert(schema.user_mutes)
UNMUTE = delete(schema.user_mutes).where(
    schema.user_mutes.c.user_id == bindparam("user"), schema.user_mutes.c.other_id == bindparam("other")
)

log = structlog.get_logger()


def now() -> int:
    """Return the wall clock in Unix milliseconds."""
    return int(wall_time() * 1000)


class Store:
    """Stores tables and games. Each writing method returns once its data is durable."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # -------------------------------------------------------------- tables
    async def lay(self, table: TableRecord) -> None:
        """Store a new table and its seats."""
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
            *_seat_statements(table),
        )

    async def table(self, id: str) -> TableRecord | None:
        """Return the table with that id. An unreadable row is quarantined and raises a Fault."""
        rows = await self.database.rows(select(schema.tables).where(schema.tables.c.id == id))
        try:
            return _table(rows[0]) if rows else None
        except msgspec.DecodeError as error:
            if rows[0].unreadable is None:
                log.error("quarantined", table=id, error=str(error))
                await self.quarantine(id, str(error))
            raise Fault("unreadable") from None

    async def change_seats(self, table: TableRecord) -> None:
        """Store who sits where."""
        change = (
            update(schema.tables)
            .where(schema.tables.c.id == table.id)
            .values(seats=msgspec.json.encode(table.seats), fence=table.epoch)
        )
        if table.status == "waiting":
            await self.database.do(
                change, delete(schema.seated).where(schema.seated.c.table_id == table.id), *_seat_statements(table)
            )
        else:  # players who left a game still find it among their games
            await self.database.do(change)

    async def begin(self, table: TableRecord, first: EntryRecord) -> None:
        """Store the beginning of a game: its header, first line and players."""
        t = schema.tables
        await self.database.do(
            update(t)
            .where(t.c.id == table.id)
            .values(
                status="playing",
                header=table.header,
                seats=msgspec.json.encode(table.seats),
                due=NOW,
                asked=_format_list(table.asked),
                clock=table.clock,
                rating=table.rating,
                fence=table.epoch,
            ),
            _entry(first),
            *begin_table(table),
        )

    async def append(self, entry: EntryRecord, table: TableRecord) -> None:
        """Store a journal line and the table's updated row."""
        noted = {
            "table": table.id,
            "due": table.due,
            "round": table.round,
            "status": table.status,
            "asked": _format_list(table.asked),
            "clock": table.clock,
            "colours": _format_list(table.colours),
            "fence": table.epoch,
        }
        ended = {"table": table.id, "seats": msgspec.json.encode(table.seats)}  # with the winners
        ending: list[Statement] = [(NOTE, ended)] if table.status == "over" else []
        # the row comes first: it raises Fenced if the table is another server's
        await self.database.do((NOTE, noted), *ending, _entry(entry))

    async def wake_at(self, table: TableRecord, due: float | None) -> None:
        """Store when a closed room must be opened again."""
        t = schema.tables
        await self.database.do(update(t).where(t.c.id == table.id).values(due=due, fence=table.epoch))

    async def forget(self, table: str) -> None:
        """Delete a table at which nobody has played, with its seats and chat."""
        t = schema
        await self.database.do(
            delete(t.seated).where(t.seated.c.table_id == table),
            delete(t.talk).where(t.talk.c.table_id == table),
            delete(t.origins).where(t.origins.c.table_id == table),
            delete(t.tables).where(t.tables.c.id == table),
        )

    async def note_clocks(self, played: Mapping[str, float], epochs: Mapping[str, int]) -> None:
        """Store the seconds played in clocked games. Tables that changed servers are skipped."""
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
        """Store the id of the rematch table."""
        t = schema.tables
        await self.database.do(update(t).where(t.c.id == table.id).values(rematch=rematch, fence=table.epoch))

    # -------------------------------------------------------------- lists
    async def lobby(self) -> list[TableRecord]:
        """Return the public tables that wait or play, up to LOBBY_ROWS."""
        t = schema.tables
        return await self._tables(
            select(t)
            .where(t.c.private.is_(False), t.c.status != "over")
            .order_by(t.c.status.desc(), t.c.created.desc(), t.c.id.desc())
            .limit(LOBBY_ROWS)
        )

    async def public_ids(self) -> list[str]:
        """Return the ids of all public tables that wait or play."""
        t = schema.tables
        rows = await self.database.rows(select(t.c.id).where(t.c.private.is_(False), t.c.status != "over"))
        return [row.id for row in rows]

    async def mine(self, user: int) -> list[TableRecord]:
        """Return a user's tables, running ones first, without quarantined ones that the user has left."""
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
        """Count a user's tables that wait or play."""
        t, s = schema.tables, schema.seated
        rows = await self.database.rows(
            select(func.count())
            .select_from(t.join(s, s.c.table_id == t.c.id))
            .where(s.c.user_id == user, t.c.status != "over", t.c.unreadable.is_(None))
        )
        return int(rows[0][0])

    async def news_of(self, tables: Collection[str]) -> dict[str, tuple[tuple[int, ...], str]]:
        """Return what public lists omit, by table: the seats that must answer, and why a game is unreadable."""
        t = schema.tables
        rows = await self.database.rows(select(t.c.id, t.c.asked, t.c.unreadable).where(t.c.id.in_(tables)))
        return {row.id: (_numbers(row.asked), row.unreadable or "") for row in rows}

    async def due(self, when: float) -> list[str]:
        """Return the tables that must be woken by `when` (Unix seconds)."""
        t = schema.tables
        readable = t.c.unreadable.is_(None)
        rows = await self.database.rows(select(t.c.id).where(t.c.status == "playing", t.c.due <= when, readable))
        return [row.id for row in rows]

    async def list_clocks(self) -> list[tuple[str, float]]:
        """Return the running games with clocks, and the seconds played when last stored."""
        t = schema.tables
        rows = await self.database.rows(
            select(t.c.id, t.c.clock).where(t.c.status == "playing", t.c.clock.is_not(None), t.c.unreadable.is_(None))
        )
        return [(row.id, row.clock) for row in rows]

    async def _tables(self, query: Select[tuple[object, ...]]) -> list[TableRecord]:
        """Decode tables and skip unreadable rows."""
        found = []
        for row in await self.database.rows(query):
            with suppress(msgspec.DecodeError):
                found.append(_table(row))
        return found

    # -------------------------------------------------------------- quarantine
    async def quarantine(self, table: str, reason: str) -> None:
        """Mark a game as unreadable."""
        await self.database.do(update(schema.tables).where(schema.tables.c.id == table).values(unreadable=reason))

    async def release(self, table: str) -> None:
        """Release a game from quarantine. It is woken, and opening it determines what it waits for."""
        t = schema.tables
        await self.database.do(update(t).where(t.c.id == table).values(unreadable=None, due=NOW))

    async def list_quarantined(self) -> list[str]:
        """Return the ids of the quarantined games."""
        t = schema.tables
        rows = await self.database.rows(select(t.c.id).where(t.c.unreadable.is_not(None)).order_by(t.c.created))
        return [row.id for row in rows]

    # -------------------------------------------------------------- journals and chat
    async def journal(self, table: str) -> list[EntryRecord]:
        """Return all lines of a game."""
        e = schema.entries
        rows = await self.database.rows(select(e).where(e.c.table_id == table).order_by(e.c.n))
        return [EntryRecord(row.table_id, row.n, row.line, row.clock, row.author, row.nonce, row.lag) for row in rows]

    async def say(self, said: ChatRecord) -> None:
        """Store a remark."""
        remark = {
            "table_id": said.table,
            "n": said.n,
            "name": said.name,
            "seat": said.seat,
            "text": said.text,
            "phrase": said.phrase,
            "at": said.at,
            "user_id": said.user,
        }
        last = said.n - REMARKS  # oldest remark to delete
        old: list[Statement] = [(FORGET_OLD, {"table": said.table, "last": last})] if last >= 0 else []
        await self.database.do((SAY, remark), *old)

    async def chat(self, table: str) -> list[ChatRecord]:
        """Return the latest remarks, oldest first."""
        s = schema.talk
        last = select(s).where(s.c.table_id == table).order_by(s.c.n.desc()).limit(REMARKS)
        rows = reversed(await self.database.rows(last))
        return [_remark(row) for row in rows]

    async def mutes(self, user: int) -> dict[int, str]:
        """Return the users that a user has muted, with their current names."""
        m, u = schema.user_mutes, schema.users
        query = select(u.c.id, u.c.name).join(m, m.c.other_id == u.c.id).where(m.c.user_id == user)
        return {row.id: row.name for row in await self.database.rows(query)}

    async def mute(self, user: int, other: int, on: bool) -> None:
        """Mute or unmute another user."""
        gone = (UNMUTE, {"user": user, "other": other})
        await self.database.do(*([gone, (MUTE, {"user_id": user, "other_id": other})] if on else [gone]))


def _remark(row: Row[tuple[object, ...]]) -> ChatRecord:
    known = row._mapping
    return ChatRecord(
        known["table_id"],
        known["n"],
        known["name"],
        known["seat"],
        known["text"],
        known["phrase"],
        known["at"],
        known["user_id"],
    )


def _format_list(numbers: tuple[int, ...]) -> str:
    return ",".join(map(str, numbers))


def _numbers(listed: str) -> tuple[int, ...]:
    return tuple(int(number) for number in listed.split(",") if number)


def _seat_statements(table: TableRecord) -> list[Statement]:
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
        "lag": entry.lag,
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
