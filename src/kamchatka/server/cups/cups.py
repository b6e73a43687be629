"""The cups of a server: announced from a file, joined with a click, and played when their time comes."""

import asyncio

import structlog

from kamchatka.server.clock import wall_time
from kamchatka.server.club.keeping.event_store import own_id
from kamchatka.server.cups.conductor import Conductor
from kamchatka.server.cups.cup_plan import CupPlan
from kamchatka.server.cups.cup_store import CupRecord, CupStore
from kamchatka.server.cups.timetable import cup_id, next_start
from kamchatka.server.faults import Fault
from kamchatka.server.limit_table import QUICK
from kamchatka.server.limits import Limits
from kamchatka.server.people.admission import Admission
from kamchatka.server.storage.records import User

EVERY = 1.0  # seconds between two looks at the timetable
AGAIN = 30.0  # seconds before a failed step is tried again

log = structlog.get_logger()


class Cups:
    """Announces cups, lets people join and leave, and makes the steps that are due."""

    def __init__(
        self, plans: tuple[CupPlan, ...], store: CupStore, conductor: Conductor, limits: Limits, admission: Admission
    ) -> None:
        self.plans = {plan.id: plan for plan in plans}
        self.store = store
        self.conductor = conductor
        self.limits = limits
        self.admission = admission
        self.next: dict[str, int] = {}  # by plan: the start announced last

    async def open(self) -> None:
        """Compare the announced cups with the file, which may have changed, and announce the next ones."""
        for cup in await self.store.active():
            if cup.status == "open" and cup.starts > wall_time():
                await self._compare(cup)
        await self.announce()

    async def _compare(self, cup: CupRecord) -> None:
        plan = self.plans.get(cup.plan.id)
        if plan is None or next_start(plan, cup.starts - 1) != cup.starts:
            await self.store.change(cup, status="cancelled")
        elif plan != cup.plan:
            await self.store.renew(cup, plan)

    async def go_on(self) -> None:
        """Announce cups and make due steps in a loop."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.announce()
                await self.make_steps()
            except Fault:
                pass  # the database is away, which is logged already
            except Exception as error:
                log.error("cups", error=repr(error), exc_info=error)

    async def announce(self) -> None:
        """Announce the next date of every cup."""
        moment = wall_time()
        for plan in self.plans.values():
            start = next_start(plan, moment)
            if self.next.get(plan.id) != start:
                await self.store.announce(CupRecord(cup_id(plan, start), plan, start, "open", start))
                self.next[plan.id] = start

    async def make_steps(self) -> None:
        """Make the steps that are due, of the cups that no other server has taken."""
        for id in await self.store.due(wall_time()):
            if await self.store.take(id):
                await self._step(id)

    async def _step(self, id: str) -> None:
        moment = wall_time()
        due = moment + AGAIN
        try:
            due = await self.conductor.step(await self.store.cup(id), moment)
        except Exception as error:
            log.error("step of a cup", cup=id, error=repr(error), exc_info=error)
        await self.store.release(id, due)

    # -------------------------------------------------------------- people
    async def join(self, id: str, user: User) -> None:
        """Enter a user into a cup that has not begun."""
        self.limits.check(QUICK, f"user {user.id}")
        await self.admission.check_may_play(user)
        await self.store.join(await self.store.cup(id), user, wall_time())

    async def leave(self, id: str, user: User) -> None:
        """Withdraw a user from a cup. If the cup is running, a bot takes over the user's seat."""
        self.limits.check(QUICK, f"user {user.id}")
        cup = await self.store.cup(id)
        await self.store.leave(cup, user)
        if cup.status == "running":
            await self._stand_up(cup, user)

    async def _stand_up(self, cup: CupRecord, user: User) -> None:
        tables = self.conductor.tables
        event = (await (await self.conductor.club.event(own_id(cup.id))).read()).event
        for game in event.rounds[-1].games.values() if event.rounds else ():
            record = await tables.store.table(game)
            if record is not None and record.status == "playing" and record.seats_of(user.id):
                await tables.leave(game, user)
