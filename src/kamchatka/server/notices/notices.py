"""The outbox: what somebody should know is written down once, then sent by the ways they have chosen."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec
import structlog
from sqlalchemy import Row, delete, insert, select, update

from kamchatka.server.naming import edition_name
from kamchatka.server.notices.contacts import Contact, Contacts
from kamchatka.server.notices.mail import MailSender
from kamchatka.server.notices.push import PushSender
from kamchatka.server.protocol.notice_payloads import NoticeKind
from kamchatka.server.settings import ServerSettings
from kamchatka.server.storage import schema
from kamchatka.server.storage.accounts import digest
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.errors import Conflict
from kamchatka.server.storage.store import now
from kamchatka.texts import phrases

EVERY = 30.0  # seconds between two looks for digests that are due
A_DAY = 86_400_000  # milliseconds
KEPT = 30 * A_DAY  # for as long nobody is told the same thing twice
AT_ONCE = 200  # notices of one look

Fields = dict[str, str | int]
log = structlog.get_logger()


class Notice(msgspec.Struct, frozen=True):
    """Something that somebody should know; of one `subject` they are told once."""

    user: int
    kind: NoticeKind
    subject: str
    fields: Fields
    link: str


class Notices:
    """Written down, then sent."""

    def __init__(self, database: Database, settings: ServerSettings) -> None:
        self.database = database
        self.settings = settings
        self.contacts = Contacts(database)
        self.push = PushSender(database, settings)
        self.mail = MailSender(settings)
        self.fresh: asyncio.Queue[Notice] = asyncio.Queue()
        self.news = asyncio.Event()

    def tell(self, *notices: Notice) -> None:
        """Somebody should know; told soon, by `go_on`."""
        for notice in notices:
            self.fresh.put_nowait(notice)
        self.news.set()

    async def go_on(self) -> None:
        """Write down and send, for ever."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(EVERY):
                    await self.news.wait()
            self.news.clear()
            try:
                await self.send_all()
            except Exception as error:
                log.error("notices not sent", error=repr(error), exc_info=error)
                await asyncio.sleep(EVERY)

    async def send_all(self) -> None:
        """Everything that is due."""
        while not self.fresh.empty():
            await self._note(self.fresh.get_nowait())
        n = schema.notices
        await self.database.do(delete(n).where(n.c.at < now() - KEPT))
        rows = await self.database.rows(select(n).where(n.c.is_due).order_by(n.c.at).limit(AT_ONCE))
        by_user: dict[int, list[Row[Any]]] = {}
        for row in rows:
            by_user.setdefault(row.user_id, []).append(row)
        for user, due in by_user.items():
            await self._send(await self.contacts.of(user), due)

    async def _note(self, notice: Notice) -> None:
        with suppress(Conflict):  # told already
            await self.database.do(
                insert(schema.notices).values(
                    user_id=notice.user,
                    subject=notice.subject[:120],
                    kind=notice.kind,
                    fields=msgspec.json.encode(notice.fields),
                    link=notice.link,
                    at=now(),
                    is_due=True,
                )
            )

    async def _send(self, contact: Contact, due: Sequence[Row[Any]]) -> None:
        """What one person should know: each by itself, or all together once a day."""
        if contact.has_digest and now() - contact.digested < A_DAY:
            return
        n = schema.notices
        subjects = [row.subject for row in due]  # done, whatever becomes of it: nobody is called twice
        await self.database.do(
            update(n).where(n.c.user_id == contact.user, n.c.subject.in_(subjects)).values(is_due=False)
        )
        if contact.has_digest:
            await self.contacts.digested(contact.user)
        for group in [list(due)] if contact.has_digest else [[row] for row in due]:
            await self._push(contact, [row for row in group if row.kind not in contact.push_off])
            await self._mail(contact, [row for row in group if row.kind not in contact.mail_off])

    async def _push(self, contact: Contact, rows: Sequence[Row[Any]]) -> None:
        if not rows:
            return
        title, lines = worded(rows, contact.language)
        link = rows[0].link if len(rows) == 1 else "/me"
        tag = rows[0].subject if len(rows) == 1 else "digest"
        message = {"title": title, "body": "\n".join(lines)[:1000], "link": link, "tag": tag}
        for browser in await self.contacts.browsers(contact.user):
            if not await self.push.send(browser, message):
                s = schema.subscriptions
                await self.database.do(delete(s).where(s.c.digest == digest(browser.endpoint)))

    async def _mail(self, contact: Contact, rows: Sequence[Row[Any]]) -> None:
        if not rows or not contact.is_confirmed or not self.mail.is_there:
            return
        title, lines = worded(rows, contact.language)
        home = self.settings.public_address
        told = [f"{line}\n{home}{row.link}" for line, row in zip(lines, rows, strict=True)]
        footer = phrases(contact.language).say("notice", "footer", link=f"{home}/me")
        await self.mail.send(contact.email, title, "\n\n".join([*told, footer]) + "\n")


def worded(rows: Sequence[Row[Any]], language: str) -> tuple[str, list[str]]:
    """A title and a line for each notice."""
    words, lines = phrases(language), []
    for row in rows:
        fields: Fields = msgspec.json.decode(row.fields)
        if "edition" in fields:
            fields["edition"] = edition_name(str(fields["edition"]), language)
        lines.append(words.say("notice", row.kind, **fields))
    title = f"{rows[0].kind}_title" if len(rows) == 1 else "digest_title"
    return words.say("notice", title, n=len(rows)), lines
