"""Limits on notifications per recipient from all senders, counted in the database across servers.

A recipient is stored as a digest keyed with a secret of this platform. Rows are deleted after two days.
"""

import hashlib
import hmac
from collections.abc import Callable

from sqlalchemy import ColumnElement, case, delete, insert, or_, update

from kamchatka.server.faults import Fault
from kamchatka.server.limit_table import Quota
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.errors import Conflict
from kamchatka.server.storage.server_keys import server_key
from kamchatka.server.storage.store import now

KEY_NAME = "recipients"
HOUR, DAY = 3_600_000, 86_400_000  # milliseconds


class RecipientLimits:
    """Counts what recipients are sent."""

    def __init__(self, database: Database, clock: Callable[[], int] = now) -> None:
        self.database = database
        self.clock = clock  # milliseconds
        self.key = b""
        self.cleared = 0  # day on which old rows were last deleted

    async def take(self, limit: Quota, recipient: str, **fields: object) -> None:
        """Count one more message. Raise a Fault with these fields if the recipient has reached the limit."""
        hour, day = self.clock() // HOUR, self.clock() // DAY
        await self._clear(day)
        digest = await self._digest(f"{limit.name} {recipient}")
        if await self._count(limit, digest, hour, day):
            return
        try:
            first = {"kind": limit.name, "digest": digest, "hour": hour, "in_hour": 1, "day": day, "in_day": 1}
            await self.database.do(insert(schema.recipients).values(first))
        except Conflict:  # the row exists: the limit is reached, or another request has just inserted it
            if not await self._count(limit, digest, hour, day):
                raise Fault("too_many", limit.phrase, **fields) from None

    async def _count(self, limit: Quota, digest: str, hour: int, day: int) -> bool:
        """Increment if below both limits, in one statement, so that concurrent requests never exceed them."""
        r = schema.recipients
        may = or_(r.c.hour != hour, r.c.in_hour < limit.an_hour) & or_(r.c.day != day, r.c.in_day < limit.a_day)
        counted = (
            update(r)
            .where(r.c.digest == digest, may)
            .values(
                hour=hour,
                in_hour=_one_more(r.c.hour == hour, r.c.in_hour),
                day=day,
                in_day=_one_more(r.c.day == day, r.c.in_day),
            )
        )
        async with self.database.begin() as connection:
            return (await connection.execute(counted)).rowcount == 1

    async def _clear(self, day: int) -> None:
        if day != self.cleared:
            await self.database.do(delete(schema.recipients).where(schema.recipients.c.day < day - 1))
            self.cleared = day

    async def _digest(self, recipient: str) -> str:
        if not self.key:
            self.key = bytes.fromhex(await server_key(self.database, KEY_NAME))
        return hmac.new(self.key, recipient.encode(), hashlib.sha256).hexdigest()


def mailbox_of(address: str) -> str:
    """Reduce an address to its mailbox as common providers read it: without case, dots and the part after a plus."""
    local, _, domain = address.strip().casefold().rpartition("@")
    return f"{local.partition('+')[0].replace('.', '')}@{domain}"


def _one_more(is_same: ColumnElement[bool], count: ColumnElement[int]) -> ColumnElement[int]:
    return case((is_same, count + 1), else_=1)
