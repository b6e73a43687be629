"""Routes for friends, blocks, invitations and reports."""

from litestar import get, post

from kamchatka.server.faults import Fault
from kamchatka.server.game_server import GameServer
from kamchatka.server.http.access.asked import Asked
from kamchatka.server.http.access.identity import require_user, server_of
from kamchatka.server.limit_table import FRIEND_REQUESTS, FRIEND_REQUESTS_OF_ONE, PERSON, REPORT, Rate
from kamchatka.server.protocol.payloads import TableId
from kamchatka.server.protocol.people_payloads import BlockForm, FriendSeen, NameForm, PeopleSeen, ReportForm
from kamchatka.server.ratings.leavers import times_left
from kamchatka.server.storage.records import User


async def account_of(request: Asked, rate: Rate = PERSON) -> User:
    """Return the account that sends the request. Raise a Fault for a guest, or beyond the rate limit."""
    server, user = server_of(request), await require_user(request)
    if user.guest:
        raise Fault("problem", "needs_account")
    server.limits.check(rate, f"user {user.id}")
    return user


async def _people(server: GameServer, user: User) -> PeopleSeen:
    relations, moderation = server.relations, server.moderation
    waits = {one.user.id for one in (await server.quick.list.waiting())[1]}
    at = {one.user: table.id for table in server.tables.open_tables() for one in table.seats if one.user is not None}
    friends = [
        FriendSeen(row.name, row.id in waits, at.get(row.id, ""), row.avatar)
        for row in await relations.friends(user.id)
    ]
    return PeopleSeen(
        tuple(friends),
        await relations.asking(user.id),
        await relations.outgoing_requests(user.id),
        await relations.list_blocked(user.id),
        await moderation.is_moderator(user.id),
        tuple(await moderation.sanctions(user.id)),
        await times_left(server.database, user.id),
    )


@get("/api/friends", access="read")
async def people(request: Asked) -> PeopleSeen:
    """Return your friends, friend requests and blocked users."""
    return await _people(server_of(request), await require_user(request))


@post("/api/friends", status_code=200, access="play")
async def ask(request: Asked, data: NameForm) -> PeopleSeen:
    """Send or accept a friend request."""
    server, user = server_of(request), await account_of(request)
    await server.moderation.check_may_talk(user)
    other = await server.profiles.account(data.name)
    limits = server.notices.limits

    async def count() -> None:
        await limits.take(FRIEND_REQUESTS_OF_ONE, f"{user.id} {other.id}", name=other.name)
        await limits.take(FRIEND_REQUESTS, str(other.id), name=other.name)

    await server.relations.ask(user, other, count)
    return await _people(server, user)


@post("/api/friends/remove", status_code=200, access="play")
async def part(request: Asked, data: NameForm) -> PeopleSeen:
    """End a friendship, or withdraw or refuse a request."""
    server, user = server_of(request), await account_of(request)
    await server.relations.part(user, await server.profiles.account(data.name))
    return await _people(server, user)


@post("/api/blocks", status_code=200, access="play")
async def block(request: Asked, data: BlockForm) -> PeopleSeen:
    """Block or unblock a user: no shared tables, no chat, no invitations."""
    server, user = server_of(request), await account_of(request)
    other = await server.profiles.account(data.name)
    await server.relations.block(user, other, data.on)
    await server.store.mute(user.id, other.id, data.on)
    return await _people(server, user)


@post("/api/reports", status_code=200, access="play")
async def report(request: Asked, data: ReportForm) -> PeopleSeen:
    """Report a user to the moderators, with the table's chat."""
    server, user = server_of(request), await account_of(request, REPORT)
    about = await server.profiles.account(data.name)
    if data.table and await server.store.table(data.table) is None:
        raise Fault("not_found")
    talk = await server.store.chat(data.table) if data.table else []
    await server.moderation.report(user, about, data, talk)
    return await _people(server, user)


@post("/api/tables/{id:str}/invite", status_code=200, access="play")
async def invite(request: Asked, id: str, data: NameForm) -> TableId:
    """Invite an account to a waiting table at which you have a seat."""
    server, user = server_of(request), await account_of(request)
    await server.admission.check_may_play(user)
    table, other = await server.store.table(id), await server.profiles.account(data.name)
    if table is None:
        raise Fault("not_found")
    if not table.seats_of(user.id):
        raise Fault("not_seated")
    if table.status != "waiting":
        raise Fault("wrong_time", "begun")
    if await server.relations.is_between(user.id, other.id):
        raise Fault("problem", "no_contact", name=other.name)
    await server.occasions.invite(table, user, other)
    return TableId(id)


HANDLERS = [people, ask, part, block, report, invite]
