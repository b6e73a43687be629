"""Which public tables a list shows: the first of them in memory, so that the database is asked for nothing known."""

import asyncio

import msgspec

from kamchatka.server.storage.records import TableRecord
from kamchatka.server.storage.store import LOBBY_ROWS, Store


class LobbyList:
    """The public tables that wait or play: all by id, as rows the first LOBBY_ROWS (waiting ones, then the newest)."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.ids: set[str] = set()  # of all of them
        self.listed: dict[str, TableRecord] = {}
        self._falls_short = False  # a table has left the list, and another one that is only in the database moves up
        self._meanwhile: list[TableRecord] | None = None  # what is noted while the database is asked,
        self._asking = asyncio.Lock()  # by one at a time

    async def open(self) -> None:
        """Everything as the database has it."""
        async with self._asking:
            self.ids = set(await self.store.public_ids())
            await self._read()

    def note(self, table: TableRecord) -> None:
        """A table was laid, or has changed; one that is over or forgotten is listed no more."""
        if self._meanwhile is not None:
            self._meanwhile.append(table)
        if table.agreed.private:
            return
        before = self.listed.pop(table.id, None)
        (self.ids.discard if table.status == "over" else self.ids.add)(table.id)
        if table.status != "over":
            self.listed[table.id] = _as_listed(table)
        if len(self.listed) > LOBBY_ROWS:
            del self.listed[min(self.listed, key=lambda id: _rank(self.listed[id]))]
        sank = before is not None and (table.status == "over" or _rank(table) < _rank(before))
        self._falls_short |= sank and len(self.ids) > len(self.listed)

    async def renew(self) -> None:
        """Ask the database, if there is a row that only it knows."""
        async with self._asking:
            if self._falls_short:
                await self._read()

    async def _read(self) -> None:
        self._falls_short, self._meanwhile = False, []
        try:
            found = await self.store.lobby()
        except BaseException:
            self._falls_short, self._meanwhile = True, None
            raise
        noted, self._meanwhile = self._meanwhile, None
        self.listed = {table.id: _as_listed(table) for table in found}
        for table in noted:
            self.note(table)

    def in_order(self) -> list[TableRecord]:
        """The rows, those that wait for players first."""
        return sorted(self.listed.values(), key=_rank, reverse=True)


def _rank(table: TableRecord) -> tuple[bool, int, str]:
    return table.status == "waiting", table.created, table.id


def _as_listed(table: TableRecord) -> TableRecord:
    """What a list shows of it: two that are equal look the same, and a file of cards need not stay in memory."""
    agreed = msgspec.structs.replace(table.agreed, options={})
    return msgspec.structs.replace(
        table, agreed=agreed, key="", header=None, asked=(), rematch="", clock=None, due=None
    )
