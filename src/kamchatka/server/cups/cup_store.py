"""Cups in the database, shared by all servers.

A server takes a cup for one step. If it dies, another server may take the cup after a while, because every step is
safe to repeat.
"""

from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Literal

import msgspec
from sqlalchemy import ColumnElement, and_, case, delete, func, insert, select, update

from kamchatka.server.cups.cup_plan import CupPlan
from kamchatka.server.faults import Fault
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database, StoredRow
from kamchatka.server.storage.database_clock import NOW
from kamchatka.server.storage.errors import Conflict
from kamchatka.server.storage.records import User
from kamchatka.server.storage.store import now

Status = Literal["open", "running", "over", "empty", "missed", "cancelled"]
ACTIVE = ("open", "running")
STEP = 120.0  # seconds after which a step of a dead server may be repeated

c, p, u = schema.cups, schema.cup_players, schema.users


class CupRecord(msgspec.Struct, frozen=True):
    """One date of a cup."""

    id: str
    plan: CupPlan
    starts: int  # Unix seconds
    status: Status
    due: float
    round_at: float = 0.0
    paused: int = 0
    champion: str = ""


class CupPlayer(msgspec.Struct, frozen=True):
    """A person in a cup."""

    user: int
    name: str
    guest: bool
    entrant: int = 0
    withdrawn: bool = False
    place: int | None = None
    points: int = 0


class SeasonTotal(msgspec.Struct, frozen=True):
    """A person's cups in a season."""

    user: int
    name: str
    guest: bool
    points: int
    cups: int
    wins: int


class CupStore:
    """All cups, and the people in them."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # -------------------------------------------------------------- cups
    async def announce(self, cup: CupRecord) -> None:
        """Store a cup that people may join, unless it is known."""
        if await self._exists(cup.id):
            return
        row = {
            "id": cup.id,
            "series": cup.plan.id,
            "plan": msgspec.json.encode(cup.plan),
            "starts": cup.starts,
            "status": cup.status,
            "due": cup.due,
        }
        with suppress(Conflict):  # another server was faster
            await self.database.do(insert(c).values(row))

    async def _exists(self, id: str) -> bool:
        return bool(await self.database.rows(select(c.c.id).where(c.c.id == id)))

    async def cup(self, id: str) -> CupRecord:
        """Return a cup; raise a Fault if there is none."""
        rows = await self.database.rows(select(c).where(c.c.id == id))
        if not rows:
            raise Fault("not_found")
        return _cup(rows[0])

    async def active(self) -> list[CupRecord]:
        """Return the cups that are announced or running, next first."""
        query = select(c).where(c.c.status.in_(ACTIVE)).order_by(c.c.starts, c.c.id)
        return [_cup(row) for row in await self.database.rows(query)]

    async def past(self, before: int, most: int) -> list[CupRecord]:
        """Return finished cups that began before a moment, latest first."""
        query = select(c).where(c.c.status == "over", c.c.starts < before).order_by(c.c.starts.desc(), c.c.id)
        return [_cup(row) for row in await self.database.rows(query.limit(most))]

    async def change(self, cup: CupRecord, **values: str | float) -> None:
        """Change a cup's row."""
        await self.database.do(update(c).where(c.c.id == cup.id).values(values))

    async def renew(self, cup: CupRecord, plan: CupPlan) -> None:
        """Replace the plan of a cup that has not begun."""
        await self.database.do(
            update(c).where(c.c.id == cup.id, c.c.status == "open").values(plan=msgspec.json.encode(plan))
        )

    # -------------------------------------------------------------- steps
    async def due(self, moment: float) -> list[str]:
        """Return the cups with a step to make."""
        query = select(c.c.id).where(c.c.status.in_(ACTIVE), c.c.due <= moment, _free()).order_by(c.c.due)
        return [row.id for row in await self.database.rows(query)]

    async def take(self, id: str) -> bool:
        """Take a cup for one step. Return False if another server has it."""
        row = select(c.c.id).where(c.c.id == id, c.c.status.in_(ACTIVE), _free()).with_for_update(skip_locked=True)
        async with self.database.begin() as connection:
            if (await connection.execute(row)).first() is None:
                return False
            await connection.execute(update(c).where(c.c.id == id).values(taken=NOW))
        return True

    async def release(self, id: str, due: float) -> None:
        """Give a cup back, with the moment of its next step."""
        await self.database.do(update(c).where(c.c.id == id).values(taken=None, due=due))

    async def begin(self, cup: CupRecord, at: float) -> None:
        """Close the entries, and number the people in the order in which they joined."""
        async with self.database.begin() as connection:
            begun = update(c).where(c.c.id == cup.id, c.c.status == "open").values(status="running", round_at=at)
            await connection.execute(begun)
            order = select(p.c.user_id).where(p.c.cup_id == cup.id).order_by(p.c.joined, p.c.user_id)
            for number, row in enumerate((await connection.execute(order)).all(), start=1):
                mine = update(p).where(p.c.cup_id == cup.id, p.c.user_id == row.user_id)
                await connection.execute(mine.values(entrant=number))

    async def finish(self, cup: CupRecord, places: Mapping[int, tuple[int, int]], champion: str) -> None:
        """Store places and points by user, and close the cup."""
        mine = [
            update(p).where(p.c.cup_id == cup.id, p.c.user_id == user).values(place=place, points=points)
            for user, (place, points) in places.items()
        ]
        await self.database.do(*mine, update(c).where(c.c.id == cup.id).values(status="over", champion=champion))

    # -------------------------------------------------------------- people
    async def players(self, ids: Collection[str]) -> dict[str, list[CupPlayer]]:
        """Return the people in cups, in the order in which they joined."""
        found: dict[str, list[CupPlayer]] = {id: [] for id in ids}
        query = select(p, u.c.name, u.c.password).join(u, u.c.id == p.c.user_id).where(p.c.cup_id.in_(ids))
        for row in await self.database.rows(query.order_by(p.c.joined, p.c.user_id)):
            found[row.cup_id].append(_player(row))
        return found

    async def join(self, cup: CupRecord, user: User, moment: float) -> None:
        """Enter a person; a Fault if entries are closed or all places are taken."""
        async with self.database.begin() as connection:
            row = (await connection.execute(select(c.c.status).where(c.c.id == cup.id).with_for_update())).first()
            if row is None or row.status != "open" or moment >= cup.starts:
                raise Fault("wrong_time", "cup_begun")
            mine = and_(p.c.cup_id == cup.id, p.c.user_id == user.id)
            if (await connection.execute(select(p.c.user_id).where(mine))).first() is not None:
                return
            count = (await connection.execute(select(func.count()).where(p.c.cup_id == cup.id))).scalar_one()
            if count >= cup.plan.most:
                raise Fault("taken", "cup_full", most=cup.plan.most)
            await connection.execute(insert(p).values(cup_id=cup.id, user_id=user.id, joined=now(), withdrawn=False))

    async def leave(self, cup: CupRecord, user: User) -> None:
        """Remove a person before the start, or withdraw them from a running cup."""
        mine = and_(p.c.cup_id == cup.id, p.c.user_id == user.id)
        async with self.database.begin() as connection:
            row = (await connection.execute(select(c.c.status).where(c.c.id == cup.id).with_for_update())).first()
            if row is not None and row.status == "open":
                await connection.execute(delete(p).where(mine))
            elif row is not None and row.status == "running":
                await connection.execute(update(p).where(mine).values(withdrawn=True))

    # -------------------------------------------------------------- seasons
    async def season(self, first: int, last: int, series: str) -> list[SeasonTotal]:
        """Return each person's cups in a season: points, number of cups and wins."""
        wins = func.sum(case((p.c.place == 1, 1), else_=0))
        played = p.c.place.is_not(None) & (c.c.status == "over") & (c.c.starts >= first) & (c.c.starts < last)
        query = (
            select(u.c.id, u.c.name, u.c.password, func.sum(p.c.points), func.count(), wins)
            .select_from(p.join(c, c.c.id == p.c.cup_id).join(u, u.c.id == p.c.user_id))
            .where(played & (c.c.series == series) if series else played)
            .group_by(u.c.id, u.c.name, u.c.password)
        )
        rows = await self.database.rows(query)
        return [
            SeasonTotal(id, name, password is None, int(points), int(cups), int(wins))
            for id, name, password, points, cups, wins in map(tuple, rows)
        ]

    async def first_start(self) -> int | None:
        """Return when the first finished cup began."""
        rows = await self.database.rows(select(func.min(c.c.starts)).where(c.c.status == "over"))
        return None if rows[0][0] is None else int(rows[0][0])


def _free() -> ColumnElement[bool]:
    return c.c.taken.is_(None) | (c.c.taken < NOW - STEP)


def _cup(row: StoredRow) -> CupRecord:
    plan = msgspec.json.decode(row.plan, type=CupPlan)
    return CupRecord(row.id, plan, row.starts, row.status, row.due, row.round_at, row.paused, row.champion)


def _player(row: StoredRow) -> CupPlayer:
    return CupPlayer(row.user_id, row.name, row.password is None, row.entrant, row.withdrawn, row.place, row.points)
