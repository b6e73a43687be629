"""An event in memory: it is reread after changes, written to by one task at a time, and shown to its watchers."""

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
ATTEMPTS = 30  # attempts to append if other writers are faster; then the caller gets a Fault


class Doer(NamedTuple):
    """The author of a change: the name to log, and the user if it is one of this server."""

    name: str
    user: int | None = None


def free(seconds: float) -> None:
    """Charge nobody, because the server acts on its own behalf."""


class Snapshot(msgspec.Struct, frozen=True):
    """An event as it was stored at a given stamp."""

    stamp: int
    entries: list[TrailEntry]
    event: Event

    @property
    def version(self) -> int:
        """The number of entries in the log."""
        return len(self.entries)

    @property
    def mark(self) -> str:
        """The mark of the last entry."""
        return self.entries[-1].mark


class LiveEvent:
    """One event of the store. `news` is called when listeners must be sent a new version."""

    def __init__(self, id: str, store: EventStore, keys: Keys, news: Callable[["LiveEvent"], None]) -> None:
        self.id = id
        self.store = store
        self.keys = keys
        self.news = news
        self.listeners: set[Listener] = set()
        self.shown = 0  # stamp of the version last sent to listeners
        self.pictures: dict[str, EventSeen] = {}  # views of the newest version sent, by language
        self.writing = asyncio.Lock()  # writers of this server wait here, so that they need not retry
        self._known: Snapshot | None = None

    # -------------------------------------------------------------- reading
    async def read(self) -> Snapshot:
        """Return the event in its current state."""
        stamp = (await self.store.stamps([self.id])).get(self.id)
        if stamp is None:
            raise Fault("not_found")
        if self._known is None or self._known.stamp != stamp:
            self._known = await self._read(self._known, stamp)
        return self._known

    async def _read(self, known: Snapshot | None, stamp: int) -> Snapshot:
        """Read the new entries, or all entries if the known ones don't precede them."""
        if known is not None:
            rows = await self.store.rows(self.id, known.version)
            if rows and rows[0].mark == known.mark:
                return await asyncio.to_thread(_grow, known, rows[1:], stamp)
        return await asyncio.to_thread(_fold, await self.store.rows(self.id), stamp)

    # -------------------------------------------------------------- writing
    async def change(self, make: ChangeMaker, who: Doer, pay: Pay = free) -> Noted:
        """Append the changes that `make` derives from the current event. They are stored when this method returns.

        `pay` receives the seconds of computing time.
        """
        return await self._alone(lambda known: changing_rows(make, known.event, known.entries, who.name), who, pay)

    async def undo(self, numbers: Sequence[int], who: Doer, pay: Pay = free) -> Noted:
        """Undo entries."""
        return await self._alone(lambda known: undoing_rows(sorted(set(numbers)), known.entries, who.name), who, pay)

    async def _alone(self, compose: Callable[[Snapshot], list[TrailRow]], who: Doer, pay: Pay) -> Noted:
        async def compose_now() -> Growth:
            known = await self.read()
            return known.mark, with_author(await _pay_for(partial(compose, known), pay), who.user)

        async with self.writing:
            return await self.grow(compose_now)

    async def grow(self, compose: Callable[[], Awaitable[Growth]]) -> Noted:
        """Append rows that were composed for the current log. If another writer was faster, compose them again."""
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
        """Store a draw that organisers can look at."""
        await self.store.keep_draft(self.id, draft)
        self.news(self)

    async def drop_draft(self, draft: Draft) -> None:
        """Drop a draw after publication."""
        await self.store.drop_draft(self.id, draft)
        self.news(self)


def _fold(rows: list[TrailRow], stamp: int) -> Snapshot:
    entries = entries_of(rows)
    return Snapshot(stamp, entries, fold(standing_changes(entries)))


def _grow(known: Snapshot, rows: list[TrailRow], stamp: int) -> Snapshot:
    """Extend a snapshot by new rows. An undo changes earlier entries, so the event is rebuilt after one."""
    entries = entries_of(rows, known.entries)
    if any(row.undoes is not None for row in rows):
        return Snapshot(stamp, entries, fold(standing_changes(entries)))
    fresh = entries[known.version :]
    changes = ((one.number, one.change) for one in fresh if one.change is not None)
    return Snapshot(stamp, entries, fold(changes, known.event))


async def _pay_for(work: Callable[[], T], pay: Pay) -> T:
    """Run work in a thread and charge its computing time."""
    took = 0.0

    def measure() -> T:
        nonlocal took
        begun = computing_time()
        try:
            return work()
        finally:
            took = computing_time() - begun

    try:
        return await asyncio.to_thread(measure)
    finally:
        pay(took)
