"""Names that may not be registered for a while, because their accounts were deleted during a sanction.

The rows reveal neither name nor account: they hold a keyed digest of the name's look, and the end of the sanction.
"""

import hashlib

from sqlalchemy import delete, insert, select

from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.server_keys import server_key
from kamchatka.server.storage.store import now
from kamchatka.texts.user_text import look_of

KEY_NAME = "held_names"


class ReservedNames:
    """The held names in the database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.key = b""

    async def hold(self, name: str, until: int) -> None:
        """Reserve a name, and all names that look like it, until `until` (Unix milliseconds)."""
        h, digest = schema.held_names, await self._digest(name)
        await self.database.do(
            delete(h).where((h.c.until <= now()) | (h.c.digest == digest)), insert(h).values(digest=digest, until=until)
        )

    async def is_held(self, name: str) -> bool:
        """Whether the name is reserved now."""
        h = schema.held_names
        held = select(h.c.until).where(h.c.digest == await self._digest(name), h.c.until > now())
        return bool(await self.database.rows(held))

    async def drop_expired(self) -> None:
        """Delete the digests of names that are no longer reserved."""
        h = schema.held_names
        await self.database.do(delete(h).where(h.c.until <= now()))

    async def _digest(self, name: str) -> str:
        if not self.key:
            self.key = bytes.fromhex(await server_key(self.database, KEY_NAME))
        return hashlib.blake2b(look_of(name).encode(), key=self.key, digest_size=32).hexdigest()
