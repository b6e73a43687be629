"""Executes requests in this server's rooms, from its own clients or from other servers."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec

from kamchatka.kernel.problem import Problem
from kamchatka.server import supervision
from kamchatka.server.bus.bus import Bus
from kamchatka.server.clock import monotonic
from kamchatka.server.cluster import server_requests
from kamchatka.server.cluster.remote_listeners import Outbound, RemoteListener
from kamchatka.server.cluster.server_requests import (
    Answered,
    AnyTableRequest,
    AskedAtTable,
    build_answer,
    build_refusal,
    desk_of,
    leaving_subject,
)
from kamchatka.server.faults import Fault
from kamchatka.server.protocol.messages import AnyClientMessage
from kamchatka.server.storage.leases import NotHere, OwnedElsewhere
from kamchatka.server.storage.records import TableRecord
from kamchatka.server.tables.live_table import LiveTable
from kamchatka.server.tables.live_tables import LiveTables

decode = msgspec.json.Decoder(AnyClientMessage).decode


Work = Callable[[LiveTable, Any], Awaitable[None]]


class TableDesk:
    """The tables of this server, as other servers reach them."""

    def __init__(self, live_tables: LiveTables, bus: Bus, me: str) -> None:
        self.live_tables = live_tables
        self.work: dict[type[AnyTableRequest], Work] = {}  # requests that other services carry out
        self.bus = bus
        self.me = me
        self.outbound = Outbound(bus, me)
        self.leaving: set[asyncio.Future[None]] = set()
        self.guests: dict[tuple[str, int], tuple[RemoteListener, LiveTable]] = {}  # by server and number

    def carry_out(self, deed: type[AnyTableRequest], work: Work) -> None:
        """Register a service that carries out a kind of request, given the table and the request."""
        self.work[deed] = work

    async def open(self) -> None:
        """Subscribe to requests."""
        await self.bus.answer(desk_of(self.me), AskedAtTable, self._answer)
        await self.bus.listen(leaving_subject(self.me), server_requests.LeaveTable, self._on_gone)

    async def _answer(self, asked: AskedAtTable) -> Answered:
        """Answer a request from another server."""
        if isinstance(asked.deed, server_requests.CountGuests):
            self._see_out_unknown(asked.deed)
            return Answered(fields={"gone": self._find_gone(asked.deed)})
        try:
            return build_answer(await self._execute(asked))
        except OwnedElsewhere:
            return build_refusal(NotHere())
        except (Fault, Problem) as error:
            return build_refusal(error)

    async def _execute(self, asked: AskedAtTable) -> TableRecord | None:
        match asked.deed:
            case server_requests.TellTable() as deed:
                await self._tell(deed)
            case server_requests.LeaveTable() as deed:
                await self._leave((deed.server, deed.number))
            case server_requests.EnterTable() as deed:
                await self._enter(await self.live_tables.open(asked.table), deed)
            case deed:
                return await self.do(await self.live_tables.open(asked.table), deed)
        return None

    # -------------------------------------------------------------- sockets of other servers
    async def _enter(self, live_table: LiveTable, deed: server_requests.EnterTable) -> None:
        listener = RemoteListener(
            deed.user, deed.language, server=deed.server, number=deed.number, outbound=self.outbound
        )
        self.guests[deed.server, deed.number] = listener, live_table
        try:
            await live_table.room.submit(lambda: live_table.handler.enter(listener, deed.after))
        except BaseException:
            self.guests.pop((deed.server, deed.number), None)
            raise

    async def _tell(self, deed: server_requests.TellTable) -> None:
        listener, live_table = self.guests.get((deed.server, deed.number), (None, None))
        if listener is None or live_table is None or live_table.room.is_closed:
            raise Fault("elsewhere")
        message = decode(deed.text)  # already validated by the server that received it
        listener.heard_at = monotonic()
        await live_table.room.submit(lambda: live_table.handler.handle(listener, message))

    async def _leave(self, guest: tuple[str, int]) -> None:
        listener, live_table = self.guests.pop(guest, (None, None))
        if listener is not None and live_table is not None and not live_table.room.is_closed:
            with suppress(Fault):  # the room may be closed meanwhile
                await live_table.room.submit(lambda: live_table.handler.leave(listener), always=True)

    def _on_gone(self, deed: server_requests.LeaveTable) -> None:
        """Remove a socket whose client has given up waiting."""
        self._start_leaving((deed.server, deed.number))

    def _see_out_unknown(self, deed: server_requests.CountGuests) -> None:
        """Remove the sockets that their server has closed without our hearing of it."""
        known = {*deed.numbers, *deed.entering}
        for server, number in list(self.guests):
            if server == deed.server and number <= deed.newest and number not in known:
                self._start_leaving((server, number))

    def _start_leaving(self, guest: tuple[str, int]) -> None:
        task = supervision.start("guest leaves", self._leave(guest))
        self.leaving.add(task)
        task.add_done_callback(self.leaving.discard)

    def _find_gone(self, deed: server_requests.CountGuests) -> list[int]:
        """Return the sockets without an open room here; messages to them were lost."""
        known = [(number, self.guests.get((deed.server, number))) for number in deed.numbers]
        return [number for number, guest in known if guest is None or guest[1].room.is_closed]

    async def see_out(self, alive: frozenset[str]) -> None:
        """Remove the sockets of stopped servers, and guests of closed rooms.

        If such a server is still alive, its clients are told to reconnect.
        """
        gone = [guest for guest in self.guests if guest[0] not in alive]
        for guest in gone:
            self.guests[guest][0].hang_up("elsewhere")
        await asyncio.gather(*(self._leave(guest) for guest in gone))
        self.guests = {guest: known for guest, known in self.guests.items() if not known[1].room.is_closed}

    # -------------------------------------------------------------- HTTP requests
    async def do(self, live_table: LiveTable, deed: AnyTableRequest) -> TableRecord:
        """Carry out a request in the room's queue and return the table."""
        work = self.work.get(type(deed))
        if work is not None:
            await work(live_table, deed)
        else:
            await live_table.room.submit(_job(live_table, deed))
        return live_table.room.table


def _job(live_table: LiveTable, deed: AnyTableRequest) -> Callable[[], Awaitable[None]]:
    room, seating = live_table.room, live_table.seating
    match deed:
        case server_requests.JoinTable():
            return partial(seating.join, deed.user, deed.seat, deed.most_dice)
        case server_requests.TakeKeptSeat():
            return partial(seating.take, deed.user, deed.seat)
        case server_requests.StandUp():
            return partial(seating.leave, deed.user)
        case server_requests.StartGame():
            return seating.begin_now if deed.user is None else partial(seating.start, deed.user)
        case server_requests.VoteToStop():
            return partial(seating.vote, deed.user, deed.stop)
        case server_requests.BeginGame():
            return room.begin
        case server_requests.GiveUp():
            return room.give_up
        case server_requests.ForgetTalk():
            return partial(live_table.handler.chat.forget, deed.user.id)
        case _:
            raise Fault("malformed")
