"""Delivers notifications to a user's browsers and mailbox. A failing delivery delays no other."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from urllib.parse import urlsplit

import msgspec
import structlog
from sqlalchemy import delete, select, update

from kamchatka.server import supervision
from kamchatka.server.display_names import edition_name
from kamchatka.server.notices.contacts import Contact
from kamchatka.server.notices.mail import MailSender
from kamchatka.server.notices.push import PushSender, Subscription
from kamchatka.server.settings import ServerSettings
from kamchatka.server.storage import schema
from kamchatka.server.storage.credentials import digest
from kamchatka.server.storage.database import Database, StoredRow
from kamchatka.texts import phrases

A_MINUTE = 60_000  # milliseconds after a first failure; each further failure doubles the pause
MOST_FAILURES = 10  # consecutive failures, over at least eight hours, until the subscription is deleted
PUSHES_AT_ONCE = 50  # per push service
LETTERS_AT_ONCE = 2  # e-mails, each of which occupies a thread

Rows = Sequence[StoredRow]
log = structlog.get_logger()


class Delivery:
    """Runs deliveries as tasks, limited per push service, and counts failures per subscription."""

    def __init__(
        self, database: Database, settings: ServerSettings, push: PushSender, mail: MailSender, clock: Callable[[], int]
    ) -> None:
        self.database = database
        self.settings = settings
        self.push = push
        self.mail = mail
        self.clock = clock  # returns milliseconds
        self.tasks: set[asyncio.Task[None]] = set()
        self.services: dict[str, asyncio.Semaphore] = defaultdict(lambda: asyncio.Semaphore(PUSHES_AT_ONCE))
        self.letters = asyncio.Semaphore(LETTERS_AT_ONCE)

    def begin(self, contact: Contact, groups: Sequence[Rows]) -> None:
        """Start delivering groups of notifications to one user, one group after another."""
        task = supervision.start("notice delivery", self._deliver(contact, groups))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def finish(self) -> None:
        """Wait until all started deliveries are done."""
        await asyncio.gather(*self.tasks)

    async def close(self) -> None:
        """Cancel deliveries. Each is attempted once, so interrupted ones are lost."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def _deliver(self, contact: Contact, groups: Sequence[Rows]) -> None:
        for group in groups:
            pushed = [row for row in group if row.kind not in contact.push_off]
            mailed = [row for row in group if row.kind not in contact.mail_off]
            await asyncio.gather(_log_errors(self._push(contact, pushed)), _log_errors(self._mail(contact, mailed)))

    # -------------------------------------------------------------- push
    async def _push(self, contact: Contact, rows: Rows) -> None:
        if not rows:
            return
        title, lines = write_message(rows, contact.language)
        link = rows[0].link if len(rows) == 1 else "/me"
        tag = rows[0].subject if len(rows) == 1 else "digest"
        message = {"title": title, "body": "\n".join(lines)[:1000], "link": link, "tag": tag}
        s, at = schema.subscriptions, self.clock()
        found = await self.database.rows(select(s).where(s.c.user_id == contact.user, s.c.retry_at <= at))
        await asyncio.gather(*(_log_errors(self._push_to(row, message)) for row in found))

    async def _push_to(self, row: StoredRow, message: dict[str, str]) -> None:
        """Send to one browser. Delete the subscription if it is gone or keeps failing, and pause it after a failure."""
        s = schema.subscriptions
        mine = s.c.digest == digest(row.endpoint)
        async with self.services[_service_of(row.endpoint)]:
            outcome = await self.push.send(Subscription(row.endpoint, row.p256dh, row.auth), message)
        failures = row.failures + 1 if outcome == "failed" else 0
        if outcome == "gone" or failures >= MOST_FAILURES:
            await self.database.do(delete(s).where(mine))
        elif failures != row.failures:
            retry_at = self.clock() + A_MINUTE * 2 ** (failures - 1) if failures else 0
            await self.database.do(update(s).where(mine).values(failures=failures, retry_at=retry_at))

    # -------------------------------------------------------------- e-mail
    async def _mail(self, contact: Contact, rows: Rows) -> None:
        if not rows or not contact.is_confirmed or not self.mail.is_there:
            return
        title, lines = write_message(rows, contact.language)
        home = self.settings.public_address
        told = [f"{line}\n{home}{row.link}" for line, row in zip(lines, rows, strict=True)]
        footer = phrases(contact.language).say("notice", "footer", link=f"{home}/me")
        async with self.letters:
            await self.mail.send(contact.email, title, "\n\n".join([*told, footer]) + "\n")


def write_message(rows: Rows, language: str) -> tuple[str, list[str]]:
    """Return a title, and one line per notification."""
    words, lines = phrases(language), []
    for row in rows:
        fields = msgspec.json.decode(row.fields, type=dict[str, str | int])
        if "edition" in fields:
            fields["edition"] = edition_name(str(fields["edition"]), language)
        lines.append(words.say("notice", row.kind, **fields))
    title = f"{rows[0].kind}_title" if len(rows) == 1 else "digest_title"
    return words.say("notice", title, n=len(rows)), lines


async def _log_errors(work: Awaitable[None]) -> None:
    """Log any error of a delivery, so that the others continue."""
    try:
        await work
    except Exception as error:
        log.error("notice not delivered", error=type(error).__name__, exc_info=error)


def _service_of(endpoint: str) -> str:
    """Return an endpoint's host; stored rows may contain endpoints that are no longer valid."""
    try:
        return urlsplit(endpoint).hostname or ""
    except ValueError:
        return ""
