"""Players who habitually leave rated games. They are warned, and so are the people who play with them."""

import msgspec
from sqlalchemy import select

from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.records import TableRecord
from kamchatka.server.storage.results import RATED

LATEST = 10  # number of latest rated games considered
HABIT = 2  # leaving this many games is a habit


async def times_left(database: Database, user: int) -> int:
    """Return how many of the latest rated games a user has left, if this is a habit; otherwise 0."""
    r = schema.results
    rows = await database.rows(
        select(r.c.has_left)
        .where(r.c.user_id == user, r.c.mu_after.is_not(None))
        .order_by(r.c.ended.desc())
        .limit(LATEST)
    )
    left = sum(bool(row.has_left) for row in rows)
    return left if left >= HABIT else 0


async def with_leavers(table: TableRecord, database: Database) -> TableRecord:
    """Return a rated table with habitual leavers marked on its seats."""
    if table.rating != RATED:
        return table
    seats = [
        one if one.user is None else msgspec.structs.replace(one, leaves=await times_left(database, one.user))
        for one in table.seats
    ]
    return msgspec.structs.replace(table, seats=tuple(seats))
