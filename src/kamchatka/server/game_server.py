"""Everything that runs in one process: the database, the live tables, the lobby, bots, tournaments."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from functools import partial
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
from kamchatka.server.matchmaking.presets import Durations
from kamchatka.server.matchmaking.quick_match import QuickMatch
from kamchatka.server.notices.notices import Notices
from kamchatka.server.notices.occasions import Occasions
from kamchatka.server.operations.freed_memory import give_back
from kamchatka.server.operations.gauges import Gauges
from kamchatka.server.operations.health import HealthCheck
from kamchatka.server.operations.metrics import Metrics
from kamchatka.server.people.erasure import Erasure
from kamchatka.server.people.moderation import Moderation
from kamchatka.server.people.relations import Relations
from kamchatka.server.protocol.payloads import TableForm
from kamchatka.server.ratings.eligibility import NOWHERE, Origin
from kamchatka.server.ratings.leaving import with_leavers
from kamchatka.server.ratings.profiles import Profiles
from kamchatka.server.ratings.standing import Standing
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
ANALYSES = 8 * 2**20  # and of analyses
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
        self.analyses = ByteCache(ANALYSES)  # likewise
        self.club = Club(settings, self.database, self.work)
        self.hosting = Hosting(self.club, self)
        self.standing = Standing(self.store, self.work, self._rated)
        self.profiles = Profiles(self.database)
        self.durations = Durations(self.database)
        self.relations = Relations(self.database)
        self.moderation = Moderation(self.database)
        self.erasure = Erasure(self.database, self.store)
        self.notices = Notices(self.database, settings)
        self.occasions = Occasions(self.database, self.notices, self.relations.friends)
        self.quick = QuickMatch(self, self.database, self.relations.meeting)
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
            await self.club.open()
        except BaseException:
            await self.platform.close()
            await self.database.close()
            raise
        self.tasks = [asyncio.create_task(work()) for work in self._always]
        self.hosting.open()
        self.standing.open()
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
        await self.standing.close()
        await self.notices.push.close()
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
        own = (self.waking.go_on, self._look_after, self.lobby.broadcast, self.quick.go_on, self.notices.go_on)
        return *own, *self.platform.always, self.metrics.feel_the_pulse, lambda: give_back(self.live_tables)

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
    async def lay(self, form: TableForm, user: User, origin: Origin = NOWHERE) -> str:
        """A new table; without open seats its game begins at once."""
        await self.check_may_play(user)
        if await self.store.count_open(user.id) >= self.settings.tables_per_player:
            raise Fault("too_many", "tables_full")
        table = await with_leavers(new_table(form, user), self.database)
        await self.store.lay(table)
        self._note_address(table.id, origin.address)
        await self.standing.eligibility.note(table, user.id, origin)
        self.lobby_changed(table)
        if not form.private and any(one.is_open for one in table.seats):
            await self.occasions.call_friends(user, f"/t/{table.id}")
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
        """A game is over: its result is taken, for ratings, and for a tournament if it was one's."""
        self.hosting.ended(table.id, table.seats[0].kept)
        self.standing.ended(table.id)

    async def judged(self, table: TableRecord) -> TableRecord:
        """A table whose game begins: whether it counts for ratings."""
        return await self.standing.eligibility.judged(table)

    def _rated(self, id: str, rating: str) -> None:
        """How a game counted: whoever still sits there is told."""
        if id in self.live_tables:
            self.live_tables[id].room.note_rating(rating)

    async def rematch(self, id: str, user: User, origin: Origin = NOWHERE) -> str:
        """The table laid for a rematch: the first who asks lays it, the others sit down in their seats again."""
        over = await self.platform.do(id, deeds.PlayAgain(user, origin))
        seat = over.seats_of(user.id)[0]
        with suppress(Fault):  # they sit there already, or somebody was quicker
            await self.sit(over.rematch, user, origin, seat, over.seats[seat].most_dice)
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
                rematch = await self.lay(rematch_form(room.table, user), user, deed.origin)
                await self.store.lay_rematch(room.table, rematch)
                room.lay_rematch(rematch)

        await room.submit(again)

    # -------------------------------------------------------------- people
    async def sit(
        self, id: str, user: User, origin: Origin, seat: int | None = None, most_dice: bool = False
    ) -> TableRecord:
        """Sit down at a seat of a table, or at the first that is free."""
        await self.standing.eligibility.note(await self._known(id), user.id, origin)
        return await self.platform.do(id, deeds.JoinTable(user, seat, most_dice))

    async def came(self, id: str, user: User, origin: Origin) -> None:
        """Somebody opens a table, perhaps to play there."""
        table = await self._known(id)
        if table is not None and table.seats_of(user.id):
            await self.standing.eligibility.note(table, user.id, origin)

    async def _known(self, id: str) -> TableRecord | None:
        """A table as it is in its room here, or else on the disk."""
        known = self.live_tables.get(id)
        return await self.store.table(id) if known is None else known.room.table

    def open_tables(self) -> list[TableRecord]:
        """The public tables that wait for players."""
        return [table for table in self.lobby.list.in_order() if table.status == "waiting"]

    async def check_may_play(self, user: User) -> None:
        """A Fault for who is suspended."""
        await self.moderation.check_may_play(user)

    async def check_may_sit(self, table: TableRecord, user: User) -> None:
        """The same, and for whom somebody at the table has blocked."""
        await self.check_may_play(user)
        if {one.user for one in table.seats} & await self.relations.blockers_of(user.id):
            raise Fault("problem", "not_welcome")

    async def check_may_talk(self, user: User) -> None:
        """A Fault for who is muted."""
        await self.moderation.check_may_talk(user)

    async def erase(self, user: User) -> None:
        """Delete somebody: seats are left, names are taken out of every game, all else is forgotten."""
        names = {user.name}
        await self.quick.leave(user)
        for id in await self.erasure.tables_of(user.id):
            names |= await self._erase_at(id, user)
        await self.club.forget(names)
        await self.erasure.forget(user, names)
        self.accounts.forget(user)
        self.replays = ByteCache(REPLAYS)
        await self.lobby.open()
        self.lobby.news.set()

    async def _erase_at(self, id: str, user: User) -> set[str]:
        """Take somebody out of one game, in its room if there may be one; the names they had there."""
        table = await self.store.table(id)
        sat = () if table is None else table.seats_of(user.id)
        names = await self.erasure.names_at(id, user, sat)
        if sat and table is not None and table.status != "over" and not table.unreadable:
            await self.platform.do(id, deeds.StandUp(user))
            table = await self.store.table(id)
        if id in self.live_tables or (table is not None and table.status == "playing" and not table.unreadable):
            await self.platform.do(id, deeds.ForgetPlayer(user, sat))
        else:
            await self.erasure.leave_table(id, user, sat)
        return names

    async def forget_player(self, live_table: LiveTable, deed: deeds.ForgetPlayer) -> None:
        """Somebody's names are taken out of a game whose room is here; then everybody comes in anew."""
        room = live_table.room
        work = partial(self.erasure.leave_table, room.table.id, deed.user, deed.sat)
        await room.submit(lambda: room.start_over(work), always=True)

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
