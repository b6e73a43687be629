"""The composition root: creates the services of one process, connects them, and starts and stops them."""

import asyncio
from contextlib import suppress

from kamchatka.server import supervision
from kamchatka.server.background_tasks import BackgroundTasks
from kamchatka.server.bots.bot_pool import BotPool
from kamchatka.server.bots.thinking import read_editions
from kamchatka.server.club.club import Club
from kamchatka.server.cluster.joining import ports_of
from kamchatka.server.cluster.platform import Platform
from kamchatka.server.cups.conductor import Conductor
from kamchatka.server.cups.cup_store import CupStore
from kamchatka.server.cups.cups import Cups
from kamchatka.server.cups.cups_file import read_cups
from kamchatka.server.cups.showing import CupViews
from kamchatka.server.deletion import AccountDeletion
from kamchatka.server.faults import Fault
from kamchatka.server.limits import Limits
from kamchatka.server.lobby.broadcaster import LobbyBroadcaster
from kamchatka.server.matchmaking.presets import Durations
from kamchatka.server.matchmaking.quick_match import QuickMatch
from kamchatka.server.metrics import Metrics
from kamchatka.server.notices.notices import Notices
from kamchatka.server.notices.triggers import Occasions
from kamchatka.server.operations.freed_memory import give_back
from kamchatka.server.operations.gauges import Gauges
from kamchatka.server.operations.health import HealthCheck
from kamchatka.server.people.admission import Admission
from kamchatka.server.people.erasure import Erasure
from kamchatka.server.people.moderation import Moderation
from kamchatka.server.people.recovery import Recovery
from kamchatka.server.people.relations import Relations
from kamchatka.server.play.hosting import Hosting
from kamchatka.server.play.table_service import TableService
from kamchatka.server.play.table_texts import TableTexts
from kamchatka.server.play.wake_ups import WakeUps
from kamchatka.server.ratings.profiles import Profiles
from kamchatka.server.ratings.rating_updates import Standing
from kamchatka.server.settings import ServerSettings
from kamchatka.server.storage.accounts import Accounts
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.store import Store
from kamchatka.server.tables.live_tables import LiveTables
from kamchatka.server.tables.quarantine import Quarantine
from kamchatka.server.tables.room_services import RoomServices
from kamchatka.server.work.cache import ByteCache
from kamchatka.server.work.pool import WorkPool

REPLAYS = 16 * 2**20  # bytes of cached replays and pictures
HIGHLIGHTS = 4 * 2**20  # bytes of cached highlights and lessons
ANALYSES = 8 * 2**20  # bytes of cached analyses


class GameServer:
    """All services of one process. Routes take the services they need from here; no service knows the server."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.supervisor = supervision.Supervisor()
        self.metrics = Metrics()
        self.limits = Limits(settings)
        self.work = WorkPool(settings, self.metrics)
        self.replays = ByteCache(REPLAYS)  # by table and language, or kind of picture
        self.analyses = ByteCache(ANALYSES)  # by study, table and language
        self.highlights = ByteCache(HIGHLIGHTS)  # by study, table and language

        self.database = Database(settings.database, self.metrics, shared=bool(settings.bus))
        self.store = Store(self.database)
        self.accounts = Accounts(self.database)
        self.recovery = Recovery(self.accounts)
        self.durations = Durations(self.database)
        ports = ports_of(settings, self.database, self.store)
        self.leases = ports.leases
        self.profiles = Profiles(self.database)
        self.relations = Relations(self.database)
        self.moderation = Moderation(self.database)
        self.admission = Admission(self.moderation, self.relations)
        self.notices = Notices(self.database, settings)
        self.occasions = Occasions(self.database, self.notices, self.relations.friends)
        self.erasure = Erasure(self.database, self.store)
        self.standing = Standing(self.store, lambda id, rating: self.live_tables.note_rating(id, rating))

        self.bot_pool = BotPool(ports.thinkers, settings.bot_seconds, self.metrics)
        self.quarantine = Quarantine(self.store)
        self.lobby = LobbyBroadcaster(self.store, self._watchers)
        services = RoomServices(
            settings,
            self.metrics,
            self.store,
            self.leases,
            self.bot_pool,
            self.work,
            self.lobby,
            self.occasions,
            self.standing.eligibility,
            self.admission,
            self.quarantine,
        )
        self.live_tables = LiveTables(services, ports.idle_clocks, BackgroundTasks())
        self.waking = WakeUps(self.leases, self.live_tables.wake)

        self.club = Club(settings, self.database, self.work)
        self.platform = Platform(ports, self.live_tables, self.club, self.accounts, self.limits)
        texts = TableTexts(self.accounts, self.moderation)
        self.tables = TableService(self.live_tables, self.platform, texts, self.erasure)
        self.hosting = Hosting(self.club, self.tables)
        self.quick = QuickMatch(self.tables, self.limits, self.database, self.relations)
        self._add_cups()
        services.on_end.extend((self.hosting.on_game_end, self.standing.on_game_end))
        self.deletion = AccountDeletion(
            self.tables, self.quick, self.club, self.accounts, self.moderation, self.erasure, self.replays
        )
        self.health = HealthCheck(self.database, self.supervisor)
        gauges = Gauges(self.supervisor, self.database, self.live_tables, self.club, self.platform.bus)
        self.metrics.registry.register(gauges)
        self.tasks: list[asyncio.Task[None]] = []

    def _add_cups(self) -> None:
        """Create the services of cups."""
        cup_store = CupStore(self.database)
        conductor = Conductor(cup_store, self.club, self.hosting, self.tables, self.occasions)
        self.cups = Cups(read_cups(self.settings.cups), cup_store, conductor, self.limits, self.admission)
        self.cup_views = CupViews(self.cups, self.club, self.store)

    @property
    def is_open(self) -> bool:
        """Whether the server is open."""
        return bool(self.tasks)

    async def open(self) -> None:
        """Open the database and start all services. Games that wait for bots or clocks go on."""
        supervision.supervise(self.supervisor)
        await asyncio.to_thread(read_editions)
        await self.database.open(self.settings.database_patience)
        try:
            await self.platform.open()
            await self.live_tables.idle_clocks.open()
            await self.lobby.open()
            await self.club.open()
            await self.cups.open()
            await self.accounts.reserved_names.drop_expired()
        except BaseException:
            await self.platform.close()
            await self.database.close()
            raise
        self.tasks = [supervision.keep(name, service) for name, service in self._always.items()]
        self.hosting.open()
        self.standing.open()
        self.health.services = self.tasks

    async def close(self) -> None:
        """Stop all services. Nothing is lost, because every action is stored."""
        self.health.close()
        tasks, self.tasks = self.tasks, []
        for task in tasks:
            task.cancel()
        with suppress(Fault):  # if the database is away, the clocks stay as saved a minute ago
            await self.live_tables.note_clocks()
        self.live_tables.close()
        self.bot_pool.close()
        await self.work.close()
        await self.hosting.close()
        await self.standing.close()
        await self.notices.close()
        await self.club.close()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.platform.close()
        await self.database.close()

    async def hand_over(self) -> None:
        """Prepare to stop: open no more rooms, and hand the open ones over to other servers."""
        await self.platform.hand_over()

    @property
    def _always(self) -> dict[str, supervision.Service]:
        """The services that run as long as the server, by name."""
        own = {"waking": self.waking.go_on, "clocks": self.live_tables.look_after, "lobby": self.lobby.broadcast}
        people = {"quick match": self.quick.go_on, "cups": self.cups.go_on, "notices": self.notices.go_on}
        memory = {"loop lag": self.metrics.feel_the_pulse, "freed memory": lambda: give_back(self.live_tables)}
        return own | people | self.platform.always | memory

    def _watchers(self, id: str) -> int:
        """Return the number of a table's spectators, here or on another server."""
        here = self.live_tables.watchers(id)
        return self.platform.news.watched.get(id, 0) if here is None else here
