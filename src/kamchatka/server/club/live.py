"""An event in memory: reread after changes, written to by one task at a time, shown to its watchers."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import NamedTuple, TypeVar

import msgspec

from kamchatka.server.clock import computing_time
from kamchatka.server.club.desk_payloads import Noted
from kamchatka.server.club.keeping.event_store import Draft, EventStore
from kamchatka.server.club.payloads import EventSeen
from kamchatka.server.faults import Fault
from kamchatka.server.presentation.listener import Listener
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.folding import fold
from kamchatka.tournament.events.growing import ChangeMaker, changing_rows, undoing_rows
from kamchatka.tournament.events.keys import Keys
from kamchatka.tournament.events.trail import TrailEntry, TrailGrew, TrailRow, entries_of, standing_changes, with_author

T = TypeVar("T")
Pay = Callable[[float], None]
Growth = tuple[str, list[TrailRow]]  # the mark of the log's last row, and the rows to append
ATTEMPTS = 30  # attempts to append while others write; then the caller gets a Fault


class Doer(NamedTuple):
    """Author of a change: the name to log, and the user if it is one of this server."""

    name: str
    user: int | None = None


def free(seconds: float) -> None:
    """Charge nobody: the server acts on its own behalf."""


class Snapshot(msgspec.Struct, frozen=True):
    """An event as stored at a given stamp."""

    stamp: int
    entries: list[TrailEntry]
    event: Event

    @property
    def version(self) -> int:
        """Number of entries in the log."""
        return len(self.entries)

    @property
    def mark(self) -> str:
        """Mark of the last entry."""
        return self.entries[-1].mark


class LiveEvent:
    """One event of the store. `news` is called when there is something new to show."""

    def __init__(self, id: str, store: EventStore, keys: Keys, news: Callable[["LiveEvent"], None]) -> None:
        self.id = id
        self.store = store
        self.keys = keys
        self.news = news
        self.listeners: set[Listener] = set()
        self.shown = 0  # stamp of the version last sent to listeners
        self.pictures: dict[str, EventSeen] = {}  # by language, of the newest version sent
        self.writing = asyncio.Lock()  # writers of this server queue here instead of retrying
        self._known: Snapshot | None = None

    # -------------------------------------------------------------- reading
    async def read(self) -> Snapshot:
        """Return the event as it is now."""
        stamp = (await self.store.stamps([self.id])).get(self.id)
        if stamp is None:
            raise Fault("not_found")
        if self._known is None or self._known.stamp != stamp:
            self._known = await self._read(self._known, stamp)
        return self._known

    async def _read(self, known: Snapshot | None, stamp: int) -> Snapshot:
        """Read the new entries, or all of them if the known ones are not their predecessors."""
        if known is not None:
            rows = await self.store.rows(self.id, known.version)
            if rows and rows[0].mark == known.mark:
                return await asyncio.to_thread(_grown, known, rows[1:], stamp)
        return await asyncio.to_thread(_folded, await self.store.rows(self.id), stamp)

    # -------------------------------------------------------------- writing
    async def change(self, make: ChangeMaker, who: Doer, pay: Pay = free) -> Noted:
        """Append the changes that `make` derives from the current event; they are stored on return.

        `pay` receives the seconds used.
        """
        return await self._alone(lambda known: changing_rows(make, known.event, known.entries, who.name), who, pay)

    async def undo(self, numbers: Sequence[int], who: Doer, pay: Pay = free) -> Noted:
        """Undo entries."""
        return await self._alone(lambda known: undoing_rows(sorted(set(numbers)), known.entries, who.name), who, pay)

    async def _alone(self, compose: Callable[[Snapshot], list[TrailRow]], who: Doer, pay: Pay) -> Noted:
        async def composed() -> Growth:
            known = await self.read()
            return known.mark, with_author(await _paid(partial(compose, known), pay), who.user)

        async with self.writing:
            return await self.grow(composed)

    async def grow(self, compose: Callable[[], Awaitable[Growth]]) -> Noted:
        """Append rows composed for the current log. Compose them again if another writer was faster."""
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

    # -------------------------------------------------------------- unpublished draws
    async def draft(self) -> Draft | None:
        """Return the unpublished draw."""
        return await self.store.draft(self.id)

    async def keep_draft(self, draft: Draft) -> None:
        """Store a draw for organisers to look at."""
        await self.store.keep_draft(self.id, draft)
        self.news(self)

    async def drop_draft(self, draft: Draft) -> None:
        """Drop a draw that was published."""
        await self.store.drop_draft(self.id, draft)
        self.news(self)


def _folded(rows: list[TrailRow], stamp: int) -> Snapshot:
    entries = entries_of(rows)
    return Snapshot(stamp, entries, fold(standing_changes(entries)))


def _grown(known: Snapshot, rows: list[TrailRow], stamp: int) -> Snapshot:
    """Extend a snapshot by new rows. An undo changes earlier entries, so the event is then rebuilt."""
    entries = entries_of(rows, known.entries)
    if any(row.undoes is not None for row in rows):
        return Snapshot(stamp, entries, fold(standing_changes(entries)))
    fresh = entries[known.version :]
    changes = ((one.number, one.change) for one in fresh if one.change is not None)
    return Snapshot(stamp, entries, fold(changes, known.event))


async def _paid(work: Callable[[], T], pay: Pay) -> T:
    """Run work in a thread and charge its computing time."""
    took = 0.0

    def measured() -> T:
        nonlocal took
        begun = computing_time()
        try:
            return work()
        finally:
            took = computing_time() - begun

    try:
        return await asyncio.to_thread(measured)
    finally:
        pay(took)
