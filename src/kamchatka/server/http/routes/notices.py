"""Routes for notifications: settings, browsers, e-mail, calendar, followed tournaments."""

from litestar import Response, get, post
from sqlalchemy import delete, insert, select

from kamchatka.server.faults import Fault
from kamchatka.server.game_server import GameServer
from kamchatka.server.http.access.asked import Asked
from kamchatka.server.http.access.identity import credential_of, language_of, require_user, server_of
from kamchatka.server.http.event_access import HEADER, event_of
from kamchatka.server.limit_table import CODE, CODES_SENT, LETTER, NOTICES, Rate
from kamchatka.server.notices.calendar import CalendarEntry, calendar, seats_of
from kamchatka.server.notices.mail import clean_address
from kamchatka.server.notices.recipient_limits import mailbox_of
from kamchatka.server.protocol.notice_payloads import (
    CodeForm,
    ContactSeen,
    EmailForm,
    EndpointForm,
    FollowForm,
    NoticeForm,
    PushForm,
)
from kamchatka.server.storage import schema
from kamchatka.server.storage.records import User
from kamchatka.texts import phrases

MOST_FOLLOWED = 200


async def _contact(request: Asked, server: GameServer, user: User) -> ContactSeen:
    contacts = server.notices.contacts
    contact = await contacts.of(user.id)
    return ContactSeen(
        await server.notices.push.public_key(),
        await contacts.count_browsers(user.id),
        contact.push_off,
        server.notices.mail.is_there and not user.guest,
        contact.email,
        contact.is_confirmed,
        contact.mail_off,
        contact.has_digest,
        f"/api/calendar/{await contacts.feed(user.id)}.ics",
        await contacts.is_subscribed(credential_of(request)),
    )


async def _changing(request: Asked, rate: Rate = NOTICES) -> User:
    user = await require_user(request)
    server_of(request).limits.check(rate, f"user {user.id}")
    return user


@get("/api/notices", access="session")
async def contact(request: Asked) -> ContactSeen:
    """Return the user's notification settings."""
    return await _contact(request, server_of(request), await require_user(request))


@post("/api/notices", status_code=200, access="session")
async def choose(request: Asked, data: NoticeForm) -> ContactSeen:
    """Choose which notifications to receive, and whether as a daily digest."""
    server, user = server_of(request), await _changing(request)
    await server.notices.contacts.choose(user.id, data, language_of(request))
    return await _contact(request, server, user)


@post("/api/notices/push", status_code=200, access="session")
async def subscribe(request: Asked, data: PushForm) -> ContactSeen:
    """Subscribe this browser to push messages."""
    server, user = server_of(request), await _changing(request)
    server.notices.push.check(data)
    await server.notices.contacts.subscribe(user.id, data, language_of(request), credential_of(request))
    return await _contact(request, server, user)


@post("/api/notices/push/remove", status_code=200, access="session")
async def unsubscribe(request: Asked, data: EndpointForm) -> ContactSeen:
    """Unsubscribe this browser."""
    server, user = server_of(request), await _changing(request)
    await server.notices.contacts.unsubscribe(user.id, data.endpoint)
    return await _contact(request, server, user)


@post("/api/notices/email", status_code=200, access="session")
async def email(request: Asked, data: EmailForm) -> ContactSeen:
    """Set an e-mail address; a code is sent there for confirmation. An empty address removes it."""
    server, user, language = server_of(request), await _changing(request), language_of(request)
    if user.guest:
        raise Fault("problem", "needs_account")
    if data.email.strip():
        clean_address(data.email)
        if not server.notices.mail.is_there:
            raise Fault("problem", "no_mail")
        server.limits.check(LETTER, f"user {user.id}")
        await server.notices.limits.take(CODES_SENT, mailbox_of(data.email))
    code = await server.notices.contacts.propose(user.id, data.email)
    if code:
        say = phrases(language).say
        text = say("notice", "confirm", name=user.name, code=code, link=f"{server.settings.public_address}/me")
        await server.notices.mail.send(data.email.strip(), say("notice", "confirm_title"), text)
    return await _contact(request, server, user)


@post("/api/notices/email/confirm", status_code=200, access="session")
async def confirm(request: Asked, data: CodeForm) -> ContactSeen:
    """Confirm an e-mail address with its code."""
    server, user = server_of(request), await _changing(request, CODE)
    await server.notices.contacts.confirm(user.id, data.code)
    return await _contact(request, server, user)


@post("/api/notices/calendar", status_code=200, access="session")
async def renew(request: Asked) -> ContactSeen:
    """Create a new calendar address and invalidate the previous one."""
    server, user = server_of(request), await _changing(request)
    await server.notices.contacts.renew_feed(user.id)
    return await _contact(request, server, user)


# ------------------------------------------------------------------ tournaments
@post("/api/events/{id:str}/follow", status_code=200, access="session")
async def follow(request: Asked, id: str, data: FollowForm) -> ContactSeen:
    """Follow a tournament, for notifications of its rounds and your calendar.

    A player's key links you to that player.
    """
    server, user = server_of(request), await _changing(request)
    live, f = await event_of(request, id), schema.followed
    entrant = live.keys.holder(request.headers.get(HEADER, "")) or 0
    await server.database.do(delete(f).where(f.c.event_id == live.id, f.c.user_id == user.id))
    if data.on:
        if len(await server.database.rows(select(f.c.event_id).where(f.c.user_id == user.id))) >= MOST_FOLLOWED:
            raise Fault("too_many")
        await server.database.do(insert(f).values(event_id=live.id, user_id=user.id, entrant=entrant))
    return await _contact(request, server, user)


@get("/api/calendar/{secret:str}", media_type="text/calendar", access="read")
async def feed(request: Asked, secret: str) -> Response[str]:
    """Return a user's calendar for programs that know its secret address."""
    server, f = server_of(request), schema.followed
    user = await server.notices.contacts.reader(secret.removesuffix(".ics"))
    language = (await server.notices.contacts.of(user)).language
    entries = []
    for row in await server.database.rows(select(f).where(f.c.user_id == user)):
        try:
            event = (await (await server.club.event(row.event_id)).read()).event
        except Fault:
            continue  # the event no longer exists
        entries.append(CalendarEntry(row.event_id, event, seats_of(event, row.entrant)))
    words = {word: phrases(language).say("notice", f"calendar_{word}") for word in ("name", "round", "table")}
    text = calendar(entries, server.settings.public_address, words)
    return Response(text, headers={"cache-control": "private, max-age=900"})


HANDLERS = [contact, choose, subscribe, unsubscribe, email, confirm, renew, follow, feed]
