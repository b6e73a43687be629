"""A server's place in the cluster: routes each request to its table's room, here or on another server."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog

from kamchatka.server import supervision
from kamchatka.server.bus.bus import NoResponders
from kamchatka.server.club.club import Club
from kamchatka.server.cluster import server_requests
from kamchatka.server.cluster.broadcasts import ServerNews
from kamchatka.server.cluster.joining import Ports
from kamchatka.server.cluster.remote_tables import RemoteTables, TableLink
from kamchatka.server.cluster.table_desk import TableDesk
from kamchatka.server.faults import Fault
from kamchatka.server.limits import Limits
from kamchatka.server.presentation.listener import Listener
from kamchatka.server.storage.accounts import Accounts
from kamchatka.server.storage.leases import LeaseNews, NotHere, OwnedElsewhere
from kamchatka.server.storage.records import TableRecord
from kamchatka.server.tables.live_table import LiveTable, NearLink
from kamchatka.server.tables.live_tables import LiveTables

AGAIN = (0.0, 0.05, 0.2, 0.5, 1.0)  # seconds before each attempt to find a table that is changing servers
ENTERING = 30.0  # seconds to find and show a table; afterwards the client must retry
HANDING_OVER = 10.0  # seconds for rooms to finish their work

T = TypeVar("T")
log = structlog.get_logger()


class Platform:
    """All servers together, seen from one of them. A server alone is a cluster of one."""

    def __init__(self, ports: Ports, live_tables: LiveTables, club: Club, accounts: Accounts, limits: Limits) -> None:
        self.live_tables = live_tables
        self.background_tasks = live_tables.background_tasks
        self.bus = ports.bus
        self.leases = ports.leases
        self.thinkers = ports.thinkers
        self.desk = TableDesk(live_tables, self.bus, self.leases.me)
        self.far = RemoteTables(self.bus, self.leases.me)
        self.news = ServerNews(self.bus, live_tables.services.lobby, club, accounts, limits)
        self.news.server_back = self.far.send_away

    async def open(self) -> None:
        """Join the cluster."""
        await self.bus.open(self.leases.suspend, self._bus_found)
        await self.leases.open(self._lease_news)
        for part in (self.desk, self.far, self.news, self.thinkers):
            await part.open()

    async def close(self) -> None:
        """Leave the cluster and release our tables."""
        await self.news.close()
        await self.background_tasks.finish()
        await self.leases.close()
        await self.bus.close()

    # -------------------------------------------------------------- tables
    async def enter(self, id: str, listener: Listener, after: int | None) -> TableLink:
        """Open a table for a socket."""

        async def near(live_table: LiveTable) -> TableLink:
            link = NearLink(live_table, listener)
            try:
                await live_table.room.submit(lambda: live_table.handler.enter(listener, after))
            except asyncio.CancelledError:
                self.background_tasks.start(link.leave())  # the listener may have been added
                raise
            return link

        try:
            async with asyncio.timeout(ENTERING):
                return await self._somewhere(id, near, lambda owner: self.far.enter(owner, id, listener, after))
        except TimeoutError:
            raise Fault("elsewhere") from None

    async def do(self, id: str, deed: server_requests.AnyTableRequest) -> TableRecord:
        """Carry out a request that comes from no socket, and return the table."""

        async def far(owner: str) -> TableRecord:
            table = await self.far.ask(owner, id, deed)
            assert table is not None
            return table

        return await self._somewhere(id, lambda live_table: self.desk.do(live_table, deed), far)

    async def _somewhere(
        self, id: str, near: Callable[[LiveTable], Awaitable[T]], far: Callable[[str], Awaitable[T]]
    ) -> T:
        """Run `near` if the table's room is here, or `far` with its owner; raise a Fault if neither works.

        A request is only retried if nothing was done.
        """
        gone = ""
        for pause in AGAIN:
            await asyncio.sleep(pause)
            try:
                return await near(await self.live_tables.open(id, gone))
            except NotHere:
                continue
            except OwnedElsewhere as other:
                try:
                    return await far(other.owner)
                except NoResponders as nobody:
                    gone = (
                        other.owner if nobody.is_certain else gone
                    )  # a slow server keeps its tables while its lease lasts
                except NotHere:
                    continue
        raise NotHere

    @property
    def always(self) -> dict[str, supervision.Service]:
        """The services that run as long as the server, by name."""
        return {"spending": self.news.report_spending, "far tables": self.far.look_after}

    async def hand_over(self) -> None:
        """Open no more rooms, and hand the open ones over to other servers."""
        self.live_tables.is_leaving = True
        try:
            async with asyncio.timeout(HANDING_OVER):
                await self.live_tables.hand_over()
        except TimeoutError:
            log.warning("rooms not handed over in time")

    # -------------------------------------------------------------- other servers
    def _lease_news(self, news: LeaseNews) -> None:
        """Close lost tables, and disconnect from servers that have stopped."""
        for id in sorted(news.lost & self.live_tables.keys()):
            log.warning("table lost", table=id)
            self.live_tables[id].room.move_out()
        self.far.see_out(news.alive)
        self.background_tasks.start(self.desk.see_out(news.alive))

    def _bus_found(self) -> None:
        self.leases.resume()
        self.thinkers.look_again()
        self.news.catch_up(self.leases.me)
