"""The house: all rooms that are open, and the porter who wakes those that are needed."""

import asyncio
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

import msgspec
import structlog

from kamchatka.server.bots.bot_pool import Thinkers
from kamchatka.server.club.club import Club
from kamchatka.server.club.hosting import Hosting
from kamchatka.server.faults import Fault
from kamchatka.server.limits import Guard
from kamchatka.server.operations.gauges import Gauges
from kamchatka.server.operations.health import Health
from kamchatka.server.operations.metrics import Metrics
from kamchatka.server.presentation.listener import Listener, encode
from kamchatka.server.presentation.table_info import table_row
from kamchatka.server.protocol.payloads import Lobby, TableForm
from kamchatka.server.settings import Settings
from kamchatka.server.storage.accounts import Accounts
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.records import TableRecord, User
from kamchatka.server.storage.store import Store
from kamchatka.server.tables.chat import Talk
from kamchatka.server.tables.idle_clocks import Resting
from kamchatka.server.tables.message_handler import Conversation
from kamchatka.server.tables.room import Room
from kamchatka.server.tables.seating import Seating, kept_table, new_table, rematch_form

ROUNDS = 1.0  # seconds between two rounds of the porter
CLOCKS_EVERY = 60.0  # seconds between two notes of the clocks: a crash gives no more than that back
LOBBY_EVERY = 0.5  # seconds between two messages to the lobby, however much happens

log = structlog.get_logger()


@dataclass
class Parlour:
    """A room with those who speak for it."""

    room: Room
    conversation: Conversation
    seating: Seating


class House:
    """Everything that runs."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.metrics.registry.register(Gauges(self))
        self.health = Health(self)
        self.is_open = False
        self.database = Database(settings.database, self.metrics)
        self.store = Store(self.database)
        self.accounts = Accounts(self.database)
        self.thinkers = Thinkers(settings.thinkers, settings.bot_seconds, self.metrics)
        self.guard = Guard(settings.connections_per_address, settings.sockets_in_all)
        self.club = Club(settings)
        self.hosting = Hosting(self.club, self)
        self.parlours: dict[str, Parlour] = {}
        self.opening: dict[str, asyncio.Lock] = {}
        self.resting = Resting(self.store)
        self.lobby: set[Listener] = set()
        self.news = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Open the doors: games that wait for bots or clocks go on."""
        await self.database.open()
        await self.resting.open()
        self.tasks = [asyncio.create_task(work()) for work in (self._porter, self._timekeeper, self._crier)]
        if self.settings.metrics_port is not None:
            self.tasks.append(asyncio.create_task(self.metrics.feel_the_pulse()))
        self.club.open()
        self.hosting.open()
        self.is_open = True

    async def close(self) -> None:
        """Close the doors. Nothing is lost: every action is on the disk."""
        self.is_open = False
        self.health.close()
        for task in self.tasks:
            task.cancel()
        await self.note_clocks()
        for parlour in self.parlours.values():
            parlour.room.close()
        self.thinkers.close()
        await self.hosting.close()
        await self.club.close()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.database.close()

    # -------------------------------------------------------------- rooms
    async def parlour(self, id: str) -> Parlour:
        """The room of a table, opened if it is closed; a Fault when there is no such table."""
        async with self.opening.setdefault(id, asyncio.Lock()):
            if id not in self.parlours:
                table = await self.store.table(id)
                if table is None:
                    del self.opening[id]
                    raise Fault("not_found")
                self.parlours[id] = await self._furnish(table)
            return self.parlours[id]

    async def _furnish(self, table: TableRecord) -> Parlour:
        room = Room(table, self)
        conversation = Conversation(room, Talk(room))
        await room.open(self.resting.wake(table.id))
        return Parlour(room, conversation, Seating(room, conversation))

    def forget(self, room: Room) -> None:
        """A room was closed; it is opened again when somebody needs it."""
        self.parlours.pop(room.table.id, None)
        self.opening.pop(room.table.id, None)
        if (played := room.clocked()) is not None:
            self.resting.rest(room.table.id, played)

    async def _porter(self) -> None:
        """Wakes the rooms in which a bot or a clock must act."""
        while True:
            try:
                for id in await self.store.due(time.time()):
                    if id not in self.parlours:
                        await self.parlour(id)
            except Exception as error:
                log.error("porter", error=repr(error))
            await asyncio.sleep(ROUNDS)

    async def _timekeeper(self) -> None:
        """Notes the clocks now and then."""
        while True:
            await asyncio.sleep(CLOCKS_EVERY)
            try:
                await self.note_clocks()
            except Exception as error:
                log.error("timekeeper", error=repr(error))

    async def note_clocks(self) -> None:
        """How long every game against clocks has been played, in a room or resting: a restart goes on from there."""
        rooms = {id: parlour.room.clocked() for id, parlour in self.parlours.items()}
        await self.store.note_clocks(self.resting.played() | {id: at for id, at in rooms.items() if at is not None})

    # -------------------------------------------------------------- tables
    async def lay(self, form: TableForm, user: User) -> str:
        """A new table; without open seats its game begins at once."""
        mine = await self.store.mine(user.id)
        if sum(1 for table in mine if table.status != "over") >= self.settings.tables_per_player:
            raise Fault("too_many", "tables_full")
        table = new_table(form, user)
        await self.store.lay(table)
        self.lobby_changed()
        if not any(one.is_open for one in table.seats):
            parlour = await self.parlour(table.id)
            await parlour.room.ask(lambda: parlour.room.begin(parlour.room.table))
        return table.id

    async def lay_kept(self, form: TableForm, names: Iterable[str], host: User, event: str, id: str = "") -> str:
        """A table of a tournament, which begins when everybody it is kept for has sat down; `id` lays one again."""
        table = kept_table(form, names, host, event)
        table = msgspec.structs.replace(table, id=id or table.id)
        await self.store.lay(table)
        return table.id

    async def call_off(self, id: str) -> None:
        """A table that is wanted no more: its game is called off; one that has not begun is forgotten."""
        parlour = await self.parlour(id)
        await parlour.room.ask(parlour.room.give_up)

    async def take_seat(self, id: str, seat: int, user: User) -> None:
        """A player of a tournament sits down at the own seat."""
        parlour = await self.parlour(id)
        await parlour.room.ask(lambda: parlour.seating.take(user, seat))

    async def begin_now(self, id: str) -> None:
        """A table of a tournament waits no longer: bots play for those who have not come."""
        parlour = await self.parlour(id)
        await parlour.room.ask(parlour.seating.begin_now)

    def ended(self, id: str) -> None:
        """A game is over: if it was a tournament's, its result is taken."""
        self.hosting.ended(id)

    async def rematch(self, id: str, user: User) -> str:
        """The table laid for a rematch: the first who asks lays it, the others sit down in their seats again."""
        parlour = await self.parlour(id)

        async def again() -> str:
            room = parlour.room
            if not room.is_over:
                raise Fault("wrong_time", "not_over")
            if not room.table.seats_of(user.id):
                raise Fault("not_seated")
            if not room.table.rematch:
                rematch = await self.lay(rematch_form(room.table, user), user)
                await self.store.lay_rematch(id, rematch)
                parlour.room.lay_rematch(rematch)
            return room.table.rematch

        following = await self.parlour(await parlour.room.ask(again))
        seat = parlour.room.table.seats_of(user.id)[0]
        with suppress(Fault):  # they sit there already, or somebody was quicker
            await following.room.ask(lambda: following.seating.join(user, seat))
        return following.room.table.id

    # -------------------------------------------------------------- the lobby
    def lobby_changed(self) -> None:
        """A public table was laid, filled or finished."""
        self.news.set()

    async def _crier(self) -> None:
        """Tells the lobby, not more often than people can read."""
        while True:
            await self.news.wait()
            self.news.clear()
            try:
                tables = await self.store.lobby() if self.lobby else []
                for listener in self.lobby:
                    listener.send(encode(self.rows(tables, listener.user, listener.language)))
            except Exception as error:
                log.error("crier", error=repr(error))
            await asyncio.sleep(LOBBY_EVERY)

    def rows(self, tables: list[TableRecord], user: User | None, language: str) -> Lobby:
        """Tables as a list for one reader."""
        id = None if user is None else user.id
        return Lobby(tuple(table_row(table, language, id, self._watchers(table.id)) for table in tables))

    def _watchers(self, id: str) -> int:
        return self.parlours[id].room.audience.watchers if id in self.parlours else 0
