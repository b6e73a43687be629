"""Broadcasts between servers: lobby tables, events, ended sessions, taken names and used rate limits.

Delivery is not guaranteed. After the bus was away, everything is read from the database again.
"""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec

from kamchatka.server import supervision
from kamchatka.server.bus.bus import Bus
from kamchatka.server.club.club import Club
from kamchatka.server.limits import Limits
from kamchatka.server.lobby.broadcaster import LobbyBroadcaster
from kamchatka.server.storage.accounts import Accounts
from kamchatka.server.storage.known_users import AccountNews, NameTaken, SessionEnded, UserChanged
from kamchatka.server.storage.records import TableRecord

SUBJECT = "kamchatka.news"
SPENT_EVERY = 0.25  # seconds between two reports of used limits


class TableNews(msgspec.Struct, frozen=True, tag=True):
    """A lobby table has changed; with its number of watchers."""

    table: TableRecord
    watchers: int = 0


class EventNews(msgspec.Struct, frozen=True, tag=True):
    """An event has changed, or its draft has."""

    id: str


class SpentNews(msgspec.Struct, frozen=True, tag=True):
    """Amounts used of rate limits."""

    spent: list[tuple[str, str, float, int]]  # rate, key, its allowance (for servers of 0.1), amount used


class ServerBack(msgspec.Struct, frozen=True, tag=True):
    """A server was out of reach: messages it sent then are lost, and its rooms are closed."""

    server: str


AnyNews = TableNews | EventNews | SpentNews | ServerBack | SessionEnded | UserChanged | NameTaken


class ServerNews:
    """Sends broadcasts and handles those of other servers."""

    def __init__(self, bus: Bus, lobby: LobbyBroadcaster, club: Club, accounts: Accounts, limits: Limits) -> None:
        self.bus = bus
        self.lobby = lobby
        self.club = club
        self.accounts = accounts
        self.limits = limits
        self.server_back: Callable[[str], None] | None = None  # disconnects clients at tables of that server
        self.session_ended: Callable[[str], Awaitable[None]] | None = None  # closes the sockets of a cookie or token
        self.watched: dict[str, int] = {}  # watchers by table of another server
        self.tasks: set[asyncio.Task[None]] = set()
        accounts.tell = self._tell
        lobby.tell = self._table_changed
        club.tell = self._event_changed

    async def open(self) -> None:
        """Subscribe to the broadcasts."""
        await self.bus.listen(SUBJECT, AnyNews, self._on_news)

    async def close(self) -> None:
        """Cancel pending work."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    def _table_changed(self, table: TableRecord, watchers: int) -> None:
        """Broadcast a table that was created, filled or finished here."""
        if not table.agreed.private:
            bare = msgspec.structs.replace(table, key="", header=None)
            self.bus.publish(SUBJECT, TableNews(bare, watchers))

    def _event_changed(self, id: str) -> None:
        self.bus.publish(SUBJECT, EventNews(id))

    def _tell(self, news: AccountNews) -> None:
        self.bus.publish(SUBJECT, news)

    async def report_spending(self) -> None:
        """Report used rate limits regularly, so that each limit holds across all servers."""
        while True:
            await asyncio.sleep(SPENT_EVERY)
            if self.limits.spent:
                spent = [(*key, count) for key, count in self.limits.spent.items()]
                self.limits.spent.clear()
                self.bus.publish(SUBJECT, SpentNews(spent))

    def catch_up(self, me: str) -> None:
        """Recover after the bus was away: drop caches and tell others that our messages were lost."""
        self.bus.publish(SUBJECT, ServerBack(me))
        self.accounts.forget_all()
        self.lobby.read_again()

    def _on_news(self, news: AnyNews) -> None:
        match news:
            case TableNews(table, watchers):
                self.watched.pop(table.id, None)
                if table.status != "over":
                    self.watched[table.id] = watchers
                self.lobby.note_change(table)
            case EventNews(id):
                self.club.hear(id)
            case SpentNews(spent):
                for what, who, _, count in spent:
                    self.limits.spend(what, who, count)
            case ServerBack(server):
                if self.server_back is not None:
                    self.server_back(server)
            case SessionEnded(digest):
                self.accounts.hear(news)
                if self.session_ended is not None:
                    self._begin(self.session_ended(digest))
            case UserChanged() | NameTaken():
                self.accounts.hear(news)

    def _begin(self, work: Awaitable[None]) -> None:
        async def doing() -> None:
            await work

        task = supervision.start("news", doing())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
