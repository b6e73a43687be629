"""Whether a game may count: people with accounts, each at a place of the own.

Where somebody comes from is kept as a digest made with a secret of this server, for as long as the game lasts.
"""

import hashlib
import secrets
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy import Row, insert, select

from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.errors import Conflict
from kamchatka.server.storage.records import TableRecord
from kamchatka.server.storage.results import RATED

MOST_ORIGINS = 20  # of one person at one table
ORIGIN_KEY = "origins"


async def server_key(database: Database, name: str) -> str:
    """A secret of this server, made when it is first needed."""
    k = schema.server_keys
    for _ in range(2):
        if rows := await database.rows(select(k.c.secret).where(k.c.name == name)):
            return str(rows[0].secret)
        with suppress(Conflict):  # somebody was quicker
            await database.do(insert(k).values(name=name, secret=secrets.token_hex(32)))
    rows = await database.rows(select(k.c.secret).where(k.c.name == name))
    return str(rows[0].secret)


class Origin(msgspec.Struct, frozen=True):
    """Where somebody comes from: the address, and the word that a browser was given to be known again."""

    address: str = ""
    device: str = ""


NOWHERE = Origin()


class Eligibility:
    """Where those at rated tables come from, and what follows from it."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.key = b""

    async def note(self, table: TableRecord | None, user: int, origin: Origin) -> None:
        """Somebody sits down or plays at a table, coming from there: at rated ones nobody may play for two."""
        if table is None or table.rating != RATED:
            return
        o = schema.origins
        rows = await self.database.rows(select(o.c.digest).where(o.c.table_id == table.id, o.c.user_id == user))
        known = {row.digest for row in rows}
        for kind, value in (("address", origin.address), ("device", origin.device)):
            digest = await self._digest(table.id, kind, value)
            if value and digest not in known and len(known) < MOST_ORIGINS:
                with suppress(Conflict):  # noted by another tab at the same moment
                    await self.database.do(insert(o).values(table_id=table.id, user_id=user, digest=digest, kind=kind))

    async def judged(self, table: TableRecord) -> TableRecord:
        """A table whose game begins: rated, or why it is not."""
        if table.rating != RATED:
            return table
        return msgspec.structs.replace(table, rating=await self.verdict(table))

    async def verdict(self, table: TableRecord) -> str:
        """RATED, or the reason why a game cannot count."""
        people = {one.user for one in table.seats if one.user is not None}
        if len(people) < len(table.seats):
            return "with_bots"
        return await self.shared_origin(table.id, people) or RATED

    async def shared_origin(self, table: str, people: Collection[int]) -> str:
        """Whether two of those who play there come from one device or address; nothing if not."""
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


def _meet(rows: Sequence[Row[Any]], kind: str) -> bool:
    """Whether two people have an origin of this kind in common."""
    seen: dict[str, int] = {}
    return any(seen.setdefault(row.digest, row.user_id) != row.user_id for row in rows if row.kind == kind)
