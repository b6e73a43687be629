"""An event that somebody looks at: read when it has changed, changed by one at a time, shown to all."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TypeVar

import msgspec

from kamchatka.server.club.desk_payloads import Noted
from kamchatka.server.club.keeping.event_store import Draft, EventStore
from kamchatka.server.club.payloads import EventSeen
from kamchatka.server.faults import Fault
from kamchatka.server.presentation.listener import Listener
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.folding import fold
from kamchatka.tournament.events.growing import ChangeMaker, changing_rows, undoing_rows
from kamchatka.tournament.events.keys import Keys
from kamchatka.tournament.events.trail import TrailEntry, TrailGrew, TrailRow, entries_of, standing_changes

T = TypeVar("T")
Pay = Callable[[float], None]
Growth = tuple[str, list[TrailRow]]  # the mark of a trail's last row, and rows to follow it
ATTEMPTS = 30  # to write while others do; then whoever wrote is told to look again


def free(seconds: float) -> None:
    """Nobody pays for what the server does by itself."""


class Snapshot(msgspec.Struct, frozen=True):
    """An event as it was kept when its stamp was looked at."""

    stamp: int
    entries: list[TrailEntry]
    event: Event

    @property
    def version(self) -> int:
        """How many entries the trail has."""
        return len(self.entries)

    @property
    def mark(self) -> str:
        """That of the last of them."""
        return self.entries[-1].mark


class LiveEvent:
    """One event of the store. `news` is called when there is something new to show."""

    def __init__(self, id: str, store: EventStore, keys: Keys, news: Callable[["LiveEvent"], None]) -> None:
        self.id = id
        self.store = store
        self.keys = keys
        self.news = news
        self.listeners: set[Listener] = set()
        self.shown = 0  # the stamp of what listeners were shown last
        self.pictures: dict[str, EventSeen] = {}  # by language, of the newest version that was shown
        self.writing = asyncio.Lock()  # those of this server wait for each other, instead of trying
        self._known: Snapshot | None = None

    # -------------------------------------------------------------- looking
    async def read(self) -> Snapshot:
        """The event as it is now."""
        stamp = (await self.store.stamps([self.id])).get(self.id)
        if stamp is None:
            raise Fault("not_found")
        if self._known is None or self._known.stamp != stamp:
            self._known = await self._read(self._known, stamp)
        return self._known

    async def _read(self, known: Snapshot | None, stamp: int) -> Snapshot:
        """What has been written since; everything, if what is known is not what it was built on."""
        if known is not None:
            rows = await self.store.rows(self.id, known.version)
            if rows and rows[0].mark == known.mark:
                return await asyncio.to_thread(_grown, known, rows[1:], stamp)
        return await asyncio.to_thread(_folded, await self.store.rows(self.id), stamp)

    # -------------------------------------------------------------- writing
    async def change(self, make: ChangeMaker, who: str, pay: Pay = free) -> Noted:
        """Write what the event as it is asks for; it counts when this returns. `pay` is told the seconds it took."""
        return await self._alone(lambda known: changing_rows(make, known.event, known.entries, who), pay)

    async def undo(self, numbers: Sequence[int], who: str, pay: Pay = free) -> Noted:
        """Take entries back."""
        return await self._alone(lambda known: undoing_rows(sorted(set(numbers)), known.entries, who), pay)

    async def _alone(self, compose: Callable[[Snapshot], list[TrailRow]], pay: Pay) -> Noted:
        async def composed() -> Growth:
            known = await self.read()
            return known.mark, await _paid(partial(compose, known), pay)

        async with self.writing:
            return await self.grow(composed)

    async def grow(self, compose: Callable[[], Awaitable[Growth]]) -> Noted:
        """Write rows that were composed for the trail as it is; anew if another desk was quicker."""
        for _ in range(ATTEMPTS):
            after, rows = await compose()
            if not rows:
                return Noted((await self.read()).version, ())
            try:
                await self.store.append(self.id, after, rows)
            except TrailGrew:
                continue
            self.news(self)
            return Noted(rows[-1].number, tuple(row.number for row in rows))
        raise Fault("stale")

    # -------------------------------------------------------------- a draw before it is published
    async def draft(self) -> Draft | None:
        """What organisers look at."""
        return await self.store.draft(self.id)

    async def keep_draft(self, draft: Draft) -> None:
        """For organisers to look at."""
        await self.store.keep_draft(self.id, draft)
        self.news(self)

    async def drop_draft(self, draft: Draft) -> None:
        """It was published."""
        await self.store.drop_draft(self.id, draft)
        self.news(self)


def _folded(rows: list[TrailRow], stamp: int) -> Snapshot:
    entries = entries_of(rows)
    return Snapshot(stamp, entries, fold(standing_changes(entries)))


def _grown(known: Snapshot, rows: list[TrailRow], stamp: int) -> Snapshot:
    """An undoing changes what was before it; other entries only add to it."""
    entries = entries_of(rows, known.entries)
    if any(row.undoes is not None for row in rows):
        return Snapshot(stamp, entries, fold(standing_changes(entries)))
    fresh = entries[known.version :]
    changes = ((one.number, one.change) for one in fresh if one.change is not None)
    return Snapshot(stamp, entries, fold(changes, known.event))


async def _paid(work: Callable[[], T], pay: Pay) -> T:
    """Work in a thread, and who pays for it."""
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
    finally:
        pay(took)
