"""All tournament events of the server. Watched events are sent again whenever they change."""

import asyncio
from collections.abc import Callable

import msgspec
import structlog

from kamchatka.kernel.problem import Problem
from kamchatka.server import supervision
from kamchatka.server.clock import monotonic, wall_time
from kamchatka.server.club.event_worker import EventWorker, of_event
from kamchatka.server.club.keeping.choosing import event_store
from kamchatka.server.club.keeping.event_store import is_own
from kamchatka.server.club.live import LiveEvent
from kamchatka.server.club.payloads import EventRow, EventSeen
from kamchatka.server.club.public_view import add_times, event_json, event_row
from kamchatka.server.club.seasons.season_store import SeasonStore
from kamchatka.server.faults import Fault
from kamchatka.server.presentation.listener import Listener, encode
from kamchatka.server.settings import ServerSettings
from kamchatka.server.storage.database import Database
from kamchatka.server.work.pool import WorkPool
from kamchatka.texts.deleted_players import MARK

ROUNDS = 1.0  # seconds between two checks for changes without a notification
AT_MOST_EVERY = 0.2  # minimum seconds between two broadcasts
REST = 2.0  # minimum pause after a broadcast, as a multiple of its duration
LIVE = 50  # maximum number of events kept in memory in addition to watched ones

log = structlog.get_logger()
_seen = msgspec.json.Decoder(EventSeen)


class Club:
    """Loads, lists and broadcasts the server's events."""

    def __init__(self, settings: ServerSettings, database: Database, work: WorkPool) -> None:
        self.store = event_store(settings, database)
        self.seasons = SeasonStore(database, settings.events_in_all)
        self.worker = EventWorker(work)
        self.live: dict[str, LiveEvent] = {}
        self.fresh: set[LiveEvent] = set()
        self.news = asyncio.Event()
        self.tell: Callable[[str], None] = lambda id: None  # notifies other servers that an event has changed
        self.tasks: list[asyncio.Task[None]] = []
        self._rows: dict[tuple[str, str], tuple[int, EventRow]] = {}  # by event and language, with stamp

    async def open(self) -> None:
        """Open the store and start broadcasting."""
        await self.store.open()
        services = {"event pictures": self._broadcast, "event watcher": self._watcher}
        self.tasks = [supervision.keep(name, service) for name, service in services.items()]

    async def close(self) -> None:
        """Stop broadcasting. Everything is already stored."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def event(self, id: str) -> LiveEvent:
        """Return an event of the store; raise a Fault if it doesn't exist."""
        keys = await self.store.keys(id)
        known = self.live.pop(id, None)  # reinserted below as the most recently used event
        if known is None:
            self._forget()
            known = LiveEvent(id, self.store, keys, self.note_change)
        known.keys = keys
        self.live[id] = known
        return known

    def _forget(self) -> None:
        """Drop unwatched events from memory, except for the most recently requested ones."""
        idle = [id for id, live in self.live.items() if not live.listeners]
        for id in idle[:-LIVE]:
            del self.live[id]

    async def rows(self, language: str) -> list[EventRow]:
        """List the events, last changed first. An unreadable event is left out.

        Rows are cached by stamp, so an event is read only once after each change.
        """
        rows = {key: value for key, value in self._rows.items() if key[1] != language}
        found = list[EventRow]()
        for id, stamp in (await self.store.stamps()).items():
            if is_own(id):
                continue  # cups have their own pages
            try:
                rows[id, language] = stamp, await self._row(id, stamp, language)
                found.append(rows[id, language][1])
            except (Fault, Problem) as error:
                log.error("event not read", id=id, error=repr(error))
        self._rows = rows
        return found

    async def _row(self, id: str, stamp: int, language: str) -> EventRow:
        known = self._rows.get((id, language))
        if known is not None and known[0] == stamp:
            return known[1]
        live = self.live.get(id) or LiveEvent(id, self.store, await self.store.keys(id), self.note_change)
        return await asyncio.to_thread(event_row, id, (await live.read()).event, language)

    async def forget(self, user: int) -> None:
        """Remove a deleted user's name from event logs. The entries stay."""
        await self.store.forget_author(user, MARK)

    # -------------------------------------------------------------- broadcasts
    async def picture(self, live: LiveEvent, language: str) -> EventSeen:
        """Return the public view of an event, which is computed once per version and language."""
        known, now = await live.read(), wall_time()
        seen = live.pictures.get(language)
        if seen is None or seen.version != known.version:
            asked = (live.id, known.version, known.event, language, now)
            seen = _seen.decode(await self.worker.about(of_event(live.id), known.event, event_json, *asked))
            live.pictures[language] = seen
        return add_times(seen, known.event, now)

    def note_change(self, live: LiveEvent) -> None:
        """Notify watchers of a change, on this server and on others."""
        self._show_soon(live)
        self.tell(live.id)

    def hear(self, id: str) -> None:
        """Handle another server's notification that an event has changed."""
        if id in self.live:
            self._show_soon(self.live[id])

    def _show_soon(self, live: LiveEvent) -> None:
        self.fresh.add(live)
        self.news.set()

    async def _broadcast(self) -> None:
        """Broadcast changed events in a loop, with limits on frequency and computing time."""
        while True:
            await self.news.wait()
            self.news.clear()
            begun, fresh, self.fresh = monotonic(), self.fresh, set()
            for live in fresh:
                try:
                    await self._show(live)
                except Fault as fault:  # the workers are busy or the event's budget is spent, so retry later
                    log.info("event shown later", id=live.id, code=fault.code)
                    self._show_soon(live)
                except Exception as error:
                    log.error("event not shown", id=live.id, error=repr(error))
            await asyncio.sleep(max(ROUNDS if self.fresh else AT_MOST_EVERY, REST * (monotonic() - begun)))

    async def _show(self, live: LiveEvent) -> None:
        live.shown = (await live.read()).stamp
        for language in {listener.language for listener in live.listeners}:
            message = encode(await self.picture(live, language))
            for listener in live.listeners:
                if listener.language == language:
                    listener.send_bytes(message)

    async def _watcher(self) -> None:
        """Detect changes without a notification: those of a command-line tool, or with a lost message."""
        while True:
            await asyncio.sleep(ROUNDS)
            watched = [id for id, live in self.live.items() if live.listeners]
            try:
                stamps = await self.store.stamps(watched) if watched else {}
            except Fault as fault:
                log.error("events not read", code=fault.code)
                continue
            for id, stamp in stamps.items():
                if id in self.live and self.live[id].shown != stamp:
                    self._show_soon(self.live[id])

    async def welcome(self, live: LiveEvent, listener: Listener) -> None:
        """Add a watcher and send the current view."""
        live.listeners.add(listener)
        listener.send_bytes(encode(await self.picture(live, listener.language)))
