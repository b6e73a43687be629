"""Decides when a game begins whether it is rated. All players need accounts and must not share a network or device.

Until then, players' origins are stored as digests, keyed with a secret of this platform. Later actions don't change the
decision, because a losing player could otherwise void the game.
"""

import hashlib
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress

import msgspec
from sqlalchemy import insert, select

from kamchatka.server.ratings.pairs import A_DAY, SAME_PAIR, frequent_pairs
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database, StoredRow
from kamchatka.server.storage.errors import Conflict
from kamchatka.server.storage.records import TableRecord
from kamchatka.server.storage.results import RATED
from kamchatka.server.storage.server_keys import server_key
from kamchatka.server.storage.store import now

MOST_ORIGINS = 20  # maximum number of origins per person and table
ORIGIN_KEY = "origins"


class Origin(msgspec.Struct, frozen=True):
    """A player's origin: network address, and the browser's device cookie."""

    address: str = ""
    device: str = ""


NOWHERE = Origin()


class Eligibility:
    """Stores the origins of players at rated tables, and decides which games are rated."""

    def __init__(self, database: Database, clock: Callable[[], int] = now) -> None:
        self.database = database
        self.clock = clock  # current time in milliseconds
        self.key = b""

    async def note(self, table: TableRecord | None, user: int, origin: Origin) -> None:
        """Store the origin of a rated table's player. It is needed until the game begins."""
        if table is None or table.rating != RATED or table.status != "waiting":
            return
        o = schema.origins
        rows = await self.database.rows(select(o.c.digest).where(o.c.table_id == table.id, o.c.user_id == user))
        known = {row.digest for row in rows}
        for kind, value in (("address", origin.address), ("device", origin.device)):
            digest = await self._digest(table.id, kind, value)
            if value and digest not in known and len(known) < MOST_ORIGINS:
                with suppress(Conflict):  # another tab stored it at the same moment
                    await self.database.do(insert(o).values(table_id=table.id, user_id=user, digest=digest, kind=kind))

    async def judge(self, table: TableRecord) -> TableRecord:
        """Return the table of a game that begins, with the verdict: rated, or the reason why it isn't."""
        if table.rating != RATED:
            return table
        return msgspec.structs.replace(table, rating=await self.verdict(table))

    async def verdict(self, table: TableRecord) -> str:
        """Return RATED, or the reason why a game cannot count."""
        people = {one.user for one in table.seats if one.user is not None}
        if len(people) < len(table.seats):
            return "with_bots"
        if shared := await self.find_shared_origin(table.id, people):
            return shared
        frequent = frequent_pairs(table.id, people, self.clock() - A_DAY, with_running=True)
        return SAME_PAIR if await self.database.rows(frequent) else RATED

    async def find_shared_origin(self, table: str, people: Collection[int]) -> str:
        """Return the reason if two players share a device or an address, else ""."""
        o = schema.origins
        rows = await self.database.rows(
            select(o.c.user_id, o.c.digest, o.c.kind).where(o.c.table_id == table, o.c.user_id.in_(people))
        )
        shared = {kind for kind in ("device", "address") if _meet(rows, kind)}
        return "same_device" if "device" in shared else "same_address" if shared else ""

    async def _digest(self, table: str, kind: str, value: str) -> str:
        if not self.key:
            self.key = bytes.fromhex(await server_key(self.database, ORIGIN_KEY))
        return hashlib.blake2b(f"{table} {kind} {value}".encode(), key=self.key, digest_size=32).hexdigest()


def _meet(rows: Sequence[StoredRow], kind: str) -> bool:
    """Return True if two people share an origin of this kind."""
    seen: dict[str, int] = {}
    return any(seen.setdefault(row.digest, row.user_id) != row.user_id for row in rows if row.kind == kind)
