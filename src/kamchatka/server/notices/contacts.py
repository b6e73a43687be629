"""Users' notification settings: subscribed browsers, e-mail address, and disabled channels."""

import hashlib
import hmac
from collections.abc import Callable

import msgspec
from sqlalchemy import delete, func, insert, select, update

from kamchatka.server import randomness
from kamchatka.server.faults import Fault
from kamchatka.server.notices.mail import clean_address
from kamchatka.server.protocol.notice_payloads import KINDS, NoticeForm, NoticeKind, PushForm
from kamchatka.server.storage import schema
from kamchatka.server.storage.credentials import digest
from kamchatka.server.storage.database import Database, StoredRow
from kamchatka.server.storage.errors import Conflict
from kamchatka.server.storage.server_keys import server_key
from kamchatka.server.storage.store import now

MOST_DEVICES = 10
CODE_LASTS = 86_400_000  # milliseconds that a code is valid
FEED_KEY = "calendars"


class Contact(msgspec.Struct, frozen=True):
    """A user's notification settings."""

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
    """Stores how each user wants to be notified. Nobody sees another user's settings."""

    def __init__(self, database: Database, clock: Callable[[], int] = now) -> None:
        self.database = database
        self.clock = clock  # returns milliseconds
        self.key = b""

    async def of(self, user: int) -> Contact:
        """Return a user's settings."""
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
                pass  # another tab was faster
        await self.database.do(update(c).where(c.c.user_id == user).values(**values))

    async def choose(self, user: int, form: NoticeForm, language: str) -> None:
        """Store disabled kinds and the language of notifications."""
        off = {"push_off": _join(form.push_off), "mail_off": _join(form.mail_off)}
        await self._change(user, **off, has_digest=form.digest, language=language)

    async def note_digest(self, user: int) -> None:
        """Record that a digest has been sent."""
        await self._change(user, digested=self.clock())

    # -------------------------------------------------------------- browsers
    async def subscribe(self, user: int, form: PushForm, language: str, session: str | None = None) -> None:
        """Subscribe a browser for its current user. With a session digest, the subscription ends with the session."""
        s, key = schema.subscriptions, digest(form.endpoint)
        await self.database.do(delete(s).where(s.c.digest == key))
        if await self.count_browsers(user) >= MOST_DEVICES:
            raise Fault("too_many", "devices_full")
        await self._change(user, language=language)
        row = {"endpoint": form.endpoint, "p256dh": form.p256dh, "auth": form.auth}
        await self.database.do(insert(s).values(digest=key, user_id=user, created=self.clock(), session=session, **row))

    async def unsubscribe(self, user: int, endpoint: str) -> None:
        """Remove a browser's subscription."""
        s = schema.subscriptions
        await self.database.do(delete(s).where(s.c.digest == digest(endpoint), s.c.user_id == user))

    async def is_subscribed(self, session: str) -> bool:
        """Return whether the browser of a session is subscribed."""
        s = schema.subscriptions
        return bool(await self.database.rows(select(s.c.digest).where(s.c.session == session)))

    async def count_browsers(self, user: int) -> int:
        """Count a user's subscribed browsers."""
        s = schema.subscriptions
        return int((await self.database.rows(select(func.count()).where(s.c.user_id == user)))[0][0])

    # -------------------------------------------------------------- e-mail
    async def propose(self, user: int, email: str) -> str:
        """Store an unconfirmed address and return the code to send there; an empty address removes the old one."""
        if not email.strip():
            await self._change(user, email="", is_confirmed=False, code="", code_until=0)
            return ""
        address, code = clean_address(email), randomness.token_hex(4)
        until = self.clock() + CODE_LASTS
        await self._change(user, email=address, is_confirmed=False, code=_code_digest(address, code), code_until=until)
        return code

    async def confirm(self, user: int, code: str) -> None:
        """Confirm the address that this code was sent to. Raise a Fault if the code is wrong or too old.

        One statement checks and writes, so an address proposed meanwhile stays unconfirmed. The digest includes the
        address, so a code never confirms another one.
        """
        c, address = schema.contacts, (await self.of(user)).email
        is_sent = (c.c.user_id == user) & (c.c.email == address) & (c.c.code_until > self.clock())
        is_right = is_sent & (c.c.code == _code_digest(address, code.strip().lower()))
        async with self.database.begin() as connection:
            confirmed = update(c).where(is_right).values(is_confirmed=True, code="", code_until=0)
            if (await connection.execute(confirmed)).rowcount != 1:
                raise Fault("problem", "wrong_code")

    # -------------------------------------------------------------- the calendar
    async def feed(self, user: int) -> str:
        """Return the secret in the address of a user's calendar."""
        return await self._feed(user, (await self.of(user)).feed)

    async def _feed(self, user: int, number: int) -> str:
        if not self.key:
            self.key = bytes.fromhex(await server_key(self.database, FEED_KEY))
        mark = hmac.new(self.key, f"{user} {number}".encode(), hashlib.sha256).hexdigest()[:40]
        return f"{user}-{mark}"

    async def renew_feed(self, user: int) -> None:
        """Invalidate the previous calendar address."""
        await self._change(user, feed=(await self.of(user)).feed + 1)

    async def reader(self, secret: str) -> int:
        """Return the user of a calendar address; raise a Fault if it is invalid."""
        number = secret.partition("-")[0]
        if not secret.isascii() or not number.isdecimal() or len(number) > 9:
            raise Fault("not_found")
        if not hmac.compare_digest(await self.feed(int(number)), secret):
            raise Fault("not_found")
        return int(number)


def _code_digest(address: str, code: str) -> str:
    return digest(f"{address} {code}")


def _join(kinds: tuple[NoticeKind, ...]) -> str:
    return ",".join(kind for kind in KINDS if kind in kinds)


def _contact(row: StoredRow) -> Contact:
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
