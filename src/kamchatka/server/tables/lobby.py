"""The lobby: the list of public tables, sent again to everybody who watches it whenever it changes."""

import asyncio
from collections.abc import Callable

import structlog

from kamchatka.server.presentation.listener import Listener, encode
from kamchatka.server.presentation.table_info import table_row
from kamchatka.server.protocol.payloads import Lobby
from kamchatka.server.storage.records import TableRecord, User
from kamchatka.server.storage.store import Store

AT_MOST_EVERY = 0.5  # seconds between two messages, however much happens

log = structlog.get_logger()


class LobbyBroadcaster:
    """Who watches the lobby. `watchers` says how many watch a table."""

    def __init__(self, store: Store, watchers: Callable[[str], int]) -> None:
        self.store = store
        self.watchers = watchers
        self.listeners: set[Listener] = set()
        self.news = asyncio.Event()

    def changed(self) -> None:
        """A public table was laid, filled or finished."""
        self.news.set()

    def rows(self, tables: list[TableRecord], user: User | None, language: str) -> Lobby:
        """Tables as a list for one reader."""
        id = None if user is None else user.id
        return Lobby(tuple(table_row(table, language, id, self.watchers(table.id)) for table in tables))

    async def welcome(self, listener: Listener) -> None:
        """Somebody opens the lobby: the list as it is."""
        self.listeners.add(listener)
        self._send(listener, await self.store.lobby())

    async def broadcast(self) -> None:
        """Send what has changed, not more often than people can read."""
        while True:
            await self.news.wait()
            self.news.clear()
            try:
                tables = await self.store.lobby() if self.listeners else []
                for listener in self.listeners:
                    self._send(listener, tables)
            except Exception as error:
                log.error("lobby not sent", error=repr(error))
            await asyncio.sleep(AT_MOST_EVERY)

    def _send(self, listener: Listener, tables: list[TableRecord]) -> None:
        listener.send_bytes(encode(self.rows(tables, listener.user, listener.language)))
