"""The public tables shown in lists: the first rows are kept in memory to save database queries."""

import asyncio

import msgspec

from kamchatka.server.storage.records import TableRecord
from kamchatka.server.storage.store import LOBBY_ROWS, Store


class LobbyList:
    """The waiting and playing public tables: all ids, and the first LOBBY_ROWS rows (waiting first, then newest)."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.ids: set[str] = set()  # all public tables
        self.listed: dict[str, TableRecord] = {}
        self._is_outdated = False  # changes may have been missed
        self._falls_short = False  # a row left the list, and its successor is only in the database
        self._meanwhile: list[TableRecord] | None = None  # changes noted while the database is queried
        self._asking = asyncio.Lock()  # one query at a time

    async def open(self) -> None:
        """Load everything from the database."""
        self.outdate()
        await self.renew()

    def outdate(self) -> None:
        """Have everything loaded again with the next `renew`."""
        self._is_outdated = True

    def note(self, table: TableRecord) -> None:
        """Note a table that was created or changed. Finished tables leave the list."""
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
        """Query the database if a row to be listed is missing in memory, or changes were missed."""
        async with self._asking:
            if self._is_outdated:
                await self._read_all()
            elif self._falls_short:
                await self._read()

    async def _read_all(self) -> None:
        self._is_outdated = False
        try:
            self.ids = set(await self.store.public_ids())
            await self._read()
        except BaseException:
            self._is_outdated = True
            raise

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
        """Return the rows, waiting tables first."""
        return sorted(self.listed.values(), key=_rank, reverse=True)


def _rank(table: TableRecord) -> tuple[bool, int, str]:
    return table.status == "waiting", table.created, table.id


def _as_listed(table: TableRecord) -> TableRecord:
    """Keep only the fields a list shows. Equal rows then look equal, and large options don't stay in memory."""
    agreed = msgspec.structs.replace(table.agreed, options={})
    return msgspec.structs.replace(
        table, agreed=agreed, key="", header=None, asked=(), rematch="", clock=None, due=None
    )
