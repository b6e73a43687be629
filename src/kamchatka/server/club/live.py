"""An event that somebody looks at: read when its file has changed, changed by one at a time, shown to all."""

import asyncio
from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from kamchatka.server.club.desk_payloads import Noted
from kamchatka.server.faults import Fault
from kamchatka.server.presentation.listener import Listener
from kamchatka.tournament.events.changes import Drawn
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.event_file import (
    ChangeMaker,
    EventFile,
    TrailEntry,
    UnreadableEventFile,
    standing_changes,
)
from kamchatka.tournament.events.folding import fold
from kamchatka.tournament.events.keys import Keys

T = TypeVar("T")
COUNTER = slice(24, 28)  # where SQLite counts the transactions of a file


class Snapshot(msgspec.Struct, frozen=True):
    """An event as its file had it."""

    counter: bytes
    entries: list[TrailEntry]
    event: Event

    @property
    def version(self) -> int:
        """How many entries the trail has."""
        return len(self.entries)


class Draft(msgspec.Struct, frozen=True):
    """A draw that is not published yet, and the version of the event that it was made from."""

    drawn: Drawn
    version: int


class LiveEvent:
    """One event of the folder. `news` is called when there is something new to show."""

    def __init__(self, id: str, file: EventFile, news: Callable[["LiveEvent"], None]) -> None:
        self.id = id
        self.file = file
        self.keys = Keys.of(file.path)
        self.news = news
        self.draft: Draft | None = None
        self.listeners: set[Listener] = set()
        self.shown = b""  # the counter of what listeners were shown last
        self._known: Snapshot | None = None

    async def read(self) -> Snapshot:
        """The event as it is now."""
        self._known = await _stored(self._read)
        return self._known

    def _read(self) -> Snapshot:
        counter = self.counter()
        if self._known is not None and self._known.counter == counter:
            return self._known
        entries = self.file.entries()
        return Snapshot(counter, entries, fold(standing_changes(entries)))

    def counter(self) -> bytes:
        """What differs after every change to the file, whoever made it."""
        with self.file.path.open("rb") as file:
            return file.read(COUNTER.stop)[COUNTER]

    async def change(self, make: ChangeMaker, who: str) -> Noted:
        """Write what the event as it is asks for; it counts when this returns."""
        return await self._noted(lambda: self.file.write(make, who))

    async def undo(self, numbers: Sequence[int], who: str) -> Noted:
        """Take entries back."""
        return await self._noted(lambda: self.file.undo(sorted(set(numbers)), who))

    async def _noted(self, write: Callable[[], list[int]]) -> Noted:
        fresh = await _stored(write)
        self.news(self)
        return Noted(fresh[-1] if fresh else (await self.read()).version, tuple(fresh))


async def _stored(work: Callable[[], T]) -> T:
    """Work on the file, in a thread; what the disk refuses was not done."""
    try:
        return await asyncio.to_thread(work)
    except (UnreadableEventFile, OSError) as error:
        raise Fault("storage") from error
