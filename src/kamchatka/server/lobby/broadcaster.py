"""Lobby broadcasts: a watcher gets the list once, then changes, encoded once for all watchers of a language."""

import asyncio
from collections.abc import Callable

import msgspec
import structlog

from kamchatka.server.faults import Fault
from kamchatka.server.lobby.lobby_list import LobbyList
from kamchatka.server.presentation.listener import Listener, encode
from kamchatka.server.presentation.table_info import table_row
from kamchatka.server.protocol.payloads import Lobby, LobbyChanged, MyTables
from kamchatka.server.storage.records import TableRecord, User
from kamchatka.server.storage.store import Store

AT_MOST_EVERY = 0.5  # minimum seconds between two broadcasts
AT_ONCE = 20  # listeners served before yielding to the event loop

log = structlog.get_logger()


class LobbyBroadcaster:
    """The lobby's watchers and the list last sent to them. `watchers` returns a table's spectator count."""

    def __init__(self, store: Store, watchers: Callable[[str], int]) -> None:
        self.store = store
        self.watchers = watchers
        self.tell: Callable[[TableRecord, int], None] | None = None  # tells other servers
        self.listeners: set[Listener] = set()
        self.list = LobbyList(store)
        self.news = asyncio.Event()
        self.version = 0  # of the list last sent, counted from server start
        self.told: dict[str, TableRecord] = {}  # rows of that version
        self.seated: dict[int, tuple[str, ...]] = {}  # by user: tables of that version where they sit
        self.written: dict[str, bytes] = {}  # by language: the encoded full list of that version
        self.count = 0  # public tables in that version

    async def open(self) -> None:
        """Load the list from the database."""
        await self.list.open()
        self._take()

    def read_again(self) -> None:
        """Reload the list from the database as soon as it answers, because notifications may have been lost."""
        self.list.outdate()
        self.news.set()

    def announce(self, table: TableRecord) -> None:
        """Announce a table that was created, changed or finished here."""
        self.note_change(table)
        if self.tell is not None:
            self.tell(table, self.watchers(table.id))

    def note_change(self, table: TableRecord) -> None:
        """Note a table that was created, changed or finished."""
        self.list.note(table)
        self.news.set()

    # -------------------------------------------------------------- lists
    def rows(self, tables: list[TableRecord], user: User | None, language: str) -> Lobby:
        """Render tables as a list for one reader."""
        id = None if user is None else user.id
        rows = tuple(table_row(table, language, id, self.watchers(table.id)) for table in tables)
        return Lobby(rows, self.version, len(rows))

    async def list_for(self, user: User | None, language: str) -> Lobby:
        """Return the public tables for one reader, with their own seats and whose turn it is."""
        tables = self.list.in_order()
        if mine := [table.id for table in tables if user is not None and table.seats_of(user.id)]:
            news = await self.store.news_of(mine)
            tables = [_with_news(table, *news[table.id]) if table.id in news else table for table in tables]
        rows = self.rows(tables, user, language).tables
        return Lobby(rows, self.version, len(self.list.ids))

    async def welcome(self, listener: Listener) -> None:
        """Add a watcher and send them the list last broadcast and their own tables."""
        self.listeners.add(listener)
        if listener.language not in self.written:
            rows = self.rows(list(self.told.values()), None, listener.language).tables
            self.written[listener.language] = encode(Lobby(rows, self.version, self.count))
        listener.send_bytes(self.written[listener.language])
        if mine := self.seated.get(listener.user_id or -1):
            listener.send_bytes(encode(MyTables(mine)))

    # -------------------------------------------------------------- changes
    async def broadcast(self) -> None:
        """Send changes in a loop, with a minimum interval between messages."""
        while True:
            await self.news.wait()
            self.news.clear()
            try:
                await self.list.renew()
                await self._tell()
            except Fault:  # the database is away, which is logged already
                self.news.set()
            except Exception as error:
                log.error("lobby not sent", error=repr(error))
            await asyncio.sleep(AT_MOST_EVERY)

    def _take(self) -> tuple[list[TableRecord], tuple[str, ...]] | None:
        """Make the current list the broadcast version.

        Return its new rows and the removed ids; None without changes.
        """
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
        """Send one message per language, and a personal one to users whose own tables changed."""
        seated = self.seated
        if (taken := self._take()) is None:
            return
        new, gone = taken
        now, version, messages = self.seated, self.version, dict[str, bytes]()
        for n, listener in enumerate(tuple(self.listeners)):  # a listener who joins meanwhile gets this version
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
    """Add what only the table's players see in a list."""
    return msgspec.structs.replace(table, asked=asked, unreadable=unreadable)
