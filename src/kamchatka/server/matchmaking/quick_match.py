"""Quick match: a queue for live games, and waiting tables with free seats for games over days."""

import asyncio
from collections.abc import Sequence

import structlog

from kamchatka.server.faults import Fault
from kamchatka.server.limit_table import QUICK
from kamchatka.server.limits import Limits
from kamchatka.server.matchmaking.match_queue import WaitingList
from kamchatka.server.matchmaking.matching import Tablemates, Waiter, company
from kamchatka.server.matchmaking.presets import QuickPreset, find_presets
from kamchatka.server.people.relations import Relations
from kamchatka.server.play.table_service import TableService
from kamchatka.server.protocol.payloads import SeatForm, TableForm
from kamchatka.server.protocol.quick_payloads import QuickForm, QuickSeen, QuickState, WaiterSeen
from kamchatka.server.ratings.eligibility import Origin
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.records import TableRecord, User

EVERY = 1.0  # seconds between two checks of the queue
MOST_WAITING = 2000
ABSENT_LIVE = 90  # seconds until a bot plays for an absent player

log = structlog.get_logger()


class QuickMatch:
    """Quick match on all servers. `blocks` says which users must not share a table."""

    def __init__(self, tables: TableService, limits: Limits, database: Database, blocks: Relations) -> None:
        self.tables = tables
        self.limits = limits
        self.blocks = blocks
        self.list = WaitingList(database)

    # -------------------------------------------------------------- joining and leaving
    async def enter(self, user: User, form: QuickForm, origin: Origin, language: str, points: dict[str, int]) -> None:
        """Join the queue or, for a game over days, take a seat at once."""
        self.limits.check(QUICK, f"user {user.id}")
        if form.rated and user.guest:
            raise Fault("problem", "rated_account")
        if await self.list.count() >= MOST_WAITING:
            raise Fault("busy")
        ways = find_presets(form)
        if ways[0].pace == "days":
            await self.list.remove(user)
            table = await self._over_days(user, form, ways, origin)
            await self.list.add(user, form, points, language, origin, table)
        else:
            await self.list.add(user, form, points, language, origin)

    async def leave(self, user: User) -> None:
        """Leave the queue."""
        await self.list.remove(user)

    async def describe(self, user: User | None, language: str) -> QuickSeen:
        """Return the state of the queue and of the user. Polling keeps the user in the queue."""
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

    # -------------------------------------------------------------- live games
    async def go_on(self) -> None:
        """Seat waiting users together in a loop."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.list.clear()
                await self.seat_people()
            except Fault:
                pass  # the database is unavailable, which is already logged
            except Exception as error:
                log.error("quick match", error=repr(error), exc_info=error)

    async def seat_people(self) -> None:
        """Create every table for which enough users wait."""
        now, waiters = await self.list.waiting()
        if not waiters:
            return
        may_meet = await self.blocks.meeting({one.user.id for one in waiters})
        while (found := company(waiters, now, may_meet)) is not None:
            waiters = [one for one in waiters if one not in found.people]
            if await self.list.take(found.people):  # False if another server is seating some of them
                await self._seat(found)

    async def _seat(self, found: Tablemates) -> None:
        """Create a table for these users and fill free seats with bots. Tell users who can't be seated why."""
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

    # -------------------------------------------------------------- games over days
    async def _over_days(self, user: User, form: QuickForm, ways: tuple[QuickPreset, ...], origin: Origin) -> str:
        """Seat the user at a matching table that waits for players, or at a new one."""
        apart = await self.blocks.users_apart_from(user.id)
        for table in self.tables.open_tables():
            if table.seats_of(user.id) or not any(_fits(table, way, form) for way in ways):
                continue
            if not any(one.user in apart for one in table.seats):
                try:
                    await self.tables.sit(table.id, user, origin, most_dice=form.most_dice)
                except Fault:
                    continue  # another user was faster
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
    """Return True if a waiting table matches a preset. Lists of tables leave out their options."""
    agreed = table.agreed
    return (
        not agreed.name
        and (agreed.edition, agreed.clock, len(table.seats), agreed.rated)
        == (way.edition, way.clock, way.seats, form.rated)
        and any(one.is_open and not one.kept for one in table.seats)
    )
