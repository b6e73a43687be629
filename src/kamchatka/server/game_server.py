"""Everything that runs in one process: the database, the live tables, the lobby, bots, tournaments."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

import msgspec
import structlog

from kamchatka.editions import EDITIONS
from kamchatka.server.bots.bot_pool import BotPool
from kamchatka.server.club.club import Club
from kamchatka.server.club.hosting import Hosting
from kamchatka.server.faults import Fault
from kamchatka.server.limits import Limits
from kamchatka.server.operations.gauges import Gauges
from kamchatka.server.operations.health import HealthCheck
from kamchatka.server.operations.metrics import Metrics
from kamchatka.server.protocol.payloads import TableForm
from kamchatka.server.settings import ServerSettings
from kamchatka.server.storage.accounts import Accounts
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.records import TableRecord, User
from kamchatka.server.storage.store import Store
from kamchatka.server.tables.chat import Chat
from kamchatka.server.tables.idle_clocks import IdleClocks
from kamchatka.server.tables.lobby import LobbyBroadcaster
from kamchatka.server.tables.message_handler import MessageHandler
from kamchatka.server.tables.quarantine import Quarantine
from kamchatka.server.tables.room import Room
from kamchatka.server.tables.seating import Seating, kept_table, new_table, rematch_form
from kamchatka.server.tables.waking import Waking
from kamchatka.server.work.cache import ByteCache
from kamchatka.server.work.pool import WorkPool

REPLAYS = 16 * 2**20  # bytes of replays that are kept
ANALYSES = 8 * 2**20  # and of analyses
ADDRESSES = 10_000  # of tables that are remembered
CLOCKS_EVERY = 60.0  # seconds between two notes of the clocks: a crash gives no more than that back

log = structlog.get_logger()


@dataclass
class LiveTable:
    """A table in memory: its room, what answers its clients, and who sits down."""

    room: Room
    handler: MessageHandler
    seating: Seating


class GameServer:
    """Everything that runs. Tables are opened when somebody needs them, and closed when nobody does."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.metrics.registry.register(Gauges(self))
        self.health = HealthCheck(self)
        self.is_open = False
        self.database = Database(settings.database, self.metrics)
        self.store = Store(self.database)
        self.accounts = Accounts(self.database)
        self.bot_pool = BotPool(settings.thinkers, settings.bot_seconds, self.metrics)
        self.limits = Limits(settings.connections_per_address, settings.sockets_in_all)
        self.work = WorkPool(settings, self.metrics)
        self.replays = ByteCache(REPLAYS)  # by table and language
        self.analyses = ByteCache(ANALYSES)  # likewise
        self.club = Club(settings, self.work)
        self.hosting = Hosting(self.club, self)
        self.live_tables: dict[str, LiveTable] = {}
        self.laid_from: dict[str, str] = {}  # by table: the address of whoever laid it, for as long as it is known
        self.opening: dict[str, asyncio.Lock] = {}
        self.idle_clocks = IdleClocks(self.store)
        self.quarantine = Quarantine(self.store)
        self.waking = Waking(self.store, self._wake)
        self.lobby = LobbyBroadcaster(self.store, self._watchers)
        self.tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Begin to serve: games that wait for bots or clocks go on."""
        await asyncio.to_thread(_read_booklets)
        await self.database.open(self.settings.database_patience)
        try:
            await self.idle_clocks.open()
            await self.lobby.open()
            self.club.open()
        except BaseException:
            await self.database.close()
            raise
        always = (self.waking.go_on, self._look_after, self.lobby.broadcast, self.metrics.feel_the_pulse)
        self.tasks = [asyncio.create_task(work()) for work in always]
        self.hosting.open()
        self.is_open = True

    async def close(self) -> None:
        """Stop. Nothing is lost: every action is on the disk."""
        self.is_open = False
        self.health.close()
        for task in self.tasks:
            task.cancel()
        with suppress(Fault):  # the database may be away: then the clocks are what they were a minute ago
            await self.note_clocks()
        for live_table in self.live_tables.values():
            live_table.room.close()
        self.bot_pool.close()
        await self.work.close()
        await self.hosting.close()
        await self.club.close()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.database.close()

    # -------------------------------------------------------------- rooms
    async def live_table(self, id: str) -> LiveTable:
        """The room of a table, opened if it is closed; a Fault when there is no such table."""
        async with self.opening.setdefault(id, asyncio.Lock()):
            if id not in self.live_tables:
                table = await self.store.table(id)
                if table is None:
                    self.opening.pop(id, None)  # somebody else who asked for it may have been quicker
                    raise Fault("not_found")
                self.live_tables[id] = await self._open_table(table)
            return self.live_tables[id]

    async def _open_table(self, table: TableRecord) -> LiveTable:
        """A table in memory. A game that cannot be read is set apart; whoever asks for it hears that."""
        if table.unreadable:
            raise Fault("unreadable")
        room, played = Room(table, self), self.idle_clocks.wake(table.id)
        handler = MessageHandler(room, Chat(room))
        try:
            await room.open(max(played, table.clock or 0.0))
        except (Fault, MemoryError):  # not the game's fault: its clocks go on
            if played:
                self.idle_clocks.rest(table.id, played)
            raise
        except Exception as error:
            raise await self.quarantine.add(table.id, error) from None
        return LiveTable(room, handler, Seating(room, handler))

    def forget(self, room: Room) -> None:
        """A room was closed; it is opened again when somebody needs it."""
        self.live_tables.pop(room.table.id, None)
        self.opening.pop(room.table.id, None)
        if (played := room.clocked()) is not None:
            self.idle_clocks.rest(room.table.id, played)

    async def _wake(self, id: str) -> None:
        if id not in self.live_tables:
            await self.live_table(id)

    async def _look_after(self) -> None:
        """Frees games that can be read again; then notes the clocks now and then, and what is still set apart."""
        work = self.quarantine.look_again
        while True:
            try:
                await work()
                await self.note_clocks()
            except Exception as error:
                log.error("clocks not noted", error=repr(error))
            work = self.quarantine.count
            await asyncio.sleep(CLOCKS_EVERY)

    async def note_clocks(self) -> None:
        """How long every game against clocks has been played, in a room or resting: a restart goes on from there."""
        rooms = {id: live_table.room.clocked() for id, live_table in self.live_tables.items()}
        await self.store.note_clocks(self.idle_clocks.played() | {id: at for id, at in rooms.items() if at is not None})

    # -------------------------------------------------------------- tables
    async def lay(self, form: TableForm, user: User, address: str = "") -> str:
        """A new table; without open seats its game begins at once."""
        if await self.store.count_open(user.id) >= self.settings.tables_per_player:
            raise Fault("too_many", "tables_full")
        table = new_table(form, user)
        await self.store.lay(table)
        self._note_address(table.id, address)
        self.lobby_changed(table)
        if not any(one.is_open for one in table.seats):
            live_table = await self.live_table(table.id)
            await live_table.room.submit(live_table.room.begin)
        return table.id

    async def lay_kept(self, form: TableForm, names: Iterable[str], host: User, event: str, id: str = "") -> str:
        """A table of a tournament, which begins when everybody it is kept for has sat down; `id` lays one again."""
        table = kept_table(form, names, host, event)
        table = msgspec.structs.replace(table, id=id or table.id)
        await self.store.lay(table)
        self.lobby_changed(table)
        return table.id

    async def call_off(self, id: str) -> None:
        """A table that is wanted no more: its game is called off; one that has not begun is forgotten."""
        try:
            live_table = await self.live_table(id)
        except Fault as fault:
            if fault.code == "unreadable":
                return  # it rests anyhow
            raise
        await live_table.room.submit(live_table.room.give_up)

    async def take_seat(self, id: str, seat: int, user: User) -> None:
        """A player of a tournament sits down at the own seat."""
        live_table = await self.live_table(id)
        await live_table.room.submit(lambda: live_table.seating.take(user, seat))

    async def begin_now(self, id: str) -> None:
        """A table of a tournament waits no longer: bots play for those who have not come."""
        live_table = await self.live_table(id)
        await live_table.room.submit(live_table.seating.begin_now)

    def ended(self, id: str) -> None:
        """A game is over: if it was a tournament's, its result is taken."""
        self.hosting.ended(id)

    async def rematch(self, id: str, user: User) -> str:
        """The table laid for a rematch: the first who asks lays it, the others sit down in their seats again."""
        live_table = await self.live_table(id)

        async def again() -> str:
            room = live_table.room
            if not room.is_over:
                raise Fault("wrong_time", "not_over")
            if not room.table.seats_of(user.id):
                raise Fault("not_seated")
            if not room.table.rematch:
                rematch = await self.lay(rematch_form(room.table, user), user, self.laid_from.get(id, ""))
                await self.store.lay_rematch(id, rematch)
                live_table.room.lay_rematch(rematch)
            return room.table.rematch

        following = await self.live_table(await live_table.room.submit(again))
        seat = live_table.room.table.seats_of(user.id)[0]
        most_dice = live_table.room.table.seats[seat].most_dice
        with suppress(Fault):  # they sit there already, or somebody was quicker
            await following.room.submit(lambda: following.seating.join(user, seat, most_dice))
        return following.room.table.id

    def payer(self, table: TableRecord) -> str:
        """Behind whom the bots of a table wait: the address it was laid from, or its host if that is not known."""
        return self.laid_from.get(table.id) or f"user {table.host}"

    def _note_address(self, id: str, address: str) -> None:
        if len(self.laid_from) >= ADDRESSES:
            del self.laid_from[next(iter(self.laid_from))]
        self.laid_from[id] = address

    # -------------------------------------------------------------- the lobby
    def lobby_changed(self, table: TableRecord) -> None:
        """A table was laid, filled or finished."""
        self.lobby.changed(table)

    def _watchers(self, id: str) -> int:
        return self.live_tables[id].room.audience.watchers if id in self.live_tables else 0


def _read_booklets() -> None:
    """Everything that an edition reads once, read before somebody waits for it."""
    for booklet in EDITIONS.values():
        booklet.game(booklet.table_rules({}))
