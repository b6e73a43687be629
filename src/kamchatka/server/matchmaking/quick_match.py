"""Quick match: a pool for games in one sitting; over days, tables with open seats that wait by themselves."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

import structlog

from kamchatka.server.faults import Fault
from kamchatka.server.limits import Limits
from kamchatka.server.matchmaking.presets import QuickPreset, wanted
from kamchatka.server.matchmaking.waiting import Tablemates, Waiter, company
from kamchatka.server.matchmaking.waiting_list import WaitingList
from kamchatka.server.protocol.payloads import SeatForm, TableForm
from kamchatka.server.protocol.quick_payloads import QuickForm, QuickSeen, QuickState, WaiterSeen
from kamchatka.server.ratings.eligibility import Origin
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.records import TableRecord, User

EVERY = 1.0  # seconds between two looks at who waits
CLICKS_A_MINUTE = 15.0  # of one player
MOST_WAITING = 2000
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
    """Everybody who waits, at whichever server. `meeting` says afresh who may sit at a table with whom."""

    def __init__(self, tables: Tables, database: Database, meeting: Meeting) -> None:
        self.tables = tables
        self.meeting = meeting
        self.list = WaitingList(database)

    # -------------------------------------------------------------- coming and going
    async def enter(self, user: User, form: QuickForm, origin: Origin, language: str, points: dict[str, int]) -> None:
        """Wait from now on, or sit down at once where people wait for days."""
        if not self.tables.limits.allows("quick", f"user {user.id}", CLICKS_A_MINUTE):
            raise Fault("too_many")
        if form.rated and user.guest:
            raise Fault("problem", "rated_account")
        if await self.list.count() >= MOST_WAITING:
            raise Fault("busy")
        ways = wanted(form)
        if ways[0].pace == "days":
            await self.list.remove(user)
            table = await self._over_days(user, form, ways, origin)
            await self.list.add(user, form, points, language, origin, table)
        else:
            await self.list.add(user, form, points, language, origin)

    async def leave(self, user: User) -> None:
        """Wait no more."""
        await self.list.remove(user)

    async def seen(self, user: User | None, language: str) -> QuickSeen:
        """Who waits, and where one stands oneself; who looks goes on waiting."""
        if user is not None:
            await self.list.look(user)
        now, waiters = await self.list.waiting()
        waiting = tuple(
            WaiterSeen(one.user.name, _what(one, language), int(now - one.since), one.form.rated) for one in waiters
        )
        return QuickSeen(waiting[:100], None if user is None else await self._mine(user, now, waiters, language))

    async def _mine(self, user: User, now: float, waiters: Sequence[Waiter], language: str) -> QuickState | None:
        for one in waiters:
            if one.user.id == user.id:
                bots_in = one.bots_in(now)
                return QuickState(_what(one, language), int(now - one.since), None if bots_in is None else int(bots_in))
        return await self.list.state(user)

    # -------------------------------------------------------------- in one sitting
    async def go_on(self) -> None:
        """Seat people together, for ever."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.list.clear()
                await self.seat_people()
            except Fault:
                pass  # the database is away, and has said so
            except Exception as error:
                log.error("quick match", error=repr(error), exc_info=error)

    async def seat_people(self) -> None:
        """Lay every table that there are people for now."""
        now, waiters = await self.list.waiting()
        if not waiters:
            return
        may_meet = await self.meeting()
        while (found := company(waiters, now, may_meet)) is not None:
            waiters = [one for one in waiters if one not in found.people]
            if await self.list.take(found.people):  # else another server seats some of them just now
                await self._seat(found)

    async def _seat(self, found: Tablemates) -> None:
        """A table for these people; whoever cannot sit down is told why, and bots take what is free."""
        host, *others = found.people
        bots = max(0, found.seats - len(found.people))
        try:
            table = await self.tables.lay(_form(found, bots), host.user, host.origin)
        except Fault as fault:
            await self.list.tell(host, trouble=fault.sentence(host.language))
            await self.list.put_back(others)
            return
        await self.list.tell(host, table)
        is_full = True
        for one in others:
            try:
                await self.tables.sit(table, one.user, one.origin, most_dice=one.form.most_dice)
                await self.list.tell(one, table)
            except Fault as fault:
                is_full = False
                await self.list.tell(one, trouble=fault.sentence(one.language))
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
