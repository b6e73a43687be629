"""Delete a user: free their seats, remove their names from every game, and delete all other data."""

from contextlib import suppress
from dataclasses import dataclass

from kamchatka.server.club.club import Club
from kamchatka.server.cluster import server_requests
from kamchatka.server.faults import Fault
from kamchatka.server.matchmaking.quick_match import QuickMatch
from kamchatka.server.people.erasure import Erasure
from kamchatka.server.people.moderation import Moderation
from kamchatka.server.play.table_service import TableService
from kamchatka.server.storage.accounts import Accounts
from kamchatka.server.storage.records import User
from kamchatka.server.work.cache import ByteCache


@dataclass(frozen=True)
class AccountDeletion:
    """Deletes guests and accounts."""

    tables: TableService
    quick: QuickMatch
    club: Club
    accounts: Accounts
    moderation: Moderation
    erasure: Erasure
    replays: ByteCache

    async def delete(self, user: User) -> None:
        """Delete a guest or an account. The user's data is found by id, never by name."""
        await self.quick.leave(user)
        talked = await self.erasure.tables_with_chat_of(user.id)
        for id in await self.erasure.tables_of(user.id):
            await self._leave_game(id, user)
        await self.club.forget(user.id)
        await self._hold_name(user)
        await self.erasure.forget(user)
        for id in talked:
            await self._forget_talk(id, user)
        self.accounts.forget(user)
        self.replays.clear()
        await self.tables.lobby.open()
        self.tables.lobby.news.set()

    async def _hold_name(self, user: User) -> None:
        """Hold the name until the account's sanctions end, so that nobody registers it earlier."""
        ends = [one.until for one in await self.moderation.sanctions(user.id)]
        if ends and not user.guest:
            await self.accounts.reserved_names.hold(user.name, max(ends))

    async def _leave_game(self, id: str, user: User) -> None:
        """Remove the user from one game, in its room if it may be open."""
        store, platform = self.tables.store, self.tables.platform
        table = await store.table(id)
        sat = () if table is None else table.seats_of(user.id)
        if sat and table is not None and table.status != "over" and not table.unreadable:
            await platform.do(id, server_requests.StandUp(user))
            table = await store.table(id)
        is_playing = table is not None and table.status == "playing" and not table.unreadable
        if id in self.tables.live_tables or is_playing:
            await platform.do(id, server_requests.ForgetPlayer(user, sat))
        else:
            await self.erasure.leave_table(id, user, sat)

    async def _forget_talk(self, id: str, user: User) -> None:
        """Remove the user's remarks from the memory of a room, here or on another server. Its game goes on."""
        if id in self.tables.live_tables or self.tables.store.database.shared:
            with suppress(Fault):  # the database no longer has them, so a room opened later doesn't either
                await self.tables.platform.do(id, server_requests.ForgetTalk(user))
