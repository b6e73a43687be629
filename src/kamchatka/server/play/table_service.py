"""Tables as users ask for them: create, join and repeat, wherever on the platform a table's room is."""

from collections.abc import Iterable
from contextlib import suppress
from functools import partial

import msgspec

from kamchatka.server.cluster import server_requests
from kamchatka.server.cluster.platform import Platform
from kamchatka.server.faults import Fault
from kamchatka.server.networks import network_of
from kamchatka.server.people.erasure import Erasure
from kamchatka.server.play.table_texts import TableTexts
from kamchatka.server.protocol.payloads import TableForm
from kamchatka.server.ratings.eligibility import NOWHERE, Origin
from kamchatka.server.ratings.leavers import with_leavers
from kamchatka.server.storage.records import Sitter, TableRecord, User
from kamchatka.server.tables.live_table import LiveTable
from kamchatka.server.tables.live_tables import LiveTables
from kamchatka.server.tables.seating import new_table, rematch_form, reserve_table


class TableService:
    """Creates tables and seats people at them."""

    def __init__(self, live_tables: LiveTables, platform: Platform, texts: TableTexts, erasure: Erasure) -> None:
        self.live_tables = live_tables
        self.platform = platform
        self.texts = texts
        self.erasure = erasure
        services = live_tables.services
        self.settings = services.settings
        self.store = services.store
        self.lobby = services.lobby
        self.occasions = services.occasions
        self.eligibility = services.eligibility
        self.admission = services.admission
        self.payers = services.payers
        platform.desk.carry_out(server_requests.PlayAgain, self._play_again)
        platform.desk.carry_out(server_requests.ForgetPlayer, self._forget_player)

    # -------------------------------------------------------------- creating tables
    async def lay(self, form: TableForm, user: User, origin: Origin = NOWHERE) -> str:
        """Create a table. Without open seats its game begins at once."""
        await self.admission.check_may_play(user)
        await self.texts.check(form, user)
        if await self.store.count_open(user.id) >= self.settings.tables_per_player:
            raise Fault("too_many", "tables_full")
        table = await with_leavers(new_table(form, user), self.store.database)
        await self.store.lay(table)
        self.payers.note(table.id, network_of(origin.address))
        await self.eligibility.note(table, user.id, origin)
        self.lobby.announce(table)
        if not form.private and any(one.is_open for one in table.seats):
            await self.occasions.call_friends(user, f"/t/{table.id}")
        if not any(one.is_open for one in table.seats):
            await self.platform.do(table.id, server_requests.BeginGame())
        return table.id

    async def lay_kept(self, form: TableForm, names: Iterable[str], host: User, event: str, id: str = "") -> str:
        """Create a tournament table with reserved seats, or recreate the table `id`.

        It begins when all players are seated.
        """
        table = reserve_table(form, names, host, event)
        table = msgspec.structs.replace(table, id=id or table.id)
        await self.store.lay(table)
        self.lobby.announce(table)
        return table.id

    async def lay_seated(self, form: TableForm, seats: tuple[Sitter, ...], host: User, id: str) -> None:
        """Create the table `id` with everybody seated, unless it exists, and begin its game."""
        if (known := await self.store.table(id)) is None:
            known = msgspec.structs.replace(new_table(form, host), id=id, seats=seats)
            await self.store.lay(known)
            self.lobby.announce(known)
        if known.status == "waiting":
            await self.platform.do(id, server_requests.BeginGame())

    def open_tables(self) -> list[TableRecord]:
        """Return the public tables that wait for players."""
        return [table for table in self.lobby.list.in_order() if table.status == "waiting"]

    # -------------------------------------------------------------- tournaments
    async def call_off(self, id: str) -> None:
        """Call off a running game, or delete a waiting table."""
        try:
            await self.platform.do(id, server_requests.GiveUp())
        except Fault as fault:
            if fault.code != "unreadable":  # an unreadable game is inactive anyway
                raise

    async def take_seat(self, id: str, seat: int, user: User) -> None:
        """Seat a tournament player at their reserved seat."""
        await self.platform.do(id, server_requests.TakeKeptSeat(user, seat))

    async def begin_now(self, id: str) -> None:
        """Begin a tournament game with bots for absent players."""
        await self.platform.do(id, server_requests.StartGame())

    async def leave(self, id: str, user: User) -> None:
        """Leave a table for good; a bot plays on."""
        await self.platform.do(id, server_requests.StandUp(user))

    # -------------------------------------------------------------- people
    async def sit(
        self, id: str, user: User, origin: Origin, seat: int | None = None, most_dice: bool = False
    ) -> TableRecord:
        """Take the given seat at a table, or the first free one."""
        await self.eligibility.note(await self.live_tables.find(id), user.id, origin)
        return await self.platform.do(id, server_requests.JoinTable(user, seat, most_dice))

    async def came(self, id: str, user: User, origin: Origin) -> None:
        """Note the origin of a player who opens a table."""
        table = await self.live_tables.find(id)
        if table is not None and table.seats_of(user.id):
            await self.eligibility.note(table, user.id, origin)

    async def rematch(self, id: str, user: User, origin: Origin = NOWHERE) -> str:
        """Return the id of the rematch table, created by the first request, and seat the user there."""
        over = await self.platform.do(id, server_requests.PlayAgain(user, origin))
        seat = over.seats_of(user.id)[0]
        with suppress(Fault):  # they have a seat already, or another user was faster
            await self.sit(over.rematch, user, origin, seat, over.seats[seat].most_dice)
        return over.rematch

    # -------------------------------------------------------------- requests to rooms of this process
    async def _play_again(self, live_table: LiveTable, deed: server_requests.PlayAgain) -> None:
        """Create the rematch of a table whose room is here, unless it exists."""
        room, user = live_table.room, deed.user

        async def again() -> None:
            if not room.is_over:
                raise Fault("wrong_time", "not_over")
            if not room.table.seats_of(user.id):
                raise Fault("not_seated")
            if not room.table.rematch:
                form = await self.texts.repeatable(rematch_form(room.table, user), user)
                rematch = await self.lay(form, user, deed.origin)
                await self.store.lay_rematch(room.table, rematch)
                room.lay_rematch(rematch)

        await room.submit(again)

    async def _forget_player(self, live_table: LiveTable, deed: server_requests.ForgetPlayer) -> None:
        """Remove a deleted user's names from a game whose room is here. All clients then reconnect."""
        room = live_table.room
        work = partial(self.erasure.leave_table, room.table.id, deed.user, deed.sat)
        await room.submit(lambda: room.start_over(work), always=True)
