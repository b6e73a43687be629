"""Leases in PostgreSQL, stored with the journals they guard, so that the fence is part of the same transaction.

Every server reports regularly that it lives. A server silent for `seconds` loses its tables: whichever server needs one
takes it and increments its epoch. The silent server measures the time on its own clock, starting before its last
report, and stops showing anything before others may begin. If it is suspended between checking its clock and its
commit, the database refuses the write. A server unreachable on the bus doesn't count as alive and has to stop as well.
"""

import asyncio
from collections.abc import Callable

import structlog
from sqlalchemy import ColumnElement, case, delete, literal, select, update
from sqlalchemy.dialects.postgresql import insert

from kamchatka.server import randomness, supervision
from kamchatka.server.bus.bus import Bus
from kamchatka.server.clock import time_since_boot
from kamchatka.server.faults import Fault
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.database_clock import NOW
from kamchatka.server.storage.errors import describe_error
from kamchatka.server.storage.leases import LeaseNews, NotHere, OwnedElsewhere

BEATS = 6.0  # reports per lease duration
AGAIN = 0.5  # maximum seconds between two attempts without a valid lease, as all its clients wait
MARGIN = 0.5  # seconds that others wait longer, because clocks differ slightly
FORGOTTEN = 600.0  # seconds after which a silent server is deleted
AT_ONCE = 16  # due tables taken per check, so that several servers share those of a dead one

t, s = schema.tables, schema.servers
PLAYED = case((t.c.rested.is_not(None), t.c.clock + (NOW - t.c.rested)), else_=t.c.clock)  # seconds played by now
DUE = (t.c.status == "playing") & (t.c.due <= NOW) & t.c.unreadable.is_(None)
CURRENT_TIME = select(NOW)
log = structlog.get_logger()


class StoredLeases:
    """The tables of one server among several."""

    def __init__(self, me: str, database: Database, bus: Bus, seconds: float) -> None:
        self.me = me
        self.database = database
        self.bus = bus
        self.seconds = seconds
        self.held: dict[str, int] = {}  # epochs by table
        self.until = 0.0  # own time at which all leases expire
        self.ahead = 0.0  # database time minus own time
        self.is_sure = False  # whether nobody can have taken over since the bus was last away
        self.news: Callable[[LeaseNews], None] = lambda news: None
        self.beating: asyncio.Task[None] | None = None
        self.wake = asyncio.Event()
        # Repeated every second: built once, so that SQLAlchemy compiles them once.
        self.alive_servers = select(s.c.id).where(self._lives())
        self.own_tables = select(t.c.id, t.c.epoch).where(t.c.owner == me)
        report = insert(s).values(id=me, seen=NOW)
        self.report_alive = report.on_conflict_do_update(index_elements=[s.c.id], set_={"seen": NOW})
        self.due_tables = select(t.c.id).where(DUE, ~self._has_live_owner()).limit(10 * AT_ONCE)

    async def open(self, news: Callable[[LeaseNews], None]) -> None:
        """Join the servers."""
        self.news = news
        await self.database.do(delete(s).where(s.c.seen < NOW - FORGOTTEN))
        await self._beat()
        self.beating = supervision.keep("leases", self._live)

    async def close(self) -> None:
        """Leave, and release every table at once."""
        if self.beating is not None:
            self.beating.cancel()
            await asyncio.gather(self.beating, return_exceptions=True)
        self.held = {}
        try:
            async with asyncio.timeout(self.seconds), self.database.begin() as connection:
                await connection.execute(update(t).where(t.c.owner == self.me).values(owner=""))
                await connection.execute(delete(s).where(s.c.id == self.me))
        except (Fault, TimeoutError) as error:
            log.warning("leases not given back", error=describe_error(error))

    # -------------------------------------------------------------- heartbeat
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
                log.warning("leases not renewed", error=describe_error(error))
            if not self._is_valid():
                self.suspend()

    def _until_next(self) -> float:
        """Return the seconds until the next report."""
        return self.seconds / BEATS if self._is_valid() else min(AGAIN, self.seconds / BEATS)

    async def _beat(self) -> None:
        """Report that we live. Update which servers live and which tables are still ours."""
        begun, held, reachable = time_since_boot(), dict(self.held), self.bus.is_connected
        async with self.database.begin() as connection:
            if reachable:
                await connection.execute(self.report_alive)
            else:  # an unreachable server doesn't count as alive
                await connection.execute(delete(s).where(s.c.id == self.me))
            told = (await connection.execute(CURRENT_TIME)).scalar_one()
            alive = (await connection.execute(self.alive_servers)).scalars().all()
            mine = {row.id: row.epoch for row in await connection.execute(self.own_tables)}
        self.until, self.ahead = begun + self.seconds, told - time_since_boot()
        self.is_sure = reachable and self.bus.is_connected
        lost = {id for id, epoch in held.items() if self.held.get(id) == epoch and mine.get(id) != epoch}
        for id in lost:
            del self.held[id]
        self.news(LeaseNews(frozenset(lost), frozenset(alive)))

    def _lives(self) -> ColumnElement[bool]:
        """Condition for servers that reported recently.

        A time in the future doesn't count, in case a clock was set back.
        """
        return s.c.seen.between(NOW - literal(self.seconds + MARGIN), NOW + literal(MARGIN))

    def _has_live_owner(self) -> ColumnElement[bool]:
        """Condition for tables whose server reported recently."""
        return select(s.c.id).where(s.c.id == t.c.owner, self._lives()).exists()

    def _is_valid(self) -> bool:
        return time_since_boot() < self.until and self.is_sure and self.bus.is_connected

    def suspend(self) -> None:
        """Drop all leases, because the bus is away or we were silent too long."""
        lost, self.held, self.is_sure = frozenset(self.held), {}, False
        self.news(LeaseNews(lost, frozenset()))

    def resume(self) -> None:
        """Renew the leases at once, because the bus is back."""
        self.wake.set()

    # -------------------------------------------------------------- tables
    async def claim(self, table: str, gone: str = "") -> int | None:
        """Claim the table's room; raise OwnedElsewhere if another server has it."""
        if not self._is_valid():
            raise NotHere
        free = (t.c.owner.in_(["", self.me, gone])) | ~self._has_live_owner()
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
        """Release the table of a closed room. Its game clock goes on from `played` seconds."""
        if self.held.get(table) == epoch:
            del self.held[table]
        noted = {} if played is None else {"clock": played, "rested": NOW}
        freed = update(t).where(t.c.id == table, t.c.owner == self.me, t.c.epoch == epoch).values(owner="", **noted)
        await self.database.do(freed)

    def now(self) -> float:
        """Return the database's Unix seconds, extrapolated with our own clock, which never jumps."""
        return time_since_boot() + self.ahead

    async def due(self) -> list[str]:
        """Return a random sample of tables that must be woken by now and have no live owner."""
        found = [row.id for row in await self.database.rows(self.due_tables)]
        return randomness.sample(found, min(AT_ONCE, len(found)))
