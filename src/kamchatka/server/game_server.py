"""The game server: all services of one process, from database and live tables to lobby, bots and tournaments."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from weakref import WeakValueDictionary

import msgspec
import structlog

from kamchatka.server import supervision
from kamchatka.server.bots.bot_pool import BotPool
from kamchatka.server.bots.thinking import read_editions
from kamchatka.server.club.club import Club
from kamchatka.server.club.hosting import Hosting
from kamchatka.server.cluster import deeds
from kamchatka.server.cluster.joining import ports_of
from kamchatka.server.cluster.platform import Platform
from kamchatka.server.faults import Fault
from kamchatka.server.limits import Limits
from kamchatka.server.matchmaking.presets import Durations
from kamchatka.server.matchmaking.quick_match import QuickMatch
from kamchatka.server.networks import network_of
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
from kamchatka.server.tables.table_texts import TableTexts
from kamchatka.server.tables.waking import Waking
from kamchatka.server.work.cache import ByteCache
from kamchatka.server.work.pool import WorkPool

REPLAYS = 16 * 2**20  # bytes of cached replays
HIGHLIGHTS = 4 * 2**20  # bytes of cached highlights
ANALYSES = 8 * 2**20  # bytes of cached analyses
ADDRESSES = 10_000  # tables whose creator's address is remembered
CLOCKS_EVERY = 60.0  # seconds between two saves of the clocks, the most that a crash gives back

log = structlog.get_logger()


class GameServer:
    """All services of one process. Tables are opened on demand and closed when idle."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.supervisor = supervision.Supervisor()
        self.metrics = Metrics()
        self.metrics.registry.register(Gauges(self))
        self.health = HealthCheck(self)
        self.is_open = self.is_leaving = False
        self.database = Database(settings.database, self.metrics, shared=bool(settings.bus))
        self.store = Store(self.database)
        ports = ports_of(settings, self.database, self.store)
        self.leases, self.idle_clocks = ports.leases, ports.idle_clocks
        self.accounts = Accounts(self.database)
        self.bot_pool = BotPool(ports.thinkers, settings.bot_seconds, self.metrics)
        self.limits = Limits(settings)
        self.work = WorkPool(settings, self.metrics)
        self.replays = ByteCache(REPLAYS)  # by table and language
        self.analyses = ByteCache(ANALYSES)  # by table and language
        self.highlights = ByteCache(HIGHLIGHTS)  # by table and language
        self.club = Club(settings, self.database, self.work)
        self.hosting = Hosting(self.club, self)
        self.standing = Standing(self.store, self.work, self._rated)
        self.profiles = Profiles(self.database)
        self.durations = Durations(self.database)
        self.relations = Relations(self.database)
        self.moderation = Moderation(self.database)
        self.texts = TableTexts(self.accounts, self.moderation)
        self.erasure = Erasure(self.database, self.store)
        self.notices = Notices(self.database, settings)
        self.occasions = Occasions(self.database, self.notices, self.relations.friends)
        self.quick = QuickMatch(self, self.database, self.relations)
        self.live_tables: dict[str, LiveTable] = {}
        self.laid_from: dict[str, str] = {}  # by table: the network of the user who created it, while known
        self.opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # while a table is being opened
        self.quarantine = Quarantine(self.store)
        self.waking = Waking(self.leases, self._wake)
        self.lobby = LobbyBroadcaster(self.store, self._watchers)
        self.platform = Platform(self, ports)
        self.tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Open the database and start all services. Games that wait for bots or clocks go on."""
        supervision.supervise(self.supervisor)
        await asyncio.to_thread(read_editions)
        await self.database.open(self.settings.database_patience)
        try:
            await self.platform.open()
            await self.idle_clocks.open()
            await self.lobby.open()
            await self.club.open()
            await self.accounts.held_names.drop_expired()
        except BaseException:
            await self.platform.close()
            await self.database.close()
            raise
        self.tasks = [supervision.keep(name, service) for name, service in self._always.items()]
        self.hosting.open()
        self.standing.open()
        self.is_open = True

    async def close(self) -> None:
        """Stop all services. Nothing is lost, because every action is stored."""
        self.is_open = False
        self.health.close()
        for task in self.tasks:
            task.cancel()
        with suppress(Fault):  # if the database is away, the clocks stay as saved a minute ago
            await self.note_clocks()
        for live_table in self.live_tables.values():
            live_table.room.close()
        self.bot_pool.close()
        await self.work.close()
        await self.hosting.close()
        await self.standing.close()
        await self.notices.close()
        await self.club.close()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.platform.close()
        await self.database.close()

    async def hand_over(self) -> None:
        """Prepare to stop: open no more rooms, and hand the open ones over to other servers."""
        self.is_leaving = True
        await self.platform.hand_over()

    @property
    def _always(self) -> dict[str, supervision.Service]:
        """The services that run as long as the server, by name."""
        own = {"waking": self.waking.go_on, "clocks": self._look_after, "lobby": self.lobby.broadcast}
        people = {"quick match": self.quick.go_on, "notices": self.notices.go_on}
        memory = {"loop lag": self.metrics.feel_the_pulse, "freed memory": lambda: give_back(self.live_tables)}
        return own | people | self.platform.always | memory

    # -------------------------------------------------------------- rooms
    async def live_table(self, id: str, gone: str = "") -> LiveTable:
        """Return the live table in this process, opened if necessary. Raise a Fault if it doesn't exist.

        Raise OwnedElsewhere if another server has it, unless that server is known to be `gone`.
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
        """Open a table in memory. An unreadable game is quarantined and raises a Fault."""
        if table.unreadable:
            raise Fault("unreadable")
        room, played = Room(table, self), self.idle_clocks.wake(table.id)
        handler = MessageHandler(room, Chat(room))
        try:
            await room.open(max(played, table.clock or 0.0))
        except (Fault, MemoryError):  # not the game's fault, so its clock goes on
            if played:
                self.idle_clocks.rest(table.id, played)
            raise
        except Exception as error:
            raise await self.quarantine.add(table.id, error) from None
        return LiveTable(room, handler, Seating(room, handler))

    def forget(self, room: Room) -> None:
        """Drop a closed room; it is opened again on demand."""
        known = self.live_tables.get(room.table.id)
        if known is not None and known.room is room:
            del self.live_tables[room.table.id]
        if (played := room.clocked()) is not None:
            self.idle_clocks.rest(room.table.id, played)
        self.platform.release(room)

    async def _wake(self, id: str) -> None:
        with suppress(OwnedElsewhere):  # another server was faster
            if id not in self.live_tables:
                await self.live_table(id)

    async def _look_after(self) -> None:
        """Release games that can be read again, then save the clocks and count quarantined games regularly."""
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
        """Save the playing time of all clocked games, in a room or resting, so that a restart can resume them."""
        rooms = {id: live_table.room.clocked() for id, live_table in self.live_tables.items()}
        epochs = {id: live_table.room.table.epoch for id, live_table in self.live_tables.items()}
        played = self.idle_clocks.played() | {id: at for id, at in rooms.items() if at is not None}
        await self.store.note_clocks(played, epochs)

    # -------------------------------------------------------------- tables
    async def lay(self, form: TableForm, user: User, origin: Origin = NOWHERE) -> str:
        """Create a table. Without open seats its game begins at once."""
        await self.check_may_play(user)
        await self.texts.check(form, user)
        if await self.store.count_open(user.id) >= self.settings.tables_per_player:
            raise Fault("too_many", "tables_full")
        table = await with_leavers(new_table(form, user), self.database)
        await self.store.lay(table)
        self._note_address(table.id, network_of(origin.address))
        await self.standing.eligibility.note(table, user.id, origin)
        self.lobby_changed(table)
        if not form.private and any(one.is_open for one in table.seats):
            await self.occasions.call_friends(user, f"/t/{table.id}")
        if not any(one.is_open for one in table.seats):
            await self.platform.do(table.id, deeds.BeginGame())
        return table.id

    async def lay_kept(self, form: TableForm, names: Iterable[str], host: User, event: str, id: str = "") -> str:
        """Create a tournament table with reserved seats, or recreate the table `id`.

        It begins when all players are seated.
        """
        table = kept_table(form, names, host, event)
        table = msgspec.structs.replace(table, id=id or table.id)
        await self.store.lay(table)
        self.lobby_changed(table)
        return table.id

    async def call_off(self, id: str) -> None:
        """Call off a running game, or delete a waiting table."""
        try:
            await self.platform.do(id, deeds.GiveUp())
        except Fault as fault:
            if fault.code != "unreadable":  # an unreadable game is inactive anyway
                raise

    async def take_seat(self, id: str, seat: int, user: User) -> None:
        """Seat a tournament player at their reserved seat."""
        await self.platform.do(id, deeds.TakeKeptSeat(user, seat))

    async def begin_now(self, id: str) -> None:
        """Begin a tournament game with bots for absent players."""
        await self.platform.do(id, deeds.StartGame())

    def ended(self, table: TableRecord) -> None:
        """Process a finished game's result, for the ratings and for its tournament, if any."""
        self.hosting.ended(table.id, table.seats[0].kept)
        self.standing.ended(table.id)

    async def judged(self, table: TableRecord) -> TableRecord:
        """Return a beginning game's table with the decision whether it is rated."""
        return await self.standing.eligibility.judged(table)

    def _rated(self, id: str, rating: str) -> None:
        """Tell the players who are still there how the game was rated."""
        if id in self.live_tables:
            self.live_tables[id].room.note_rating(rating)

    async def rematch(self, id: str, user: User, origin: Origin = NOWHERE) -> str:
        """Return the id of the rematch table, created by the first request, and seat the user there."""
        over = await self.platform.do(id, deeds.PlayAgain(user, origin))
        seat = over.seats_of(user.id)[0]
        with suppress(Fault):  # they have a seat already, or another user was faster
            await self.sit(over.rematch, user, origin, seat, over.seats[seat].most_dice)
        return over.rematch

    async def play_again(self, live_table: LiveTable, deed: deeds.PlayAgain) -> None:
        """Create the rematch of a table whose room is here, unless it exists."""
        room, user = live_table.room, deed.user

        async def again() -> None:
            if not room.is_over:
                raise Fault("wrong_time", "not_over")
            if not room.table.seats_of(user.id):
                raise Fault("not_seated")
            if not room.table.rematch:
                form = await self.texts.repeatable(rematch_form(room.table, user), user)
                rematch = await self.lay(form, user, deed.origin)
                await self.store.lay_rematch(room.table, rematch)
                room.lay_rematch(rematch)

        await room.submit(again)

    # -------------------------------------------------------------- people
    async def sit(
        self, id: str, user: User, origin: Origin, seat: int | None = None, most_dice: bool = False
    ) -> TableRecord:
        """Take the given seat at a table, or the first free one."""
        await self.standing.eligibility.note(await self._known(id), user.id, origin)
        return await self.platform.do(id, deeds.JoinTable(user, seat, most_dice))

    async def came(self, id: str, user: User, origin: Origin) -> None:
        """Note the origin of a player who opens a table."""
        table = await self._known(id)
        if table is not None and table.seats_of(user.id):
            await self.standing.eligibility.note(table, user.id, origin)

    async def _known(self, id: str) -> TableRecord | None:
        """Return a table from its room here, or else from the store."""
        known = self.live_tables.get(id)
        return await self.store.table(id) if known is None else known.room.table

    def open_tables(self) -> list[TableRecord]:
        """Return the public tables that wait for players."""
        return [table for table in self.lobby.list.in_order() if table.status == "waiting"]

    async def check_may_play(self, user: User) -> None:
        """Raise a Fault if the user is suspended."""
        await self.moderation.check_may_play(user)

    async def check_may_sit(self, table: TableRecord, user: User) -> None:
        """Raise a Fault if the user is suspended, or blocked by a player at the table."""
        await self.check_may_play(user)
        if {one.user for one in table.seats} & await self.relations.blockers_of(user.id):
            raise Fault("problem", "not_welcome")

    async def check_may_talk(self, user: User) -> None:
        """Raise a Fault if the user is muted."""
        await self.moderation.check_may_talk(user)

    async def forget_player(self, live_table: LiveTable, deed: deeds.ForgetPlayer) -> None:
        """Remove a deleted user's names from a game whose room is here. All clients then reconnect."""
        room = live_table.room
        work = partial(self.erasure.leave_table, room.table.id, deed.user, deed.sat)
        await room.submit(lambda: room.start_over(work), always=True)

    def payer(self, table: TableRecord) -> str:
        """Return the account that a table's bots are charged to: its creator's network, or else its host."""
        return self.laid_from.get(table.id) or f"user {table.host}"

    def _note_address(self, id: str, address: str) -> None:
        if len(self.laid_from) >= ADDRESSES:
            del self.laid_from[next(iter(self.laid_from))]
        self.laid_from[id] = address

    # -------------------------------------------------------------- the lobby
    def lobby_changed(self, table: TableRecord) -> None:
        """Announce a table that was created, filled or finished."""
        self.lobby.changed(table)
        self.platform.news.table_changed(table, self._watchers(table.id))

    def _watchers(self, id: str) -> int:
        known = self.live_tables.get(id)
        return self.platform.news.watched.get(id, 0) if known is None else known.room.audience.watchers
