"""Stores each notification once, then delivers it through the channels its user has chosen."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec
import structlog
from sqlalchemy import delete, insert, or_, select, update

from kamchatka.server.faults import Fault
from kamchatka.server.notices.contacts import Contact, Contacts
from kamchatka.server.notices.delivery import Delivery
from kamchatka.server.notices.mail import MailSender
from kamchatka.server.notices.push import PushSender
from kamchatka.server.notices.recipient_limits import RecipientLimits
from kamchatka.server.protocol.notice_payloads import NoticeKind
from kamchatka.server.settings import ServerSettings
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database, StoredRow
from kamchatka.server.storage.errors import Conflict
from kamchatka.server.storage.store import now

EVERY = 30.0  # seconds between two checks for due digests
A_DAY = 86_400_000  # milliseconds
KEPT = 30 * A_DAY  # milliseconds; a notification isn't repeated within that time
AT_ONCE = 200  # notifications per check

Fields = dict[str, str | int]
log = structlog.get_logger()


class Notice(msgspec.Struct, frozen=True):
    """A notification for a user. Each `subject` is notified once."""

    user: int
    kind: NoticeKind
    subject: str
    fields: Fields
    link: str
    about: int | None = None  # the user named in `fields`: the notification is deleted with that account


class Notices:
    """Stores notifications and passes them to `Delivery`."""

    def __init__(self, database: Database, settings: ServerSettings, clock: Callable[[], int] = now) -> None:
        self.database = database
        self.clock = clock  # returns milliseconds
        self.contacts = Contacts(database, clock)
        self.limits = RecipientLimits(database, clock)
        self.push = PushSender(database, settings)
        self.mail = MailSender(settings)
        self.delivery = Delivery(database, settings, self.push, self.mail, clock)
        self.fresh: asyncio.Queue[Notice] = asyncio.Queue()
        self.news = asyncio.Event()

    def tell(self, *notices: Notice) -> None:
        """Queue notifications for `go_on` to store and send."""
        for notice in notices:
            self.fresh.put_nowait(notice)
        self.news.set()

    async def go_on(self) -> None:
        """Store and send notifications in a loop."""
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

    async def close(self) -> None:
        """Stop deliveries and close connections."""
        await self.delivery.close()
        await self.push.close()

    async def send_all(self) -> None:
        """Store queued notifications and start delivering all that are due."""
        while not self.fresh.empty():
            await self._note(self.fresh.get_nowait())
        n = schema.notices
        await self.database.do(delete(n).where(n.c.at < self.clock() - KEPT))
        by_user: dict[int, list[StoredRow]] = {}
        due = await self._due()
        for row in due:
            by_user.setdefault(row.user_id, []).append(row)
        for user, rows in by_user.items():
            await self._send(await self.contacts.of(user), rows)
        if len(due) == AT_ONCE:
            self.news.set()  # there may be more

    async def _due(self) -> Sequence[StoredRow]:
        """Return the oldest due notifications, except for users whose digest isn't due yet.

        Their notifications would block the others.
        """
        n, c = schema.notices, schema.contacts
        is_time = or_(c.c.has_digest.is_(None), ~c.c.has_digest, c.c.digested <= self.clock() - A_DAY)
        query = select(n).outerjoin(c, c.c.user_id == n.c.user_id).where(n.c.is_due, is_time)
        return await self.database.rows(query.order_by(n.c.at).limit(AT_ONCE))

    async def _note(self, notice: Notice) -> None:
        try:
            await self.database.do(
                insert(schema.notices).values(
                    user_id=notice.user,
                    subject=notice.subject[:120],
                    kind=notice.kind,
                    fields=msgspec.json.encode(notice.fields),
                    link=notice.link,
                    at=self.clock(),
                    is_due=True,
                    about_id=notice.about,
                )
            )
        except Conflict:
            pass  # stored already
        except Fault as fault:
            if fault.code == "storage":  # the database is away: try again later
                self.fresh.put_nowait(notice)
                raise
            log.error("notice not stored", kind=notice.kind, code=fault.code)

    async def _send(self, contact: Contact, due: Sequence[StoredRow]) -> None:
        """Start delivering a user's notifications, one by one or as a daily digest."""
        n = schema.notices
        # marked as sent even if delivery fails, so that nobody is notified twice
        subjects = [row.subject for row in due]
        await self.database.do(
            update(n).where(n.c.user_id == contact.user, n.c.subject.in_(subjects)).values(is_due=False)
        )
        if contact.has_digest:
            await self.contacts.note_digest(contact.user)
        self.delivery.begin(contact, [due] if contact.has_digest else [[row] for row in due])
