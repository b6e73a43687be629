"""The match queue of all servers, stored in database rows with times by the database's clock.

A table's players are all removed from the queue before they are seated, or none of them is. So two servers never seat
the same user. If a server dies in between, its players return to the queue after a while.
"""

import hashlib
from collections.abc import Collection

import msgspec
from sqlalchemy import delete, func, insert, select, update

from kamchatka.server.matchmaking.matching import GONE, Waiter
from kamchatka.server.matchmaking.presets import find_presets
from kamchatka.server.protocol.quick_payloads import QuickForm, QuickState
from kamchatka.server.ratings.eligibility import Origin
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database, StoredRow
from kamchatka.server.storage.database_clock import NOW
from kamchatka.server.storage.records import User
from kamchatka.server.storage.server_keys import server_key

TOLD = 300.0  # seconds for which clients can poll the result
SEATING = 20.0  # seconds that a server has to create a table and seat the users; afterwards they are in the queue again
LOOKED = 2.0  # minimum seconds between two updates of a user's last poll
ORIGIN_KEY = "waiting"

w = schema.waiting
WAITS = w.c.told.is_(None) & (w.c.looked > NOW - GONE) & (w.c.taken.is_(None) | (w.c.taken < NOW - SEATING))
IS_GONE = (w.c.told.is_(None) & (w.c.looked < NOW - GONE)) | (w.c.taken < NOW - TOLD)
# Executed every second, so SQLAlchemy should compile them only once.
WAITING = select(w, NOW.label("now")).where(WAITS).order_by(w.c.since, w.c.user_id)
FIRST_GONE = select(w.c.user_id).where(IS_GONE).limit(1)


class Asked(msgspec.Struct, frozen=True):
    """A stored request for a match. The user's origin is stored as a digest."""

    user: User
    form: QuickForm
    points: dict[str, int]
    language: str
    origin: Origin


class WaitingList:
    """The waiting users, and the tables found for them."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.key = b""

    async def add(
        self, user: User, form: QuickForm, points: dict[str, int], language: str, origin: Origin, table: str = ""
    ) -> None:
        """Add a user with this request alone, or with a table that has already been found."""
        asked = msgspec.json.encode(Asked(user, form, points, language, await self._digest_origin(origin)))
        new = insert(w).values(user_id=user.id, asked=asked, since=NOW, looked=NOW)
        if table:
            new = new.values(taken=NOW, told=_state(table))
        await self.database.do(delete(w).where(w.c.user_id == user.id), new)

    async def remove(self, user: User) -> None:
        """Remove a user."""
        await self.database.do(delete(w).where(w.c.user_id == user.id))

    async def waiting(self) -> tuple[float, list[Waiter]]:
        """Return the current time and the waiting users, with the longest wait first."""
        rows = await self.database.rows(WAITING)
        return (rows[0].now if rows else 0.0), [_waiter(row) for row in rows]

    async def count(self) -> int:
        """Count the waiting users."""
        return int((await self.database.rows(select(func.count()).select_from(w).where(WAITS)))[0][0])

    async def state(self, user: User) -> QuickState | None:
        """Return the result for a user who has left the queue. None if the user is waiting or unknown."""
        query = select(w.c.told).where(w.c.user_id == user.id, w.c.taken > NOW - TOLD)
        rows = await self.database.rows(query)
        told = rows[0].told if rows else None
        return None if told is None else msgspec.json.decode(told, type=QuickState)

    async def look(self, user: User) -> None:
        """Record that a user has polled and is still waiting."""
        late = (w.c.user_id == user.id) & (w.c.looked < NOW - LOOKED)
        if await self.database.rows(select(w.c.user_id).where(late)):
            await self.database.do(update(w).where(late, w.c.told.is_(None)).values(looked=NOW))

    # -------------------------------------------------------------- seating
    async def take(self, people: Collection[Waiter]) -> bool:
        """Take users off the queue. If any of them has left or joined anew, change nothing and return False."""
        ids = [one.user.id for one in people]
        since = {one.user.id: one.since for one in people}
        free = select(w.c.user_id, w.c.since).where(w.c.user_id.in_(ids), WAITS).with_for_update(skip_locked=True)
        async with self.database.begin() as connection:
            rows = (await connection.execute(free)).all()
            if {row.user_id: row.since for row in rows} != since:
                return False
            await connection.execute(update(w).where(w.c.user_id.in_(ids)).values(taken=NOW))
        return True

    async def tell(self, waiter: Waiter, table: str = "", trouble: str = "") -> None:
        """Store the result for a user who was taken off the queue: a table, or why there is none.

        A user with a new request is skipped.
        """
        mine = (w.c.user_id == waiter.user.id) & (w.c.since == waiter.since)
        await self.database.do(update(w).where(mine).values(taken=NOW, told=_state(table, trouble)))

    async def put_back(self, people: Collection[Waiter]) -> None:
        """Return users to the queue who were taken off it but not seated."""
        ids = [one.user.id for one in people]
        if ids:
            await self.database.do(update(w).where(w.c.user_id.in_(ids), w.c.told.is_(None)).values(taken=None))

    async def clear(self) -> None:
        """Delete users who stopped polling, and old results."""
        if await self.database.rows(FIRST_GONE):
            await self.database.do(delete(w).where(IS_GONE))

    async def _digest_origin(self, origin: Origin) -> Origin:
        """Replace an origin by digests, which can be compared but reveal nothing."""
        if not self.key:
            self.key = bytes.fromhex(await server_key(self.database, ORIGIN_KEY))
        return Origin(*(self._digest(part) for part in (origin.address, origin.device)))

    def _digest(self, part: str) -> str:
        return hashlib.blake2b(part.encode(), key=self.key, digest_size=16).hexdigest() if part else ""


def _state(table: str, trouble: str = "") -> bytes:
    return msgspec.json.encode(QuickState("", 0, None, table, trouble))


def _waiter(row: StoredRow) -> Waiter:
    asked = msgspec.json.decode(row.asked, type=Asked)
    ways = find_presets(asked.form)
    return Waiter(asked.user, asked.form, ways, asked.points, asked.language, asked.origin, row.since, row.looked)
