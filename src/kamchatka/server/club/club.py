"""The club: all events of the folder, those that somebody looks at shown anew whenever they change."""

import asyncio
import time

import msgspec
import structlog

from kamchatka.kernel.problem import Problem
from kamchatka.server.club.folder import Folder
from kamchatka.server.club.live import LiveEvent, Snapshot
from kamchatka.server.club.payloads import EventRow, EventSeen
from kamchatka.server.club.reckoning import Reckoner, of_event
from kamchatka.server.club.showing import event_json, event_row, timed
from kamchatka.server.faults import Fault
from kamchatka.server.presentation.listener import Listener, encode
from kamchatka.server.settings import ServerSettings
from kamchatka.server.work.pool import WorkPool
from kamchatka.tournament.events.event_file import UnreadableEventFile

ROUNDS = 1.0  # seconds between two looks at files that other programs may have changed
AT_MOST_EVERY = 0.2  # seconds between two pictures, however much happens …
REST = 2.0  # … and so many times as long as they took
LIVE = 50  # events kept in memory, besides those that somebody looks at

log = structlog.get_logger()
_seen = msgspec.json.Decoder(EventSeen)


class Club:
    """Everything about tournaments that runs."""

    def __init__(self, settings: ServerSettings, work: WorkPool) -> None:
        self.folder = Folder(settings.events_folder, settings.events_in_all)
        self.reckoner = Reckoner(work)
        self.live: dict[str, LiveEvent] = {}
        self.fresh: set[LiveEvent] = set()
        self.news = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []
        self._rows: dict[tuple[str, str], tuple[bytes, EventRow]] = {}  # by event and language, with the counter

    def open(self) -> None:
        """Begin to tell."""
        self.tasks = [asyncio.create_task(self._broadcast()), asyncio.create_task(self._watcher())]

    async def close(self) -> None:
        """Stop; everything is on the disk."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def event(self, id: str) -> LiveEvent:
        """An event of the folder; a Fault when there is none."""
        if id in self.live and self.live[id].file.path.is_file():
            self.live[id] = self.live.pop(id)  # the last to be forgotten
            return self.live[id]
        try:
            file = await asyncio.to_thread(self.folder.file, id)
        except (UnreadableEventFile, OSError) as error:
            raise Fault("storage") from error
        self._forget()
        return self.live.setdefault(id, LiveEvent(id, file, self.changed))

    def _forget(self) -> None:
        """Events that nobody has asked for lately are read again when somebody does."""
        idle = [id for id, live in self.live.items() if not live.listeners and live.draft is None]
        for id in idle[:-LIVE]:
            del self.live[id]

    async def readable(self) -> list[tuple[LiveEvent, Snapshot]]:
        """All events that can be read, the newest first; a file that is none spoils no other."""
        found = list[tuple[LiveEvent, Snapshot]]()
        for id in await asyncio.to_thread(self.folder.ids):
            try:
                live = await self.event(id)
                found.append((live, await live.read()))
            except (Fault, Problem) as error:
                log.error("event not read", id=id, error=repr(error))
        return found

    async def rows(self, language: str) -> list[EventRow]:
        """The list of them."""
        return await asyncio.to_thread(self._listed, language)

    def _listed(self, language: str) -> list[EventRow]:
        """In a thread: each event is read once for every change; of those that have not changed the row is known."""
        found, before = list[EventRow](), self._rows
        rows = {key: value for key, value in before.items() if key[1] != language}
        for id in self.folder.ids():
            try:
                live = self.live.get(id) or LiveEvent(id, self.folder.file(id), self.changed)
                counter, known = live.counter(), before.get((id, language))
                row = known[1] if known and known[0] == counter else event_row(id, live.look().event, language)
            except (Fault, Problem, OSError) as error:
                log.error("event not read", id=id, error=repr(error))
                continue
            rows[id, language] = counter, row
            found.append(row)
        self._rows = rows
        return found

    # -------------------------------------------------------------- what is shown
    async def picture(self, live: LiveEvent, language: str) -> EventSeen:
        """The event for everybody; reckoned once for each version."""
        known, now = await live.read(), time.time()
        seen = live.pictures.get(language)
        if seen is None or seen.version != known.version:
            asked = (live.id, known.version, known.event, language, now)
            seen = _seen.decode(await self.reckoner.about(of_event(live.id), known.event, event_json, *asked))
            live.pictures[language] = seen
        return timed(seen, known.event, now)

    def changed(self, live: LiveEvent) -> None:
        """There is something new to show."""
        self.fresh.add(live)
        self.news.set()

    async def _broadcast(self) -> None:
        """Shows what is new, not more often than people can look, nor all the time."""
        while True:
            await self.news.wait()
            self.news.clear()
            begun, fresh, self.fresh = time.monotonic(), self.fresh, set()
            for live in fresh:
                try:
                    await self._show(live)
                except Fault as fault:  # the workers are busy, or the event has had its share: later
                    log.info("event shown later", id=live.id, code=fault.code)
                    self.changed(live)
                except Exception as error:
                    log.error("event not shown", id=live.id, error=repr(error))
            await asyncio.sleep(max(ROUNDS if self.fresh else AT_MOST_EVERY, REST * (time.monotonic() - begun)))

    async def _show(self, live: LiveEvent) -> None:
        live.shown = await asyncio.to_thread(live.counter)
        for language in {listener.language for listener in live.listeners}:
            message = encode(await self.picture(live, language))
            for listener in live.listeners:
                if listener.language == language:
                    listener.send_bytes(message)

    async def _watcher(self) -> None:
        """Sees changes that the command line made to the same file."""
        while True:
            await asyncio.sleep(ROUNDS)
            for live in [live for live in self.live.values() if live.listeners]:
                try:
                    if await asyncio.to_thread(live.counter) != live.shown:
                        self.changed(live)
                except OSError as error:
                    log.error("event not read", id=live.id, error=repr(error))

    async def welcome(self, live: LiveEvent, listener: Listener) -> None:
        """The first picture for somebody who has come to look."""
        live.listeners.add(listener)
        listener.send_bytes(encode(await self.picture(live, listener.language)))
