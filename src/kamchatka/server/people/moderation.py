"""Reports and moderation: mutes and suspensions with a reason and an end, all of them in an audit log."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy import func, insert, select, update

from kamchatka.server.faults import Fault
from kamchatka.server.protocol.people_payloads import (
    DeedSeen,
    ModerationSeen,
    RemarkSeen,
    ReportForm,
    ReportSeen,
    SanctionForm,
    SanctionSeen,
)
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database, StoredRow
from kamchatka.server.storage.records import ChatRecord, User
from kamchatka.server.storage.store import now
from kamchatka.texts.deleted_players import display_name
from kamchatka.texts.user_text import clean_text

MODERATOR = "moderator"
A_DAY = 86_400_000  # milliseconds
REPORTS_A_DAY = 10  # reports per user and day
SHOWN = 100  # rows per list


class Moderation:
    """Reports and sanctions."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # -------------------------------------------------------------- restrictions
    async def sanctions(self, user: int) -> list[SanctionSeen]:
        """Return a user's current sanctions."""
        s = schema.sanctions
        return await self._sanctions((s.c.user_id == user) & (s.c.until > now()))

    async def _sanctions(self, which: Any) -> list[SanctionSeen]:
        s, u = schema.sanctions, schema.users
        rows = await self.database.rows(
            select(s, u.c.name).join(u, u.c.id == s.c.user_id).where(which).order_by(s.c.until.desc()).limit(SHOWN)
        )
        return [SanctionSeen(row.id, row.name, row.kind, row.reason, row.at, row.until) for row in rows]

    async def check_may_play(self, user: User) -> None:
        """Raise a Fault for a suspended user, with reason and end."""
        for one in await self.sanctions(user.id):
            if one.kind == "suspension":
                raise Fault("suspended", reason=one.reason.rstrip("."), until=_moment(one.until))

    async def check_may_talk(self, user: User) -> None:
        """Raise a Fault for a muted or suspended user."""
        await self.check_may_play(user)
        for one in await self.sanctions(user.id):
            raise Fault("suspended", "muted", reason=one.reason.rstrip("."), until=_moment(one.until))

    async def is_moderator(self, user: int) -> bool:
        """Whether a user is a moderator."""
        r = schema.roles
        return bool(await self.database.rows(select(r.c.role).where(r.c.user_id == user, r.c.role == MODERATOR)))

    # -------------------------------------------------------------- reports
    async def report(self, user: User, about: User, form: ReportForm, talk: Sequence[ChatRecord]) -> None:
        """Store a report with the table's chat."""
        if user.id == about.id:
            raise Fault("problem", "oneself")
        r = schema.reports
        lately = await self.database.rows(select(func.count()).where(r.c.by_id == user.id, r.c.at > now() - A_DAY))
        if int(lately[0][0]) >= REPORTS_A_DAY:
            raise Fault("too_many", "reports_full")
        said = [RemarkSeen(one.name, one.text or one.phrase, one.at) for one in talk]
        await self.database.do(
            insert(r).values(
                by_id=user.id,
                about_id=about.id,
                table_id=form.table,
                reason=form.reason,
                text=clean_text(form.text),
                talk=msgspec.json.encode(said),
                speakers=msgspec.json.encode([one.user for one in talk]),
                at=now(),
            )
        )

    async def describe(self, language: str) -> ModerationSeen:
        """Return everything that moderators see."""
        s = schema.sanctions
        return ModerationSeen(
            tuple(await self._reports(True)),
            tuple(await self._reports(False)),
            tuple(await self._sanctions(s.c.until > now())),
            tuple(await self._trail(language)),
        )

    async def _reports(self, are_open: bool) -> list[ReportSeen]:
        r, by, about = schema.reports, schema.users.alias("by_user"), schema.users.alias("about_user")
        state = r.c.closed.is_(None) if are_open else r.c.closed.is_not(None)
        rows = await self.database.rows(
            select(r, by.c.name.label("by_name"), about.c.name.label("about_name"))
            .join(by, by.c.id == r.c.by_id)
            .join(about, about.c.id == r.c.about_id)
            .where(state)
            .order_by(r.c.at if are_open else r.c.closed.desc())
            .limit(SHOWN)
        )
        return [_report(row) for row in rows]

    async def close(self, id: int, outcome: str, by: User) -> None:
        """Close a report."""
        r = schema.reports
        found = await self.database.rows(select(r.c.about_id).where(r.c.id == id, r.c.closed.is_(None)))
        if not found:
            raise Fault("not_found")
        text = clean_text(outcome)
        await self.database.do(
            update(r).where(r.c.id == id).values(closed=now(), outcome=text),
            audit_row(by.id, "report", found[0].about_id, text),
        )

    # -------------------------------------------------------------- sanctions
    async def sanction(self, form: SanctionForm, about: User, by: User) -> None:
        """Mute or suspend a user for some hours."""
        if await self.is_moderator(about.id):
            raise Fault("problem", "is_moderator", name=about.name)
        s, reason, at = schema.sanctions, clean_text(form.reason), now()
        if not reason:
            raise Fault("problem", "empty")
        until = at + form.hours * 3_600_000
        await self.database.do(
            insert(s).values(user_id=about.id, kind=form.kind, reason=reason, at=at, until=until),
            audit_row(by.id, form.kind, about.id, f"{reason} ({form.hours} h)"),
        )

    async def lift(self, id: int, by: User) -> None:
        """End a sanction now."""
        s, at = schema.sanctions, now()
        found = await self.database.rows(select(s.c.user_id, s.c.kind).where(s.c.id == id, s.c.until > at))
        if not found:
            raise Fault("not_found")
        await self.database.do(
            update(s).where(s.c.id == id).values(until=at), audit_row(by.id, "lift", found[0].user_id, found[0].kind)
        )

    async def _trail(self, language: str) -> list[DeedSeen]:
        a, by, about = schema.audit, schema.users.alias("by_user"), schema.users.alias("about_user")
        rows = await self.database.rows(
            select(a, by.c.name.label("by_name"), about.c.name.label("about_name"))
            .outerjoin(by, by.c.id == a.c.by_id)
            .outerjoin(about, about.c.id == a.c.about_id)
            .order_by(a.c.id.desc())
            .limit(SHOWN)
        )
        return [
            DeedSeen(
                row.at,
                display_name(row.by_name or "", language),
                row.deed,
                display_name(row.about_name or "", language),
                row.detail,
            )
            for row in rows
        ]


def audit_row(by: int | None, deed: str, about: int | None, detail: str) -> Any:
    """Return a statement that adds a row to the audit log."""
    return insert(schema.audit).values(at=now(), by_id=by, deed=deed, about_id=about, detail=detail)


def _report(row: StoredRow) -> ReportSeen:
    talk = msgspec.json.decode(row.talk, type=tuple[RemarkSeen, ...])
    return ReportSeen(
        row.id, row.by_name, row.about_name, row.table_id, row.reason, row.text, talk, row.at, row.outcome
    )


def _moment(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
