"""Everything that runs in one process: the database, the live tables, the lobby, bots, tournaments."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from typing import Any
from weakref import WeakValueDictionary

import msgspec
import structlog

from kamchatka.editions import EDITIONS
from kamchatka.server.bots.bot_pool import BotPool
from kamchatka.server.club.club import Club
from kamchatka.server.club.hosting import Hosting
from kamchatka.server.cluster import deeds
from kamchatka.server.cluster.joining import ports_of
from kamchatka.server.cluster.platform import Platform
from kamchatka.server.faults import Fault
from kamchatka.server.limits import Limits
from kamchatka.server.operations.gauges import Gauges
from kamchatka.server.operations.health import HealthCheck
from kamchatka.server.operations.metrics import Metrics
from kamchatka.server.protocol.payloads import TableForm
from kamchatka.server.settings import ServerSettings
from kamchatka.server.storage.accounts import Accounts
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.leases import NotHere, OwnedElsewhere
from kamchatka.server.storage.records import TableRecord, User
from kamchatka.server.storage.store import Store
from kamchatka.server.tables.chat import Chat
from kamchatka.server.tables.live_table import LiveTable
from kamchatka.server.tables.lobby import LobbyBroadcaster
from kamchatka.server.tables.message_handler import MessageHandler
from kamchatka.server.tables.quarantine import Quarantine
from kamchatka.server.tables.room import Room
from kamchatka.server.tables.seating import Seating, kept_table, new_table, rematch_form
from kamchatka.server.tables.waking import Waking
from kamchatka.server.work.cache import ByteCache
from kamchatka.server.work.pool import WorkPool

REPLAYS = 16 * 2**20  # bytes of replays that are kept
ADDRESSES = 10_000  # of tables that are remembered
CLOCKS_EVERY = 60.0  # seconds between two notes of the clocks: a crash gives no more than that back

log = structlog.get_logger()


class GameServer:
    """Everything that runs. Tables are opened when somebody needs them, and closed when nobody does."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.metrics.registry.register(Gauges(self))
        self.health = HealthCheck(self)
        self.is_open = False
        self.database = Database(settings.database, self.metrics, shared=bool(settings.bus))
        self.store = Store(self.database)
        ports = ports_of(settings, self.database, self.store)
        self.leases, self.idle_clocks = ports.leases, ports.idle_clocks
        self.accounts = Accounts(self.database)
        self.bot_pool = BotPool(ports.thinkers, settings.bot_seconds, self.metrics)
        self.limits = Limits(settings.connections_per_address, settings.sockets_in_all)
        self.work = WorkPool(settings, self.metrics)
        self.replays = ByteCache(REPLAYS)  # by table and language
        self.club = Club(settings, self.work)
        self.hosting = Hosting(self.club, self)
        self.live_tables: dict[str, LiveTable] = {}
        self.laid_from: dict[str, str] = {}  # by table: the address of whoever laid it, for as long as it is known
        self.opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # while somebody opens or waits
        self.quarantine = Quarantine(self.store)
        self.waking = Waking(self.leases, self._wake)
        self.lobby = LobbyBroadcaster(self.store, self._watchers)
        self.platform = Platform(self, ports)
        self.is_leaving = False
        self.tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Begin to serve: games that wait for bots or clocks go on."""
        await asyncio.to_thread(_read_booklets)
        await self.database.open(self.settings.database_patience)
        try:
            await self.platform.open()
            await self.idle_clocks.open()
            await self.lobby.open()
            self.club.open()
        except BaseException:
            await self.platform.close()
            await self.database.close()
            raise
        self.tasks = [asyncio.create_task(work()) for work in self._always]
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
        await self.platform.close()
        await self.database.close()

    async def hand_over(self) -> None:
        """Before the end: no new rooms, and what there is goes to other servers."""
        self.is_leaving = True
        await self.platform.hand_over()

    @property
    def _always(self) -> tuple[Callable[[], Coroutine[Any, Any, None]], ...]:
        """What goes on for as long as the server runs."""
        own = (self.waking.go_on, self._look_after, self.lobby.broadcast, self.metrics.feel_the_pulse)
        return *own, self.platform.news.report_spending, self.platform.far.look_after

    # -------------------------------------------------------------- rooms
    async def live_table(self, id: str, gone: str = "") -> LiveTable:
        """The room of a table in this process, opened if it is closed; a Fault when there is no such table.

        OwnedElsewhere when another server has it, unless that one is known to be `gone`.
        """
        lock = self.opening.setdefault(id, asyncio.Lock())
        async with lock:
            if id not in self.live_tables:
                self.live_tables[id] = await self._claimed(id, gone)
            return self.live_tables[id]

    async def _claimed(self, id: str, gone: str) -> LiveTable:
        if self.is_leaving:
            raise NotHere
        epoch = await self.leases.claim(id, gone)
        try:
            table = await self.store.table(id)
            if table is None:
                raise Fault("not_found")
            epoch = table.epoch if epoch is None else epoch
            return await self._open_table(msgspec.structs.replace(table, epoch=epoch))
        except BaseException:
            if epoch is not None:
                await self.leases.release(id, epoch, None)
            raise

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
        known = self.live_tables.get(room.table.id)
        if known is not None and known.room is room:
            del self.live_tables[room.table.id]
        if (played := room.clocked()) is not None:
            self.idle_clocks.rest(room.table.id, played)
        self.platform.release(room)

    async def _wake(self, id: str) -> None:
        with suppress(OwnedElsewhere):  # another one was quicker
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
        epochs = {id: live_table.room.table.epoch for id, live_table in self.live_tables.items()}
        played = self.idle_clocks.played() | {id: at for id, at in rooms.items() if at is not None}
        await self.store.note_clocks(played, epochs)

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
            await self.platform.do(table.id, deeds.BeginGame())
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
            await self.platform.do(id, deeds.GiveUp())
        except Fault as fault:
            if fault.code != "unreadable":  # such a one rests anyhow
                raise

    async def take_seat(self, id: str, seat: int, user: User) -> None:
        """A player of a tournament sits down at the own seat."""
        await self.platform.do(id, deeds.TakeKeptSeat(user, seat))

    async def begin_now(self, id: str) -> None:
        """A table of a tournament waits no longer: bots play for those who have not come."""
        await self.platform.do(id, deeds.StartGame())

    def ended(self, table: TableRecord) -> None:
        """A game is over: if it was a tournament's, its result is taken."""
        self.hosting.ended(table.id, table.seats[0].kept)

    async def rematch(self, id: str, user: User) -> str:
        """The table laid for a rematch: the first who asks lays it, the others sit down in their seats again."""
        over = await self.platform.do(id, deeds.PlayAgain(user))
        seat = over.seats_of(user.id)[0]
        with suppress(Fault):  # they sit there already, or somebody was quicker
            await self.platform.do(over.rematch, deeds.JoinTable(user, seat, over.seats[seat].most_dice))
        return over.rematch

    async def play_again(self, live_table: LiveTable, deed: deeds.PlayAgain) -> None:
        """The next game of a table whose room is here is laid, if it is not yet."""
        room, user = live_table.room, deed.user

        async def again() -> None:
            if not room.is_over:
                raise Fault("wrong_time", "not_over")
            if not room.table.seats_of(user.id):
                raise Fault("not_seated")
            if not room.table.rematch:
                rematch = await self.lay(rematch_form(room.table, user), user, self.laid_from.get(room.table.id, ""))
                await self.store.lay_rematch(room.table, rematch)
                room.lay_rematch(rematch)

        await room.submit(again)

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
        self.platform.news.table_changed(table, self._watchers(table.id))

    def _watchers(self, id: str) -> int:
        known = self.live_tables.get(id)
        return self.platform.news.watched.get(id, 0) if known is None else known.room.audience.watchers


def _read_booklets() -> None:
    """Everything that an edition reads once, read before somebody waits for it."""
    for booklet in EDITIONS.values():
        booklet.game(booklet.table_rules({}))
