"""How somebody wants to be told: browsers that may be called, an address, what is switched off."""

import hashlib
import hmac
import secrets
from typing import Any

import msgspec
from sqlalchemy import Row, delete, func, insert, select, update

from kamchatka.server.faults import Fault
from kamchatka.server.notices.mail import clean_address
from kamchatka.server.notices.push import Subscription
from kamchatka.server.protocol.notice_payloads import KINDS, NoticeForm, NoticeKind, PushForm
from kamchatka.server.ratings.eligibility import server_key
from kamchatka.server.storage import schema
from kamchatka.server.storage.accounts import digest
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.errors import Conflict
from kamchatka.server.storage.store import now

MOST_DEVICES = 10
CODE_LASTS = 86_400_000  # milliseconds
FEED_KEY = "calendars"


class Contact(msgspec.Struct, frozen=True):
    """How somebody wants to be told."""

    user: int
    email: str = ""
    is_confirmed: bool = False
    push_off: tuple[NoticeKind, ...] = ()
    mail_off: tuple[NoticeKind, ...] = ()
    has_digest: bool = False
    digested: int = 0
    language: str = "en"
    feed: int = 0


class Contacts:
    """Everybody's; nobody is shown anybody else's."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.key = b""

    async def of(self, user: int) -> Contact:
        """How to tell somebody."""
        c = schema.contacts
        rows = await self.database.rows(select(c).where(c.c.user_id == user))
        return _contact(rows[0]) if rows else Contact(user)

    async def _change(self, user: int, **values: object) -> None:
        c = schema.contacts
        if not await self.database.rows(select(c.c.user_id).where(c.c.user_id == user)):
            try:
                await self.database.do(insert(c).values(user_id=user, **values))
                return
            except Conflict:
                pass  # another tab was quicker
        await self.database.do(update(c).where(c.c.user_id == user).values(**values))

    async def choose(self, user: int, form: NoticeForm, language: str) -> None:
        """What is switched off, and the language of notices."""
        off = {"push_off": _listed(form.push_off), "mail_off": _listed(form.mail_off)}
        await self._change(user, **off, has_digest=form.digest, language=language)

    async def digested(self, user: int) -> None:
        """A digest has been sent."""
        await self._change(user, digested=now())

    # -------------------------------------------------------------- browsers
    async def subscribe(self, user: int, form: PushForm, language: str) -> None:
        """A browser may be called from now on, for whoever uses it now."""
        s, key = schema.subscriptions, digest(form.endpoint)
        await self.database.do(delete(s).where(s.c.digest == key))
        held = await self.database.rows(select(func.count()).where(s.c.user_id == user))
        if int(held[0][0]) >= MOST_DEVICES:
            raise Fault("too_many", "devices_full")
        await self._change(user, language=language)
        row = {"endpoint": form.endpoint, "p256dh": form.p256dh, "auth": form.auth}
        await self.database.do(insert(s).values(digest=key, user_id=user, created=now(), **row))

    async def unsubscribe(self, user: int, endpoint: str) -> None:
        """A browser is called no more."""
        s = schema.subscriptions
        await self.database.do(delete(s).where(s.c.digest == digest(endpoint), s.c.user_id == user))

    async def browsers(self, user: int) -> list[Subscription]:
        """The browsers by which somebody may be called."""
        s = schema.subscriptions
        rows = await self.database.rows(select(s).where(s.c.user_id == user).order_by(s.c.created))
        return [Subscription(row.endpoint, row.p256dh, row.auth) for row in rows]

    # -------------------------------------------------------------- e-mail
    async def propose(self, user: int, email: str) -> str:
        """An address that is not confirmed yet: the code that must be sent there. Empty: no address any more."""
        if not email.strip():
            await self._change(user, email="", is_confirmed=False, code="", code_until=0)
            return ""
        address, code = clean_address(email), secrets.token_hex(4)
        await self._change(user, email=address, is_confirmed=False, code=digest(code), code_until=now() + CODE_LASTS)
        return code

    async def confirm(self, user: int, code: str) -> None:
        """The code that was sent has come back: the address is theirs."""
        c = schema.contacts
        right = (c.c.user_id == user) & (c.c.code == digest(code.strip().lower())) & (c.c.code_until > now())
        if not await self.database.rows(select(c.c.user_id).where(right)):
            raise Fault("problem", "wrong_code")
        await self._change(user, is_confirmed=True, code="", code_until=0)

    # -------------------------------------------------------------- the calendar
    async def feed(self, user: int) -> str:
        """The secret in the address of somebody's calendar."""
        return await self._feed(user, (await self.of(user)).feed)

    async def _feed(self, user: int, number: int) -> str:
        if not self.key:
            self.key = bytes.fromhex(await server_key(self.database, FEED_KEY))
        mark = hmac.new(self.key, f"{user} {number}".encode(), hashlib.sha256).hexdigest()[:40]
        return f"{user}-{mark}"

    async def renew_feed(self, user: int) -> None:
        """The address of before is void."""
        await self._change(user, feed=(await self.of(user)).feed + 1)

    async def reader(self, secret: str) -> int:
        """Whose calendar an address is; a Fault for any other."""
        number = secret.partition("-")[0]
        if not number.isdecimal() or len(number) > 9:
            raise Fault("not_found")
        if not hmac.compare_digest(await self.feed(int(number)), secret):
            raise Fault("not_found")
        return int(number)


def _listed(kinds: tuple[NoticeKind, ...]) -> str:
    return ",".join(kind for kind in KINDS if kind in kinds)


def _contact(row: Row[Any]) -> Contact:
    push_off, mail_off = (
        tuple(kind for kind in KINDS if kind in listed.split(",")) for listed in (row.push_off, row.mail_off)
    )
    return Contact(
        row.user_id,
        row.email,
        row.is_confirmed,
        push_off,
        mail_off,
        row.has_digest,
        row.digested,
        row.language,
        row.feed,
    )
