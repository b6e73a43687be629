"""Command-line administration of quarantined games: show what is wrong, and retry."""

import asyncio
from collections.abc import Sequence

import msgspec

from kamchatka.kernel.problem import Problem
from kamchatka.server.faults import Fault
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.opening import explain_error, sqlite_file
from kamchatka.server.storage.store import Store
from kamchatka.server.tables.quarantine import retry, trouble_of

ALL = "all"


class Case(msgspec.Struct, frozen=True):
    """A game that is or was in quarantine."""

    id: str
    edition: str
    players: tuple[str, ...]
    trouble: Exception | None  # None if the game can be read
    is_free: bool = False  # released just now


def examine(url: str, again: str = "") -> list[Case]:
    """Return every quarantined game. `again` is the id of a game to retry, or ALL."""
    file = sqlite_file(url)
    if file is not None and not file.is_file():
        raise Problem("backup.no_database", file=file)
    return asyncio.run(_examine(url, again))


async def _examine(url: str, again: str) -> list[Case]:
    database = Database(url)
    try:
        if not await database.is_current():
            raise Problem("transfer.other_version")
        database.begin_writing()
        store = Store(database)
        found = await store.list_quarantined()
        if again not in ("", ALL, *found):
            raise Problem("quarantine.unknown", id=again)
        return [await _case(store, id, again in (ALL, id)) for id in _choose(found, again)]
    except Exception as error:
        raise explain_error(error, url) from None
    finally:
        await database.close()


def _choose(found: Sequence[str], again: str) -> Sequence[str]:
    return found if again in ("", ALL) else [again]


async def _case(store: Store, id: str, again: bool) -> Case:
    try:
        table = await store.table(id)
    except Fault as fault:
        return Case(id, "", (), fault)
    if table is None:
        return Case(id, "", (), Fault("not_found"))
    trouble = await (retry(store, id) if again else trouble_of(store, table))
    names = tuple(one.name for one in table.seats)
    return Case(id, table.agreed.edition, names, trouble, again and trouble is None)
