"""Everything that runs in one process: the database, the live tables, the lobby, bots, tournaments."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

import msgspec
import structlog
from sqlalchemy import select

from kamchatka.editions import EDITIONS
from kamchatka.server.bots.bot_pool import BotPool
from kamchatka.server.club.club import Club
from kamchatka.server.club.hosting import Hosting
from kamchatka.server.faults import Fault
from kamchatka.server.limits import Limits
from kamchatka.server.matchmaking.presets import Durations
from kamchatka.server.matchmaking.quick_match import QuickMatch
from kamchatka.server.notices.notices import Notice, Notices
from kamchatka.server.operations.gauges import Gauges
from kamchatka.server.operations.health import HealthCheck
from kamchatka.server.operations.metrics import Metrics
from kamchatka.server.people.erasure import Erasure
from kamchatka.server.people.moderation import Moderation
from kamchatka.server.people.relations import Relations
from kamchatka.server.protocol.payloads import TableForm
from kamchatka.server.ratings.eligibility import NOWHERE, Origin
from kamchatka.server.ratings.profiles import Profiles
from kamchatka.server.ratings.standing import Standing
from kamchatka.server.settings import ServerSettings
from kamchatka.server.storage import schema
from kamchatka.server.storage.accounts import Accounts
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.records import TableRecord, User
from kamchatka.server.storage.store import Store, now
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
AN_HOUR = 3_600_000  # milliseconds
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
        self.club = Club(settings, self.work)
        self.hosting = Hosting(self.club, self)
        self.standing = Standing(self.store, self._rated)
        self.profiles = Profiles(self.database)
        self.durations = Durations(self.database)
        self.relations = Relations(self.database)
        self.moderation = Moderation(self.database)
        self.erasure = Erasure(self.database, self.store)
        self.notices = Notices(self.database, settings)
        self.quick = QuickMatch(self, self.relations.meeting)
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
        always = (
            self.waking.go_on,
            self._look_after,
            self.lobby.broadcast,
            self.metrics.feel_the_pulse,
            self.quick.go_on,
            self.notices.go_on,
        )
        self.tasks = [asyncio.create_task(work()) for work in always]
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
    async def lay(self, form: TableForm, user: User, origin: Origin = NOWHERE) -> str:
        """A new table; without open seats its game begins at once."""
        await self.check_may_play(user)
        if await self.store.count_open(user.id) >= self.settings.tables_per_player:
            raise Fault("too_many", "tables_full")
        table = new_table(form, user)
        await self.store.lay(table)
        self._note_address(table.id, origin.address)
        await self.note_origin(table, user, origin)
        self.lobby_changed(table)
        if not form.private:
            await self.call_friends(user, f"/t/{table.id}" if any(one.is_open for one in table.seats) else "")
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
        """A game is over: its result is taken, for ratings, and for a tournament if it was one's."""
        self.hosting.ended(id)
        self.standing.ended(id)

    async def judged(self, table: TableRecord) -> TableRecord:
        """A table whose game begins: whether it counts for ratings."""
        return await self.standing.eligibility.judged(table)

    def _rated(self, id: str, rating: str) -> None:
        """How a game counted: whoever still sits there is told."""
        if id in self.live_tables:
            self.live_tables[id].room.note_rating(rating)

    async def rematch(self, id: str, user: User, origin: Origin = NOWHERE) -> str:
        """The table laid for a rematch: the first who asks lays it, the others sit down in their seats again."""
        live_table = await self.live_table(id)

        async def again() -> str:
            room = live_table.room
            if not room.is_over:
                raise Fault("wrong_time", "not_over")
            if not room.table.seats_of(user.id):
                raise Fault("not_seated")
            if not room.table.rematch:
                rematch = await self.lay(rematch_form(room.table, user), user, origin)
                await self.store.lay_rematch(id, rematch)
                live_table.room.lay_rematch(rematch)
            return room.table.rematch

        following = await self.live_table(await live_table.room.submit(again))
        seat = live_table.room.table.seats_of(user.id)[0]
        most_dice = live_table.room.table.seats[seat].most_dice
        await self.note_origin(following.room.table, user, origin)
        with suppress(Fault):  # they sit there already, or somebody was quicker
            await following.room.submit(lambda: following.seating.join(user, seat, most_dice))
        return following.room.table.id

    async def note_origin(self, table: TableRecord, user: User, origin: Origin) -> None:
        """Where somebody comes from who sits down or plays at a table: one person must not play for two."""
        await self.standing.eligibility.note(table, user.id, origin)

    # -------------------------------------------------------------- people
    async def sit(self, id: str, user: User, origin: Origin, most_dice: bool) -> None:
        """Sit down at the first free seat of a table."""
        live_table = await self.live_table(id)
        await self.note_origin(live_table.room.table, user, origin)
        await live_table.room.submit(lambda: live_table.seating.join(user, None, most_dice))

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

    def awaits(self, table: TableRecord, turn: str, away: list[int]) -> None:
        """A game over days waits for people who are not here."""
        fields: dict[str, str | int] = {"table": table.agreed.name, "edition": table.agreed.edition}
        subject = f"turn:{table.id}:{turn}"
        self.notices.tell(*(Notice(user, "turn", subject, fields, f"/t/{table.id}") for user in away))

    async def invite(self, table: TableRecord, user: User, other: User) -> None:
        """Somebody is asked to come to a table."""
        fields: dict[str, str | int] = {"name": user.name, "edition": table.agreed.edition}
        subject = f"invitation:{table.id}:{user.id}"
        self.notices.tell(Notice(other.id, "invitation", subject, fields, f"/t/{table.id}?sit"))

    async def call_friends(self, user: User, link: str) -> None:
        """Somebody waits for others: friends are told, once an hour at most. Without a link nobody is waited for."""
        if link and not user.guest:
            fields: dict[str, str | int] = {"name": user.name}
            subject = f"friend:{user.id}:{now() // AN_HOUR}"
            friends = await self.relations.friends(user.id)
            self.notices.tell(*(Notice(row.id, "friend", subject, fields, link) for row in friends))

    async def erase(self, user: User) -> None:
        """Delete somebody: seats are left, names are taken out of every game, all else is forgotten."""
        names = {user.name}
        self.quick.leave(user)
        for id in await self.erasure.tables_of(user.id):
            names |= await self._erase_at(id, user)
        await self.erasure.forget(user, names)
        self.accounts.forget(user)
        self.replays = ByteCache(REPLAYS)
        await self.lobby.open()
        self.lobby.news.set()

    async def _erase_at(self, id: str, user: User) -> set[str]:
        table = await self.store.table(id)
        sat = () if table is None else table.seats_of(user.id)
        if table is not None and table.status != "over" and not table.unreadable:
            live_table = await self.live_table(id)
            if live_table.room.table.seats_of(user.id):
                await live_table.room.submit(lambda: live_table.seating.leave(user), always=True)
        if id in self.live_tables:
            room = self.live_tables[id].room
            work = partial(self.erasure.leave_table, id, user, sat)
            return await room.submit(lambda: room.start_over(work), always=True)
        return await self.erasure.leave_table(id, user, sat)

    async def round_published(self, id: str) -> None:
        """A tournament has a new round: whoever follows it is told."""
        event, f = (await (await self.club.event(id)).read()).event, schema.followed
        rows = await self.database.rows(select(f).where(f.c.event_id == id))
        number = len(event.rounds)
        fields: dict[str, str | int] = {"event": event.name, "round": number}
        subject = f"round:{id}:{number}"
        self.notices.tell(*(Notice(row.user_id, "round", subject, fields, f"/event/{id}") for row in rows))

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
