"""Friendships, with requests and confirmation, and blocks."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress

from sqlalchemy import Select, delete, func, insert, select, update

from kamchatka.server.faults import Fault
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database, StoredRow
from kamchatka.server.storage.errors import Conflict
from kamchatka.server.storage.records import User
from kamchatka.server.storage.store import now

MOST_FRIENDS = 500
MOST_ASKED = 50  # unanswered requests
MOST_BLOCKED = 500


async def nothing() -> None:
    """Count nothing."""


class Relations:
    """Friendships and blocks between users."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # -------------------------------------------------------------- friends
    async def ask(self, user: User, other: User, count: Callable[[], Awaitable[None]] = nothing) -> bool:
        """Send a friend request, or accept a waiting one. Return whether they are friends now.

        `count` is awaited before a new request is stored, and may refuse it.
        """
        if user.id == other.id:
            raise Fault("problem", "oneself")
        if await self.is_between(user.id, other.id):
            raise Fault("problem", "no_contact", name=other.name)
        f = schema.friends
        waiting = (f.c.user_id == other.id) & (f.c.other_id == user.id)
        if await self.database.rows(select(f.c.at).where(waiting)):
            await self.database.do(update(f).where(waiting).values(accepted=True))
            with suppress(Conflict):  # friends already
                await self.database.do(insert(f).values(user_id=user.id, other_id=other.id, accepted=True, at=now()))
            return True
        await self._check_room(user)
        if await self.database.rows(select(f.c.at).where(f.c.user_id == user.id, f.c.other_id == other.id)):
            return False  # requested already
        await count()
        with suppress(Conflict):  # requested meanwhile
            await self.database.do(insert(f).values(user_id=user.id, other_id=other.id, accepted=False, at=now()))
        return False

    async def _check_room(self, user: User) -> None:
        f = schema.friends
        rows = await self.database.rows(
            select(f.c.accepted, func.count().label("held")).where(f.c.user_id == user.id).group_by(f.c.accepted)
        )
        held = {bool(row.accepted): int(row.held) for row in rows}
        if held.get(True, 0) >= MOST_FRIENDS or held.get(False, 0) >= MOST_ASKED:
            raise Fault("too_many", "friends_full")

    async def part(self, user: User, other: User) -> None:
        """End a friendship, or withdraw or refuse a request."""
        f = schema.friends
        await self.database.do(
            delete(f).where(
                ((f.c.user_id == user.id) & (f.c.other_id == other.id))
                | ((f.c.user_id == other.id) & (f.c.other_id == user.id))
            )
        )

    async def friends(self, user: int) -> Sequence[StoredRow]:
        """Return a user's friends with id, name and picture."""
        f, u = schema.friends, schema.users
        return await self.database.rows(
            select(u.c.id, u.c.name, u.c.avatar)
            .join(f, f.c.other_id == u.c.id)
            .where(f.c.user_id == user, f.c.accepted)
            .order_by(u.c.name)
        )

    async def asking(self, user: int) -> tuple[str, ...]:
        """Return the names of users whose requests wait for an answer."""
        f, u = schema.friends, schema.users
        query = select(u.c.name).join(f, f.c.user_id == u.c.id).where(f.c.other_id == user, ~f.c.accepted)
        return tuple(row.name for row in await self.database.rows(query.order_by(f.c.at)))

    async def outgoing_requests(self, user: int) -> tuple[str, ...]:
        """Return the names of users who have received unanswered requests."""
        f, u = schema.friends, schema.users
        query = select(u.c.name).join(f, f.c.other_id == u.c.id).where(f.c.user_id == user, ~f.c.accepted)
        return tuple(row.name for row in await self.database.rows(query.order_by(f.c.at)))

    # -------------------------------------------------------------- blocks
    async def block(self, user: User, other: User, on: bool) -> None:
        """Block or unblock a user. Blocking ends a friendship."""
        if user.id == other.id:
            raise Fault("problem", "oneself")
        b = schema.blocks
        await self.database.do(delete(b).where(b.c.user_id == user.id, b.c.other_id == other.id))
        if on:
            if len(await self.list_blocked(user.id)) >= MOST_BLOCKED:
                raise Fault("too_many", "friends_full")
            await self.part(user, other)
            await self.database.do(insert(b).values(user_id=user.id, other_id=other.id))

    async def list_blocked(self, user: int) -> tuple[str, ...]:
        """Return the names of blocked users."""
        b, u = schema.blocks, schema.users
        query = select(u.c.name).join(b, b.c.other_id == u.c.id).where(b.c.user_id == user).order_by(u.c.name)
        return tuple(row.name for row in await self.database.rows(query))

    async def is_between(self, one: int, other: int) -> bool:
        """Whether either user has blocked the other."""
        b = schema.blocks
        rows = await self.database.rows(
            select(b.c.user_id).where(
                ((b.c.user_id == one) & (b.c.other_id == other)) | ((b.c.user_id == other) & (b.c.other_id == one))
            )
        )
        return bool(rows)

    async def blockers_of(self, user: int) -> set[int]:
        """Return the users who have blocked this user."""
        b = schema.blocks
        return {row.user_id for row in await self.database.rows(select(b.c.user_id).where(b.c.other_id == user))}

    async def meeting(self, people: Collection[int]) -> Callable[[int, int], bool]:
        """Return a function that tells whether two of these people may be seated together.

        Only their blocks are read.
        """
        if len(people) < 2:
            return lambda one, other: True
        rows = await self.database.rows(blocks_among(people))
        apart = {frozenset((row.user_id, row.other_id)) for row in rows}
        return lambda one, other: frozenset((one, other)) not in apart

    async def users_apart_from(self, user: int) -> set[int]:
        """Return the users whom a user has blocked, and those who have blocked the user."""
        b = schema.blocks
        rows = await self.database.rows(select(b.c.other_id).where(b.c.user_id == user))
        return {row.other_id for row in rows} | await self.blockers_of(user)


def blocks_among(people: Collection[int]) -> Select[tuple[int, int]]:
    """Select the blocks among these people.

    The sum keeps databases from looking up every pair in the index: a user has at most 500 blocks.
    """
    b = schema.blocks
    return select(b.c.user_id, b.c.other_id).where(b.c.user_id.in_(people), (b.c.other_id + 0).in_(people))
