"""What people are told of when they are not here: their turn, an invitation, a friend who waits, a round."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from sqlalchemy import Row, select

from kamchatka.server.notices.notices import Notice, Notices
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.records import TableRecord, User
from kamchatka.server.storage.store import now

AN_HOUR = 3_600_000  # milliseconds


class Occasions:
    """Makes notices of what happens. `friends` says who the friends of a player are."""

    def __init__(
        self, database: Database, notices: Notices, friends: Callable[[int], Awaitable[Sequence[Row[Any]]]]
    ) -> None:
        self.database = database
        self.notices = notices
        self.friends = friends

    def awaits(self, table: TableRecord, turn: str, away: list[int]) -> None:
        """A game over days waits for people who are not here."""
        fields: dict[str, str | int] = {"table": table.agreed.name, "edition": table.agreed.edition}
        subject = f"turn:{table.id}:{turn}"
        self.notices.tell(*(Notice(user, "turn", subject, fields, f"/t/{table.id}") for user in away))

    def invite(self, table: TableRecord, user: User, other: User) -> None:
        """Somebody is asked to come to a table."""
        fields: dict[str, str | int] = {"name": user.name, "edition": table.agreed.edition}
        subject = f"invitation:{table.id}:{user.id}"
        self.notices.tell(Notice(other.id, "invitation", subject, fields, f"/t/{table.id}?sit"))

    async def call_friends(self, user: User, link: str) -> None:
        """Somebody waits for others: friends are told, once an hour at most."""
        if not user.guest:
            fields: dict[str, str | int] = {"name": user.name}
            subject = f"friend:{user.id}:{now() // AN_HOUR}"
            self.notices.tell(*(Notice(row.id, "friend", subject, fields, link) for row in await self.friends(user.id)))

    async def round_published(self, event: str, name: str, number: int) -> None:
        """A tournament has a new round: whoever follows it is told."""
        f = schema.followed
        rows = await self.database.rows(select(f).where(f.c.event_id == event))
        fields: dict[str, str | int] = {"event": name, "round": number}
        subject = f"round:{event}:{number}"
        self.notices.tell(*(Notice(row.user_id, "round", subject, fields, f"/event/{event}") for row in rows))
