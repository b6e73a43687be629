"""Notices over HTTP: how one wants to be told, browsers, e-mail, the calendar, tournaments one follows."""

from typing import Any

from litestar import Request, Response, get, post
from sqlalchemy import delete, insert, select

from kamchatka.server.faults import Fault
from kamchatka.server.game_server import GameServer
from kamchatka.server.http.event_access import HEADER, event_of
from kamchatka.server.http.identity import known_user, language_of, server_of
from kamchatka.server.notices.calendar import CalendarEntry, calendar, seats_of
from kamchatka.server.notices.mail import clean_address
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

Asked = Request[Any, Any, Any]
CHANGES_A_MINUTE = 20.0
LETTERS_A_MINUTE = 0.5  # with a code, of one player
CODES_A_MINUTE = 6.0
MOST_FOLLOWED = 200


async def _contact(server: GameServer, user: User) -> ContactSeen:
    contacts = server.notices.contacts
    contact = await contacts.of(user.id)
    return ContactSeen(
        await server.notices.push.public_key(),
        len(await contacts.browsers(user.id)),
        contact.push_off,
        server.notices.mail.is_there and not user.guest,
        contact.email,
        contact.is_confirmed,
        contact.mail_off,
        contact.has_digest,
        f"/api/calendar/{await contacts.feed(user.id)}.ics",
    )


async def _changing(request: Asked, what: str = "notices", a_minute: float = CHANGES_A_MINUTE) -> User:
    user = await known_user(request)
    if not server_of(request).limits.allows(what, f"user {user.id}", a_minute):
        raise Fault("too_many")
    return user


@get("/api/notices")
async def contact(request: Asked) -> ContactSeen:
    """How one is told of what happens."""
    return await _contact(server_of(request), await known_user(request))


@post("/api/notices", status_code=200)
async def choose(request: Asked, data: NoticeForm) -> ContactSeen:
    """What is switched off, and whether once a day is enough."""
    server, user = server_of(request), await _changing(request)
    await server.notices.contacts.choose(user.id, data, language_of(request))
    return await _contact(server, user)


@post("/api/notices/push", status_code=200)
async def subscribe(request: Asked, data: PushForm) -> ContactSeen:
    """This browser may be called."""
    server, user = server_of(request), await _changing(request)
    server.notices.push.check(data.endpoint)
    await server.notices.contacts.subscribe(user.id, data, language_of(request))
    return await _contact(server, user)


@post("/api/notices/push/remove", status_code=200)
async def unsubscribe(request: Asked, data: EndpointForm) -> ContactSeen:
    """This browser is called no more."""
    server, user = server_of(request), await _changing(request)
    await server.notices.contacts.unsubscribe(user.id, data.endpoint)
    return await _contact(server, user)


@post("/api/notices/email", status_code=200)
async def email(request: Asked, data: EmailForm) -> ContactSeen:
    """An address to write to: a code is sent there first. Empty: none any more."""
    server, user, language = server_of(request), await _changing(request), language_of(request)
    if user.guest:
        raise Fault("problem", "needs_account")
    if data.email.strip():
        clean_address(data.email)
        if not server.notices.mail.is_there:
            raise Fault("problem", "no_mail")
        if not server.limits.allows("letter", f"user {user.id}", LETTERS_A_MINUTE):
            raise Fault("too_many")
    code = await server.notices.contacts.propose(user.id, data.email)
    if code:
        say = phrases(language).say
        text = say("notice", "confirm", name=user.name, code=code, link=f"{server.settings.public_address}/me")
        await server.notices.mail.send(data.email.strip(), say("notice", "confirm_title"), text)
    return await _contact(server, user)


@post("/api/notices/email/confirm", status_code=200)
async def confirm(request: Asked, data: CodeForm) -> ContactSeen:
    """The code that was sent: the address is one's own."""
    server, user = server_of(request), await _changing(request, "code", CODES_A_MINUTE)
    await server.notices.contacts.confirm(user.id, data.code)
    return await _contact(server, user)


@post("/api/notices/calendar", status_code=200)
async def renew(request: Asked) -> ContactSeen:
    """Another address for one's calendar; the one of before is void."""
    server, user = server_of(request), await _changing(request)
    await server.notices.contacts.renew_feed(user.id)
    return await _contact(server, user)


# ------------------------------------------------------------------ tournaments
@post("/api/events/{id:str}/follow", status_code=200)
async def follow(request: Asked, id: str, data: FollowForm) -> ContactSeen:
    """Follow a tournament: its rounds are told, and it is in one's calendar. With a player's key: as that player."""
    server, user = server_of(request), await _changing(request)
    live, f = await event_of(request, id), schema.followed
    entrant = live.keys.holder(request.headers.get(HEADER, "")) or 0
    await server.database.do(delete(f).where(f.c.event_id == live.id, f.c.user_id == user.id))
    if data.on:
        if len(await server.database.rows(select(f.c.event_id).where(f.c.user_id == user.id))) >= MOST_FOLLOWED:
            raise Fault("too_many")
        await server.database.do(insert(f).values(event_id=live.id, user_id=user.id, entrant=entrant))
    return await _contact(server, user)


@get("/api/calendar/{secret:str}")
async def feed(request: Asked, secret: str) -> Response[str]:
    """The calendar of one's events, for programs that know its address."""
    server, f = server_of(request), schema.followed
    user = await server.notices.contacts.reader(secret.removesuffix(".ics"))
    language = (await server.notices.contacts.of(user)).language
    entries = []
    for row in await server.database.rows(select(f).where(f.c.user_id == user)):
        try:
            event = (await (await server.club.event(row.event_id)).read()).event
        except Fault:
            continue  # it is there no more
        entries.append(CalendarEntry(row.event_id, event, seats_of(event, row.entrant)))
    words = {word: phrases(language).say("notice", f"calendar_{word}") for word in ("name", "round", "table")}
    text = calendar(entries, server.settings.public_address, words)
    return Response(text, media_type="text/calendar", headers={"cache-control": "private, max-age=900"})


HANDLERS = [contact, choose, subscribe, unsubscribe, email, confirm, renew, follow, feed]
