"""A generated evening for tests of deletion and export: namesakes, shared screens, accounts, rows in every table."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import BigInteger, Boolean, Column, Float, Integer, LargeBinary, Table, insert, select

from kamchatka.server.club.live import Doer
from kamchatka.server.faults import Fault
from kamchatka.server.game_server import GameServer
from kamchatka.server.presentation.listener import Listener
from kamchatka.server.protocol.messages import Say
from kamchatka.server.protocol.payloads import SeatForm, TableForm
from kamchatka.server.protocol.people_payloads import ReportForm
from kamchatka.server.ratings.eligibility import NOWHERE
from kamchatka.server.settings import ServerSettings, sqlite_url
from kamchatka.server.storage import schema
from kamchatka.server.storage.errors import Conflict
from kamchatka.server.storage.records import User
from kamchatka.tournament.events.changes import EventOpened, PlayerEntered
from kamchatka.tournament.events.growing import opening_row
from kamchatka.tournament.events.trail import TrailRow, with_author
from kamchatka.tournament.settings.settings import EventSettings

NAMES = ("Ada", "Bruno")
MOST = 6  # users
DEEDS = 12
# Filled by what users and the server do; every other table gets generated rows.
MADE = {"users", "sessions", "tables", "seated", "talk", "events", "event_entries", "server_keys", "servers"}
MADE |= {"held_names", "reports"}
ROWS_EACH = 4

Rows = dict[tuple[Any, ...], dict[str, Any]]


@asynccontextmanager
async def quiet_server(folder: Path) -> AsyncIterator[GameServer]:
    """Start a server without automatic clocks, notifications or matches."""
    server = GameServer(ServerSettings(database=sqlite_url(folder / "games.db"), events=str(folder / "events")))
    await server.database.open()
    await server.club.store.open()
    try:
        yield server
    finally:
        for table in list(server.live_tables.values()):
            table.room.close()
        await server.work.close()
        await server.database.close()


class Party:
    """The users of an evening and their actions; exactly the texts of users contain `by <id>.`."""

    def __init__(self, server: GameServer, random: Random) -> None:
        self.server = server
        self.random = random
        self.users: list[User] = []
        self.tables: list[str] = []
        self.events: list[str] = []

    async def begin(self) -> None:
        """Let guests create tables with each other's names at their screens, then some of them create accounts."""
        for _ in range(self.random.randint(3, MOST)):
            self.users.append(await self.server.accounts.guest(self.random.choice(NAMES), secrets.token_hex()))
        for _ in range(3):
            await self._lay(self.random.choice(self.users))
        for n, user in enumerate(self.users):
            if self.random.random() < 0.4:
                with suppress(Fault):  # a namesake was faster
                    made = await self.server.accounts.register(user, user.name, "correct horse", secrets.token_hex())
                    self.users[n] = made[0]
        for _ in range(DEEDS):
            deed = self.random.choice([self._say, self._say, self._organise, self._report, self._sit])
            await deed(self.random.choice(self.users))
        for table in schema.metadata.sorted_tables:
            if table.name not in MADE:
                await self._fill(table)

    # -------------------------------------------------------------- deeds
    async def _lay(self, user: User) -> None:
        seats = (SeatForm("me"), SeatForm("screen", name=self.random.choice(NAMES)), SeatForm("open"), SeatForm("open"))
        form = TableForm("modern", seats, f"by {user.id}.", private=self.random.random() < 0.5)
        self.tables.append(await self.server.tables.lay(form, user))

    async def _sit(self, user: User) -> None:
        """Seat at most one more user at a table, so that no game begins."""
        id = self.random.choice(self.tables)
        table = await self.server.store.table(id)
        if table is not None and not table.seats_of(user.id) and sum(one.is_open for one in table.seats) > 1:
            await self.server.tables.sit(id, user, NOWHERE)

    async def _say(self, user: User) -> None:
        """Chat at a table as player or spectator."""
        id = self.random.choice(self.tables)
        table = await self.server.live_tables.open(id)
        listener = Listener(user, "en", yours=table.room.table.seats_of(user.id))
        with suppress(Fault):  # rate limited
            await table.handler.chat.say(listener, Say(f"by {user.id}."))

    async def _organise(self, user: User) -> None:
        """Create an event, or an entry in any event."""
        if not self.events or self.random.random() < 0.3:
            opened = opening_row(EventOpened(f"by {user.id}.", EventSettings()), user.name)
            self.events.append(await self.server.club.store.create("Cup", with_author([opened], user.id)))
            return
        live = await self.server.club.event(self.random.choice(self.events))
        number = len((await live.read()).event.entrants) + 1
        who = Doer(user.name, self.random.choice([user.id, user.id, None]))  # or from the command line
        await live.change(lambda event, entries: [PlayerEntered(number, f"P{number}")], who)

    async def _report(self, user: User) -> None:
        about, table = self.random.choice(self.users), self.random.choice(self.tables)
        if about.id != user.id:
            form = ReportForm(about.name, "talk", table, f"by {user.id}.")
            await self.server.moderation.report(user, about, form, await self.server.store.chat(table))

    # -------------------------------------------------------------- rows of any shape
    async def _fill(self, table: Table) -> None:
        for n in range(ROWS_EACH):
            people = {column.name: self._person(column) for column in table.columns if points_at(column, "users")}
            owner = next(iter(people.values()), None)
            row = {
                column.name: people[column.name] if column.name in people else self._value(column, owner, n)
                for column in table.columns
                if column is not table.autoincrement_column or points_at(column, "users")
            }
            with suppress(Conflict):  # such a row exists already
                await self.server.database.do((insert(table), row))

    def _person(self, column: Column[Any]) -> int | None:
        found: list[int | None] = [user.id for user in self.users]
        return self.random.choice([*found, None] if column.nullable else found)

    def _value(self, column: Column[Any], owner: int | None, n: int) -> object:
        if points_at(column, "tables"):
            return self.random.choice(self.tables)
        match column.type:
            case LargeBinary():
                return b"[]"
            case Boolean():
                return bool(n % 2)
            case Integer() | BigInteger() | Float():
                return n
            case _:
                length = getattr(column.type, "length", None) or 40
                return f"by {owner}.{n}"[:length]

    # -------------------------------------------------------------- existing rows
    async def rows(self) -> dict[str, Rows]:
        """Return every row of every table, by its key."""
        found = {}
        for table in schema.metadata.sorted_tables:
            rows = await self.server.database.rows(select(table))
            keys = [column.name for column in table.primary_key.columns]
            found[table.name] = {tuple(row._mapping[key] for key in keys): dict(row._mapping) for row in rows}
        return found

    async def trails(self) -> dict[str, list[TrailRow]]:
        """Return every entry of every event."""
        return {id: await self.server.club.store.rows(id) for id in self.events}


def points_at(column: Column[Any], table: str) -> bool:
    """Return whether a column is a foreign key to a table."""
    return any(key.column.table.name == table for key in column.foreign_keys)
