"""The club: all events of the folder, those that somebody looks at shown anew whenever they change."""

import asyncio
import time

import structlog

from kamchatka.kernel.problem import Problem
from kamchatka.server.club.drawing import DrawProcess
from kamchatka.server.club.folder import Folder
from kamchatka.server.club.live import LiveEvent, Snapshot
from kamchatka.server.club.payloads import EventSeen
from kamchatka.server.club.showing import event_seen, timed
from kamchatka.server.faults import Fault
from kamchatka.server.presentation.listener import Listener, encode
from kamchatka.server.settings import ServerSettings
from kamchatka.tournament.events.event_file import UnreadableEventFile

ROUNDS = 1.0  # seconds between two looks at files that other programs may have changed
AT_MOST_EVERY = 0.2  # seconds between two pictures, however much happens

log = structlog.get_logger()


class Club:
    """Everything about tournaments that runs."""

    def __init__(self, settings: ServerSettings) -> None:
        self.folder = Folder(settings.events_folder, settings.events_in_all)
        self.drawing = DrawProcess()
        self.live: dict[str, LiveEvent] = {}
        self.fresh: set[LiveEvent] = set()
        self.news = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []
        self._pictures: dict[tuple[str, str], EventSeen] = {}  # by event and language, of their newest version

    def open(self) -> None:
        """Begin to tell."""
        self.tasks = [asyncio.create_task(self._broadcast()), asyncio.create_task(self._watcher())]

    async def close(self) -> None:
        """Stop; everything is on the disk."""
        for task in self.tasks:
            task.cancel()
        self.drawing.close()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def event(self, id: str) -> LiveEvent:
        """An event of the folder; a Fault when there is none."""
        if id in self.live and self.live[id].file.path.is_file():
            return self.live[id]
        try:
            file = await asyncio.to_thread(self.folder.file, id)
        except (UnreadableEventFile, OSError) as error:
            raise Fault("storage") from error
        return self.live.setdefault(id, LiveEvent(id, file, self.changed))

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

    # -------------------------------------------------------------- what is shown
    async def picture(self, live: LiveEvent, language: str) -> EventSeen:
        """The event for everybody; reckoned once for each version."""
        known, now = await live.read(), time.time()
        seen = self._pictures.get((live.id, language))
        if seen is None or seen.version != known.version:
            seen = await asyncio.to_thread(event_seen, live.id, known.version, known.event, language, now)
            self._pictures[live.id, language] = seen
        return timed(seen, known.event, now)

    def changed(self, live: LiveEvent) -> None:
        """There is something new to show."""
        self.fresh.add(live)
        self.news.set()

    async def _broadcast(self) -> None:
        """Shows what is new, not more often than people can look."""
        while True:
            await self.news.wait()
            self.news.clear()
            fresh, self.fresh = self.fresh, set()
            for live in fresh:
                try:
                    await self._show(live)
                except Exception as error:
                    log.error("event not shown", id=live.id, error=repr(error))
            await asyncio.sleep(AT_MOST_EVERY)

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
