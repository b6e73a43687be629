"""The lobby: whoever watches it gets the list once, then what has changed, written once however many watch."""

import asyncio
from collections.abc import Callable

import msgspec
import structlog

from kamchatka.server.presentation.listener import Listener, encode
from kamchatka.server.presentation.table_info import table_row
from kamchatka.server.protocol.payloads import Lobby, LobbyChanged, MyTables
from kamchatka.server.storage.records import TableRecord, User
from kamchatka.server.storage.store import Store
from kamchatka.server.tables.lobby_list import LobbyList

AT_MOST_EVERY = 0.5  # seconds between two messages, however much happens
AT_ONCE = 20  # listeners that are sent something before others get their turn

log = structlog.get_logger()


class LobbyBroadcaster:
    """Who watches the lobby, and what they have been told. `watchers` says how many watch a table."""

    def __init__(self, store: Store, watchers: Callable[[str], int]) -> None:
        self.store = store
        self.watchers = watchers
        self.listeners: set[Listener] = set()
        self.list = LobbyList(store)
        self.news = asyncio.Event()
        self.version = 0  # of what was told, counted from the start of this server
        self.told: dict[str, TableRecord] = {}  # the rows of that version
        self.seated: dict[int, tuple[str, ...]] = {}  # by user: the tables of that version where they sit
        self.written: dict[str, bytes] = {}  # by language: the whole list of that version
        self.count = 0  # public tables there were then

    async def open(self) -> None:
        """The list as the database has it."""
        await self.list.open()
        self._take()

    async def read_again(self) -> None:
        """News may have been missed: the list as the database has it now."""
        await self.list.open()
        self.news.set()

    def changed(self, table: TableRecord) -> None:
        """A table was laid, filled or finished."""
        self.list.note(table)
        self.news.set()

    # -------------------------------------------------------------- lists
    def rows(self, tables: list[TableRecord], user: User | None, language: str) -> Lobby:
        """Tables as a list for one reader."""
        id = None if user is None else user.id
        rows = tuple(table_row(table, language, id, self.watchers(table.id)) for table in tables)
        return Lobby(rows, self.version, len(rows))

    async def list_for(self, user: User | None, language: str) -> Lobby:
        """The public tables for one reader, who is told too where to sit and whose turn it is."""
        tables = self.list.in_order()
        if mine := [table.id for table in tables if user is not None and table.seats_of(user.id)]:
            news = await self.store.news_of(mine)
            tables = [_with_news(table, *news[table.id]) if table.id in news else table for table in tables]
        rows = self.rows(tables, user, language).tables
        return Lobby(rows, self.version, len(self.list.ids))

    async def welcome(self, listener: Listener) -> None:
        """Somebody opens the lobby: the list as it was last told, and which tables are theirs."""
        self.listeners.add(listener)
        if listener.language not in self.written:
            rows = self.rows(list(self.told.values()), None, listener.language).tables
            self.written[listener.language] = encode(Lobby(rows, self.version, self.count))
        listener.send_bytes(self.written[listener.language])
        if mine := self.seated.get(listener.user_id or -1):
            listener.send_bytes(encode(MyTables(mine)))

    # -------------------------------------------------------------- changes
    async def broadcast(self) -> None:
        """Send what has changed, not more often than people can read."""
        while True:
            await self.news.wait()
            self.news.clear()
            try:
                await self.list.renew()
                await self._tell()
            except Exception as error:
                log.error("lobby not sent", error=repr(error))
            await asyncio.sleep(AT_MOST_EVERY)

    def _take(self) -> tuple[list[TableRecord], tuple[str, ...]] | None:
        """From here on the list as it stands is what was told: the rows new in it, and those gone; None: neither."""
        before, told, count = self.told, {table.id: table for table in self.list.in_order()}, len(self.list.ids)
        if (told, count) == (before, self.count):
            return None
        self.version, self.told, self.count, self.written = self.version + 1, told, count, {}
        self.seated = {}
        for table in self.told.values():
            for user in {one.user for one in table.seats if one.user is not None}:
                self.seated[user] = (*self.seated.get(user, ()), table.id)
        new = [table for id, table in told.items() if table != before.get(id)]
        return new, tuple(id for id in before if id not in told)

    async def _tell(self) -> None:
        """One message for all who speak a language; a personal one only to those whose tables are others now."""
        seated = self.seated
        if (taken := self._take()) is None:
            return
        new, gone = taken
        now, version, messages = self.seated, self.version, dict[str, bytes]()
        for n, listener in enumerate(tuple(self.listeners)):  # who comes meanwhile gets the list of this version
            if listener not in self.listeners:
                continue
            if listener.language not in messages:
                rows = self.rows(new, None, listener.language).tables
                messages[listener.language] = encode(LobbyChanged(version, version - 1, rows, gone, self.count))
            listener.send_bytes(messages[listener.language])
            mine = now.get(listener.user_id or -1, ())
            if mine != seated.get(listener.user_id or -1, ()):
                listener.send_bytes(encode(MyTables(mine)))
            if n % AT_ONCE == AT_ONCE - 1:
                await asyncio.sleep(0)


def _with_news(table: TableRecord, asked: tuple[int, ...], unreadable: str) -> TableRecord:
    """A table as those who sit at it see it in a list."""
    return msgspec.structs.replace(table, asked=asked, unreadable=unreadable)
