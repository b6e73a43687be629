"""An event that somebody looks at: read when its file has changed, changed by one at a time, shown to all."""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from kamchatka.server.club.desk_payloads import Noted
from kamchatka.server.club.payloads import EventSeen
from kamchatka.server.faults import Fault
from kamchatka.server.presentation.listener import Listener
from kamchatka.tournament.events.changes import Drawn
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.event_file import ChangeMaker, EventFile, UnreadableEventFile
from kamchatka.tournament.events.folding import fold
from kamchatka.tournament.events.keys import Keys
from kamchatka.tournament.events.trail import TrailEntry, standing_changes

T = TypeVar("T")
Pay = Callable[[float], None]
COUNTER = slice(24, 28)  # where SQLite counts the transactions of a file


def free(seconds: float) -> None:
    """Nobody pays for what the server does by itself."""


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
        self.pictures: dict[str, EventSeen] = {}  # by language, of the newest version that was shown
        self._known: Snapshot | None = None

    async def read(self) -> Snapshot:
        """The event as it is now."""
        self._known = await _stored(self.look)
        return self._known

    def look(self) -> Snapshot:
        """The same, for who is in a thread already."""
        counter = self.counter()
        if self._known is not None and self._known.counter == counter:
            return self._known
        entries = self.file.entries()
        return Snapshot(counter, entries, fold(standing_changes(entries)))

    def counter(self) -> bytes:
        """What differs after every change to the file, whoever made it."""
        with self.file.path.open("rb") as file:
            return file.read(COUNTER.stop)[COUNTER]

    async def change(self, make: ChangeMaker, who: str, pay: Pay = free) -> Noted:
        """Write what the event as it is asks for; it counts when this returns. `pay` is told the seconds it took."""
        return await self.noted(await _stored(lambda: self.file.write(make, who), pay))

    async def undo(self, numbers: Sequence[int], who: str, pay: Pay = free) -> Noted:
        """Take entries back."""
        return await self.noted(await _stored(lambda: self.file.undo(sorted(set(numbers)), who), pay))

    async def noted(self, fresh: Sequence[int]) -> Noted:
        """These entries were written: there is news."""
        self.news(self)
        return Noted(fresh[-1] if fresh else (await self.read()).version, tuple(fresh))


async def _stored(work: Callable[[], T], pay: Pay = free) -> T:
    """Work on the file, in a thread; what the disk refuses was not done."""
    took = 0.0

    def measured() -> T:
        nonlocal took
        begun = time.thread_time()
        try:
            return work()
        finally:
            took = time.thread_time() - begun

    try:
        return await asyncio.to_thread(measured)
    except (UnreadableEventFile, OSError) as error:
        raise Fault("storage") from error
    finally:
        pay(took)
