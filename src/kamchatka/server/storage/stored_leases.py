"""Leases in PostgreSQL, beside the journals they guard: one truth, and the fence is part of the same transaction.

Every server says once a second that it lives. One that has been silent for `seconds` has lost its tables: whoever needs
one takes it, and counts its epoch up. The silent one knows by its own clock, which it started before it last spoke, and
stops showing anything before others may begin; should it be stopped between a look at its clock and its commit, the
database refuses what it writes. A server that nobody can reach on the bus is not waited for, and has to stop, too.
"""

import asyncio
import random
import time
from collections.abc import Callable

import structlog
from sqlalchemy import ColumnElement, case, delete, literal, select, update
from sqlalchemy.dialects.postgresql import insert

from kamchatka.server.bus.bus import Bus
from kamchatka.server.faults import Fault
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.errors import described
from kamchatka.server.storage.leases import LeaseNews, NotHere, OwnedElsewhere
from kamchatka.server.storage.one_clock import NOW

BEATS = 6.0  # times a server says that it lives while it may be silent
AGAIN = 0.5  # seconds between two attempts of one that may show nothing, at most: everybody waits for it
MARGIN = 0.5  # seconds that others wait longer than it believes itself: clocks don't run quite alike
FORGOTTEN = 600.0  # seconds, then nobody remembers a server
AT_ONCE = 16  # due tables taken by one server at one look: after a death its tables go to several

t, s = schema.tables, schema.servers
PLAYED = case((t.c.rested.is_not(None), t.c.clock + (NOW - t.c.rested)), else_=t.c.clock)  # seconds, by now
log = structlog.get_logger()


def own_time() -> float:
    """Seconds that no change of the clock moves and that go on while the machine sleeps, where there are such."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class StoredLeases:
    """The tables of one server among several."""

    def __init__(self, me: str, database: Database, bus: Bus, seconds: float) -> None:
        self.me = me
        self.database = database
        self.bus = bus
        self.seconds = seconds
        self.held: dict[str, int] = {}  # by table: its epoch
        self.until = 0.0  # of our own time: then it is over with everything that is held
        self.ahead = 0.0  # of our own time: the database's
        self.is_sure = False  # that nobody has taken over since the bus was last away
        self.news: Callable[[LeaseNews], None] = lambda news: None
        self.beating: asyncio.Task[None] | None = None
        self.wake = asyncio.Event()

    async def open(self, news: Callable[[LeaseNews], None]) -> None:
        """Be one of the servers."""
        self.news = news
        await self.database.do(delete(s).where(s.c.seen < NOW - FORGOTTEN))
        await self._beat()
        self.beating = asyncio.create_task(self._live())

    async def close(self) -> None:
        """Go: every table is free for others at once."""
        if self.beating is not None:
            self.beating.cancel()
            await asyncio.gather(self.beating, return_exceptions=True)
        self.held = {}
        try:
            async with asyncio.timeout(self.seconds), self.database.begin() as connection:
                await connection.execute(update(t).where(t.c.owner == self.me).values(owner=""))
                await connection.execute(delete(s).where(s.c.id == self.me))
        except (Fault, TimeoutError) as error:
            log.warning("leases not given back", error=described(error))

    # -------------------------------------------------------------- life
    async def _live(self) -> None:
        while True:
            try:
                async with asyncio.timeout(self._until_next()):
                    await self.wake.wait()
            except TimeoutError:
                pass
            self.wake.clear()
            try:
                async with asyncio.timeout(self.seconds):
                    await self._beat()
            except Exception as error:
                log.warning("leases not renewed", error=described(error))
            if not self._is_valid():
                self.suspend()

    def _until_next(self) -> float:
        """Seconds from one beat to the next."""
        return self.seconds / BEATS if self._is_valid() else min(AGAIN, self.seconds / BEATS)

    async def _beat(self) -> None:
        """Say that we live, and look who else does and what is still ours."""
        begun, held, reachable = own_time(), dict(self.held), self.bus.is_connected
        async with self.database.begin() as connection:
            living = insert(s).values(id=self.me, seen=NOW)
            if reachable:
                await connection.execute(living.on_conflict_do_update(index_elements=[s.c.id], set_={"seen": NOW}))
            else:  # who cannot be reached does not live
                await connection.execute(delete(s).where(s.c.id == self.me))
            told = (await connection.execute(select(NOW))).scalar_one()
            alive = (await connection.execute(select(s.c.id).where(self._lives()))).scalars().all()
            ours = await connection.execute(select(t.c.id, t.c.epoch).where(t.c.owner == self.me))
            mine = {row.id: row.epoch for row in ours}
        self.until, self.ahead = begun + self.seconds, told - own_time()
        self.is_sure = reachable and self.bus.is_connected
        lost = {id for id, epoch in held.items() if self.held.get(id) == epoch and mine.get(id) != epoch}
        for id in lost:
            del self.held[id]
        self.news(LeaseNews(frozenset(lost), frozenset(alive)))

    def _lives(self) -> ColumnElement[bool]:
        """Who has spoken not long ago; of a time that is still to come nobody has, wherever the clock stood then."""
        return s.c.seen.between(NOW - literal(self.seconds + MARGIN), NOW + literal(MARGIN))

    def _is_valid(self) -> bool:
        return own_time() < self.until and self.is_sure and self.bus.is_connected

    def suspend(self) -> None:
        """Nothing is sure any more: the bus is away, or we were silent too long."""
        lost, self.held, self.is_sure = frozenset(self.held), {}, False
        self.news(LeaseNews(lost, frozenset()))

    def resume(self) -> None:
        """The bus is there again: look what is left of us."""
        self.wake.set()

    # -------------------------------------------------------------- tables
    async def claim(self, table: str, gone: str = "") -> int | None:
        """Have the table's room here; OwnedElsewhere when another one has it."""
        if not self._is_valid():
            raise NotHere
        lives = select(s.c.id).where(s.c.id == t.c.owner, self._lives()).exists()
        free = (t.c.owner.in_(["", self.me, gone])) | ~lives
        taking = (
            update(t)
            .where(t.c.id == table, free)
            .values(owner=self.me, epoch=t.c.epoch + 1, fence=t.c.epoch + 1, clock=PLAYED, rested=None)
            .returning(t.c.epoch)
        )
        async with self.database.begin() as connection:
            epoch = (await connection.execute(taking)).scalar()
        if epoch is not None:
            self.held[table] = epoch
            return int(epoch)
        rows = await self.database.rows(select(t.c.owner).where(t.c.id == table))
        if not rows:
            raise Fault("not_found")
        raise OwnedElsewhere(rows[0].owner)

    def holds(self, table: str, epoch: int) -> bool:
        """Whether the room of that epoch may go on."""
        return self.held.get(table) == epoch and self._is_valid()

    async def release(self, table: str, epoch: int, played: float | None) -> None:
        """The room is closed; the clock of its game goes on from so many seconds."""
        if self.held.get(table) == epoch:
            del self.held[table]
        noted = {} if played is None else {"clock": played, "rested": NOW}
        freed = update(t).where(t.c.id == table, t.c.owner == self.me, t.c.epoch == epoch).values(owner="", **noted)
        await self.database.do(freed)

    def now(self) -> float:
        """Unix seconds of the database, as we last heard them; our own clock may leap."""
        return own_time() + self.ahead

    async def due(self) -> list[str]:
        """Tables that must be woken by now, and that nobody looks after: a few of them, whichever."""
        lives = select(s.c.id).where(s.c.id == t.c.owner, self._lives()).exists()
        query = select(t.c.id).where(t.c.status == "playing", t.c.due <= NOW, t.c.unreadable.is_(None), ~lives)
        found = [row.id for row in await self.database.rows(query.limit(10 * AT_ONCE))]
        return random.sample(found, min(AT_ONCE, len(found)))
