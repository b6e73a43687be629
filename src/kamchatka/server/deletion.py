"""Delete a user: free their seats, remove their names from every game, and delete all other data."""

from contextlib import suppress

from kamchatka.server.cluster import deeds
from kamchatka.server.faults import Fault
from kamchatka.server.game_server import GameServer
from kamchatka.server.storage.records import User


async def delete_user(server: GameServer, user: User) -> None:
    """Delete a guest or an account. The user's data is found by id, never by name."""
    await server.quick.leave(user)
    talked = await server.erasure.talked_at(user.id)
    for id in await server.erasure.tables_of(user.id):
        await _leave_game(server, id, user)
    await server.club.forget(user.id)
    await _hold_name(server, user)
    await server.erasure.forget(user)
    for id in talked:
        await _forget_talk(server, id, user)
    server.accounts.forget(user)
    server.replays.clear()
    await server.lobby.open()
    server.lobby.news.set()


async def _hold_name(server: GameServer, user: User) -> None:
    """Hold the name until the account's sanctions end, so that nobody registers it earlier."""
    ends = [one.until for one in await server.moderation.sanctions(user.id)]
    if ends and not user.guest:
        await server.accounts.held_names.hold(user.name, max(ends))


async def _leave_game(server: GameServer, id: str, user: User) -> None:
    """Remove the user from one game, in its room if it may be open."""
    table = await server.store.table(id)
    sat = () if table is None else table.seats_of(user.id)
    if sat and table is not None and table.status != "over" and not table.unreadable:
        await server.platform.do(id, deeds.StandUp(user))
        table = await server.store.table(id)
    if id in server.live_tables or (table is not None and table.status == "playing" and not table.unreadable):
        await server.platform.do(id, deeds.ForgetPlayer(user, sat))
    else:
        await server.erasure.leave_table(id, user, sat)


async def _forget_talk(server: GameServer, id: str, user: User) -> None:
    """Remove the user's remarks from the memory of a room, here or on another server. Its game goes on."""
    if id in server.live_tables or server.database.shared:
        with suppress(Fault):  # the database no longer has them, so a room opened later doesn't either
            await server.platform.do(id, deeds.ForgetTalk(user))
