"""Quick match: a pool for games in one sitting; over days, tables with open seats that wait by themselves."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Protocol

import structlog

from kamchatka.server.faults import Fault
from kamchatka.server.limits import Limits
from kamchatka.server.matchmaking.presets import QuickPreset, wanted
from kamchatka.server.matchmaking.waiting import GONE, Tablemates, Waiter, company
from kamchatka.server.protocol.payloads import SeatForm, TableForm
from kamchatka.server.protocol.quick_payloads import QuickForm, QuickSeen, QuickState, WaiterSeen
from kamchatka.server.ratings.eligibility import Origin
from kamchatka.server.storage.records import TableRecord, User

EVERY = 1.0  # seconds between two looks at who waits
CLICKS_A_MINUTE = 15.0  # of one player
MOST_WAITING = 2000
TOLD = 300.0  # seconds for which somebody may still ask where the table is
ABSENT_LIVE = 90  # seconds, then a bot plays for who is away

Meeting = Callable[[], Awaitable[Callable[[int, int], bool]]]
log = structlog.get_logger()


class Tables(Protocol):
    """What quick match needs of the server."""

    @property
    def limits(self) -> Limits: ...
    async def lay(self, form: TableForm, user: User, origin: Origin) -> str: ...
    async def sit(
        self, id: str, user: User, origin: Origin, seat: int | None = None, most_dice: bool = False
    ) -> TableRecord: ...
    async def begin_now(self, id: str) -> None: ...
    def open_tables(self) -> list[TableRecord]: ...


class QuickMatch:
    """Everybody who waits. `meeting` says afresh who may sit at a table with whom."""

    def __init__(self, tables: Tables, meeting: Meeting) -> None:
        self.tables = tables
        self.meeting = meeting
        self.waiters: dict[int, Waiter] = {}
        self.done: dict[int, tuple[float, QuickState]] = {}  # by user: since when, and where to go

    # -------------------------------------------------------------- coming and going
    async def enter(self, user: User, form: QuickForm, origin: Origin, language: str, points: dict[str, int]) -> None:
        """Wait from now on, or sit down at once where people wait for days."""
        if not self.tables.limits.allows("quick", f"user {user.id}", CLICKS_A_MINUTE):
            raise Fault("too_many")
        if form.rated and user.guest:
            raise Fault("problem", "rated_account")
        if len(self.waiters) >= MOST_WAITING:
            raise Fault("busy")
        ways, now = wanted(form), time.monotonic()
        self.done.pop(user.id, None)
        self.waiters.pop(user.id, None)
        if ways[0].pace == "days":
            self._tell(user, await self._over_days(user, form, ways, origin))
        else:
            self.waiters[user.id] = Waiter(user, form, ways, points, language, origin, now, now)

    def leave(self, user: User) -> None:
        """Wait no more."""
        self.waiters.pop(user.id, None)
        self.done.pop(user.id, None)

    def seen(self, user: User | None, language: str) -> QuickSeen:
        """Who waits, and where one stands oneself; who looks goes on waiting."""
        now = time.monotonic()
        self.done = {id: told for id, told in self.done.items() if now - told[0] < TOLD}
        waiting = tuple(
            WaiterSeen(one.user.name, _what(one, language), int(now - one.since), one.form.rated)
            for one in sorted(self.waiters.values(), key=lambda one: one.since)
        )
        return QuickSeen(waiting[:100], self._mine(user, now, language) if user is not None else None)

    def _mine(self, user: User, now: float, language: str) -> QuickState | None:
        if user.id in self.done:
            return self.done[user.id][1]
        waiter = self.waiters.get(user.id)
        if waiter is None:
            return None
        waiter.looked = now
        bots_in = waiter.bots_in(now)
        return QuickState(_what(waiter, language), int(now - waiter.since), None if bots_in is None else int(bots_in))

    def _tell(self, user: User, table: str = "", trouble: str = "") -> None:
        self.waiters.pop(user.id, None)
        self.done[user.id] = time.monotonic(), QuickState("", 0, None, table, trouble)

    # -------------------------------------------------------------- in one sitting
    async def go_on(self) -> None:
        """Seat people together, for ever."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.seat_people()
            except Exception as error:
                log.error("quick match", error=repr(error), exc_info=error)

    async def seat_people(self) -> None:
        """Lay every table that there are people for now."""
        now = time.monotonic()
        self.waiters = {id: one for id, one in self.waiters.items() if now - one.looked < GONE}
        if not self.waiters:
            return
        may_meet = await self.meeting()
        while (found := company(tuple(self.waiters.values()), now, may_meet)) is not None:
            for one in found.people:
                self.waiters.pop(one.user.id, None)
            await self._seat(found)

    async def _seat(self, found: Tablemates) -> None:
        """A table for these people; whoever cannot sit down is told why, and bots take what is free."""
        host, *others = found.people
        bots = max(0, found.seats - len(found.people))
        try:
            table = await self.tables.lay(_form(found, bots), host.user, host.origin)
        except Fault as fault:
            self._tell(host.user, trouble=fault.sentence(host.language))
            self.waiters |= {one.user.id: one for one in others}
            return
        self._tell(host.user, table)
        is_full = True
        for one in others:
            try:
                await self.tables.sit(table, one.user, one.origin, most_dice=one.form.most_dice)
                self._tell(one.user, table)
            except Fault as fault:
                is_full = False
                self._tell(one.user, trouble=fault.sentence(one.language))
        if not is_full:
            await self.tables.begin_now(table)

    # -------------------------------------------------------------- over days
    async def _over_days(self, user: User, form: QuickForm, ways: tuple[QuickPreset, ...], origin: Origin) -> str:
        """A seat at a table that waits for somebody like this, or a new one that does."""
        may_meet = await self.meeting()
        for table in self.tables.open_tables():
            if table.seats_of(user.id) or not any(_fits(table, way, form) for way in ways):
                continue
            if all(one.user is None or may_meet(one.user, user.id) for one in table.seats):
                try:
                    await self.tables.sit(table.id, user, origin, most_dice=form.most_dice)
                except Fault:
                    continue  # somebody was quicker
                return table.id
        way = ways[0]
        seats = (SeatForm("me", most_dice=form.most_dice), *(SeatForm("open") for _ in range(way.seats - 1)))
        return await self.tables.lay(_table(way, seats, form.rated), user, origin)


def _what(waiter: Waiter, language: str) -> str:
    return waiter.ways[0].words(language).name if waiter.form.preset or waiter.form.edition else ""


def _form(found: Tablemates, bots: int) -> TableForm:
    host, *others = found.people
    seats = (
        SeatForm("me", most_dice=host.form.most_dice),
        *(SeatForm("open") for _ in others),
        *(SeatForm("bot") for _ in range(bots)),
    )
    return _table(found.way, seats, found.rated and not bots)


def _table(way: QuickPreset, seats: tuple[SeatForm, ...], rated: bool) -> TableForm:
    absent = max(ABSENT_LIVE, way.clock.seconds if way.pace == "days" else 0)
    return TableForm(way.edition, seats, options=way.options, clock=way.clock, absent_after=absent, rated=rated)


def _fits(table: TableRecord, way: QuickPreset, form: QuickForm) -> bool:
    """Whether a table that waits is just what quick match would lay; lists leave its options out."""
    agreed = table.agreed
    return (
        not agreed.name
        and (agreed.edition, agreed.clock, len(table.seats), agreed.rated)
        == (way.edition, way.clock, way.seats, form.rated)
        and any(one.is_open and not one.kept for one in table.seats)
    )
