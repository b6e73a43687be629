"""Tables whose room is on another server: client messages go there, and the room's messages come back."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from kamchatka.server import supervision
from kamchatka.server.bus.bus import Bus, BusAway, NoResponders
from kamchatka.server.cluster.server_requests import (
    Answered,
    AnyTableRequest,
    AskedAtTable,
    CountGuests,
    EnterTable,
    LeaveTable,
    ShownTogether,
    TellTable,
    desk_of,
    leaving_subject,
    screens_of,
)
from kamchatka.server.faults import Fault
from kamchatka.server.presentation.listener import Listener
from kamchatka.server.protocol.messages import AnyClientMessage
from kamchatka.server.storage.records import TableRecord

LOOK_EVERY = 5.0  # seconds between two checks of the links
PATIENCE = 10.0  # seconds to wait for a room, which may have to be loaded from the database first


class TableLink(Protocol):
    """A socket at a table, wherever its room is."""

    async def say(self, message: AnyClientMessage, text: str) -> None: ...
    async def leave(self) -> None: ...


@dataclass
class RemoteLink:
    """A socket at a table of another server."""

    tables: "RemoteTables"
    owner: str
    table: str
    number: int
    listener: Listener
    is_inside: bool = False

    async def say(self, message: AnyClientMessage, text: str) -> None:
        """Forward a client message. Waiting for the response keeps messages in order."""
        try:
            await self.tables.ask(self.owner, self.table, TellTable(self.tables.me, self.number, text))
        except NoResponders:
            raise Fault("elsewhere") from None

    async def leave(self) -> None:
        """Report the closed socket. If the report is lost, the other server finds out later."""
        self.tables.links.pop(self.number, None)
        self.tables.unsure.add(self.owner)
        with suppress(Fault, NoResponders):
            await self.tables.ask(self.owner, self.table, LeaveTable(self.tables.me, self.number))


class RemoteTables:
    """All sockets of this server at tables of other servers."""

    def __init__(self, bus: Bus, me: str) -> None:
        self.bus = bus
        self.me = me
        self.links: dict[int, RemoteLink] = {}
        self.newest = 0  # the number of the last link
        self.unsure: set[str] = set()  # servers that may not know yet which of our sockets have closed
        self.asking: dict[asyncio.Future[Answered], str] = {}  # pending requests and their servers
        self.heard: dict[str, int] = {}  # by server: the number of its last message

    async def open(self) -> None:
        """Subscribe to messages for our sockets."""
        await self.bus.listen(screens_of(self.me), ShownTogether, self._on_shown)

    async def ask(self, owner: str, table: str, deed: AnyTableRequest) -> TableRecord | None:
        """Send a request about a table to another server. Raise NoResponders if that server is gone.

        If the server is reported out of reach meanwhile, fail without waiting for its response.
        """
        question = self.bus.request(desk_of(owner), AskedAtTable(table, deed), Answered, PATIENCE)
        asking = supervision.child(question)
        self.asking[asking] = owner
        asking.add_done_callback(lambda _: self.asking.pop(asking, None))
        try:
            return (await asking).record()
        except BusAway:
            raise Fault("elsewhere") from None
        except asyncio.CancelledError:
            asking.cancel()
            if (task := asyncio.current_task()) and task.cancelling():
                raise
            raise Fault("elsewhere") from None

    async def enter(self, owner: str, table: str, listener: Listener, after: int | None) -> RemoteLink:
        """Open a table on another server for a socket."""
        self.newest += 1
        link = RemoteLink(self, owner, table, self.newest, listener)
        self.links[link.number] = link
        try:
            entering = EnterTable(self.me, link.number, listener.user, listener.language, after)
            await self.ask(owner, table, entering)
        except BaseException:
            del self.links[link.number]
            self.unsure.add(owner)
            # the socket may have been added there
            self.bus.publish(leaving_subject(owner), LeaveTable(self.me, link.number))
            raise
        link.is_inside = True
        return link

    def _on_shown(self, together: ShownTogether) -> None:
        server = together.server
        missed = together.n != self.heard.get(server, 0) + 1
        self.heard[server] = together.n
        if missed:  # what follows a lost message would be shown without it
            self.send_away(server)
            return
        for one in together.shown:
            for number in one.numbers:
                link = self.links.get(number)
                if link is not None and link.owner == server:
                    if one.ended:
                        link.listener.hang_up(one.ended)
                    else:
                        link.listener.send_bytes(one.message)

    async def look_after(self) -> None:
        """Check regularly that our sockets are still served, and no others, because messages can be lost."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            owners = sorted({link.owner for link in self.links.values()} | self.unsure)
            await asyncio.gather(*(self._ask_for_all(owner) for owner in owners))

    async def _ask_for_all(self, owner: str) -> None:
        ours = {number: link for number, link in self.links.items() if link.owner == owner}
        links = {number: link for number, link in ours.items() if link.is_inside}
        entering = [number for number in ours if number not in links]
        question = AskedAtTable("", CountGuests(self.me, list(links), entering, self.newest))
        self.unsure.discard(owner)
        try:
            answer = await self.bus.request(desk_of(owner), question, Answered, PATIENCE)
        except NoResponders as nobody:
            if nobody.is_certain:
                self._hang_up(list(links.values()))
            else:
                self.unsure.add(owner)  # the next check will tell
        except BusAway:
            self.unsure.add(owner)
        else:
            self._hang_up([links[number] for number in answer.fields.get("gone", ()) if number in links])

    def send_away(self, server: str) -> None:
        """Make clients at tables of a server reconnect, because messages of that server were lost."""
        self._give_up(lambda owner: owner == server)

    def see_out(self, alive: frozenset[str]) -> None:
        """Make clients at tables of stopped servers reconnect."""
        self._give_up(lambda owner: owner not in alive)
        self.unsure &= alive
        self.heard = {server: n for server, n in self.heard.items() if server in alive}

    def _give_up(self, has_failed: Callable[[str], bool]) -> None:
        """Hang up links to failed servers and cancel pending requests to them."""
        self._hang_up([link for link in self.links.values() if has_failed(link.owner)])
        for asking in [asking for asking, owner in self.asking.items() if has_failed(owner)]:
            asking.cancel()

    @staticmethod
    def _hang_up(links: list[RemoteLink]) -> None:
        for link in links:
            link.listener.hang_up("elsewhere")
