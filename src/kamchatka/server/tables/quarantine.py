"""Games that cannot be read: set apart, so that they neither stop others nor are tried again all the time.

The journal stays as it is. Players may leave such a game; it is taken up again once it can be read, which is tried at
every start (a newer version may know more) and by `kamchatka quarantine --retry` (somebody has mended it).
"""

import asyncio

import msgspec
import structlog

from kamchatka.journal import parse
from kamchatka.kernel.problem import Problem
from kamchatka.server.bots.thinkers import STAND_IN
from kamchatka.server.faults import Fault
from kamchatka.server.presentation.replays import journal_of
from kamchatka.server.storage.records import Sitter, TableRecord, User
from kamchatka.server.storage.store import Store

LONGEST = 500  # characters of a reason

log = structlog.get_logger()


class Quarantine:
    """The games of one server that are set apart."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.size = 0
        self.counting = asyncio.Lock()  # one after another: the last to look knows best
        self.leaving = asyncio.Lock()  # the same: who sits where is one value

    async def look_again(self) -> None:
        """Free what can be read by now: another version may run, or somebody has mended it."""
        for id in await self.store.quarantined():
            try:
                if await retry(self.store, id) is None:
                    log.info("quarantine left", table=id)
            except Fault as fault:
                log.error("quarantine not looked at", table=id, code=fault.code)
        await self.count()

    async def count(self) -> None:
        """How many there are: commands beside the server free some, too."""
        async with self.counting:
            self.size = len(await self.store.quarantined())

    async def add(self, id: str, error: Exception) -> Fault:
        """Set a game apart; what to tell whoever wanted to open it."""
        await self.store.quarantine(id, reason_of(error))
        await self.count()
        log.error("quarantined", table=id, error=reason_of(error), exc_info=error)
        return Fault("unreadable")

    async def leave(self, id: str, user: User) -> TableRecord:
        """A player stands up from a game that is set apart: a bot has the seat, should it ever go on."""
        async with self.leaving:
            table = await self.store.table(id)
            if table is None or not table.seats_of(user.id):
                raise Fault("not_seated")
            seats = tuple(
                Sitter(one.name, bot=STAND_IN, kept=one.kept) if one.user == user.id else one for one in table.seats
            )
            left = msgspec.structs.replace(table, seats=seats)
            await self.store.change_seats(left)
            return left


def reason_of(error: Exception) -> str:
    """Why a game cannot be read, for whoever runs the server."""
    said = error.text("en") if isinstance(error, Problem) else f"{type(error).__name__}: {error}"
    return said[:LONGEST]


async def trouble_of(store: Store, table: TableRecord) -> Exception | None:
    """What is wrong with the journal of a game; nothing if it reads."""
    data = await journal_of(table, store)
    try:
        await asyncio.to_thread(parse, data, table.id)
    except Exception as error:
        return error
    return None


async def retry(store: Store, id: str) -> Exception | None:
    """Read a game again, and free it if that goes well; what is wrong if it doesn't."""
    table = await store.table(id)
    trouble = None if table is None else await trouble_of(store, table)
    if trouble is None:
        await store.release(id)
    return trouble
