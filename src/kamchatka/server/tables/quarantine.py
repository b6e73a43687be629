"""Quarantine of unreadable games, so that they neither block others nor are retried all the time.

The journal is left unchanged, and players may leave the game. The game is read again at every start, because a newer
version may understand it, and by `kamchatka quarantine --retry` after a manual repair.
"""

import asyncio

import msgspec
import structlog

from kamchatka.journal import parse_stored
from kamchatka.kernel.problem import Problem
from kamchatka.server.bots.thinkers import STAND_IN
from kamchatka.server.faults import Fault
from kamchatka.server.presentation.replays import journal_of
from kamchatka.server.storage.records import Sitter, TableRecord, User
from kamchatka.server.storage.store import Store

LONGEST = 500  # characters of a stored reason

log = structlog.get_logger()


class Quarantine:
    """The quarantined games of one server."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.size = 0
        self.counting = asyncio.Lock()  # one at a time: the last count is the correct one
        self.leaving = asyncio.Lock()  # one at a time: seats are stored as one value

    async def look_again(self) -> None:
        """Release the games that this version can read, or that have been repaired."""
        for id in await self.store.list_quarantined():
            try:
                if await retry(self.store, id) is None:
                    log.info("quarantine left", table=id)
            except Fault as fault:
                log.error("quarantine not looked at", table=id, code=fault.code)
        await self.count()

    async def count(self) -> None:
        """Update the number of quarantined games. Command-line tools release games too."""
        async with self.counting:
            self.size = len(await self.store.list_quarantined())

    async def add(self, id: str, error: Exception) -> Fault:
        """Quarantine a game. Return the Fault for the client that wanted to open it."""
        await self.store.quarantine(id, reason_of(error))
        await self.count()
        log.error("quarantined", table=id, error=reason_of(error), exc_info=error)
        return Fault("unreadable")

    async def set_apart(self, id: str, error: Exception) -> Fault:
        """Quarantine the game of an open room. Return the Fault for its clients, also if that failed."""
        try:
            return await self.add(id, error)
        except Fault as storage:
            log.error("not quarantined", table=id, code=storage.code, exc_info=error)
            return storage

    async def leave(self, id: str, user: User) -> TableRecord:
        """Remove a player from a quarantined game. A bot gets the seat in case the game is released."""
        async with self.leaving:
            table = await self.store.table(id)
            if table is None or not table.seats_of(user.id):
                raise Fault("not_seated")
            seats = tuple(
                Sitter(one.name, bot=STAND_IN, kept=one.kept, left=user.id) if one.user == user.id else one
                for one in table.seats
            )
            left = msgspec.structs.replace(table, seats=seats)
            await self.store.change_seats(left)
            return left


def reason_of(error: Exception) -> str:
    """Describe for the operator why a game is unreadable."""
    said = error.text("en") if isinstance(error, Problem) else f"{type(error).__name__}: {error}"
    return said[:LONGEST]


async def trouble_of(store: Store, table: TableRecord) -> Exception | None:
    """Return the error that reading a game's journal raises; None if it can be read."""
    data = await journal_of(table, store)
    try:
        await asyncio.to_thread(parse_stored, data, table.id)
    except Exception as error:
        return error
    return None


async def retry(store: Store, id: str) -> Exception | None:
    """Read a game again and release it on success. Return the error otherwise."""
    table = await store.table(id)
    trouble = None if table is None else await trouble_of(store, table)
    if trouble is None:
        await store.release(id)
    return trouble
