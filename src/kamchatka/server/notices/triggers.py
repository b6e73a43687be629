"""Creates notifications for absent users: their turn, invitations, waiting friends, tournament rounds."""

from collections.abc import Awaitable, Callable, Sequence

from sqlalchemy import select

from kamchatka.server.limit_table import INVITATIONS, INVITATIONS_OF_ONE
from kamchatka.server.notices.notices import Notice, Notices
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database, StoredRow
from kamchatka.server.storage.records import TableRecord, User
from kamchatka.server.storage.store import now

AN_HOUR = 3_600_000  # milliseconds


class Occasions:
    """Turns events into notifications. `friends` returns a player's friends."""

    def __init__(
        self, database: Database, notices: Notices, friends: Callable[[int], Awaitable[Sequence[StoredRow]]]
    ) -> None:
        self.database = database
        self.notices = notices
        self.friends = friends

    def awaits(self, table: TableRecord, turn: str, away: list[int]) -> None:
        """Notify absent users that a game over days waits for them."""
        fields: dict[str, str | int] = {"table": table.agreed.name, "edition": table.agreed.edition}
        subject = f"turn:{table.id}:{turn}"
        self.notices.tell(*(Notice(user, "turn", subject, fields, f"/t/{table.id}") for user in away))

    async def invite(self, table: TableRecord, user: User, other: User) -> None:
        """Notify a user of an invitation to a table, once. Raise a Fault if they have received too many."""
        fields: dict[str, str | int] = {"name": user.name, "edition": table.agreed.edition}
        subject = f"invitation:{table.id}:{user.id}"
        if await self._is_told(other.id, subject):
            return
        limits = self.notices.limits
        await limits.take(INVITATIONS_OF_ONE, f"{user.id} {other.id}", name=other.name)
        if not any(friend.id == user.id for friend in await self.friends(other.id)):
            await limits.take(INVITATIONS, str(other.id), name=other.name)
        self.notices.tell(Notice(other.id, "invitation", subject, fields, f"/t/{table.id}?sit", user.id))

    async def _is_told(self, user: int, subject: str) -> bool:
        n = schema.notices
        return bool(await self.database.rows(select(n.c.at).where(n.c.user_id == user, n.c.subject == subject)))

    async def call_friends(self, user: User, link: str) -> None:
        """Notify friends that a user waits for players, at most once per hour."""
        if not user.guest:
            fields: dict[str, str | int] = {"name": user.name}
            subject = f"friend:{user.id}:{now() // AN_HOUR}"
            friends = await self.friends(user.id)
            self.notices.tell(*(Notice(row.id, "friend", subject, fields, link, user.id) for row in friends))

    async def round_published(self, event: str, name: str, number: int) -> None:
        """Notify followers of a tournament's new round."""
        f = schema.followed
        rows = await self.database.rows(select(f).where(f.c.event_id == event))
        fields: dict[str, str | int] = {"event": name, "round": number}
        subject = f"round:{event}:{number}"
        self.notices.tell(*(Notice(row.user_id, "round", subject, fields, f"/event/{event}") for row in rows))

    def cup_round(self, cup: str, name: str, number: int, users: Sequence[int]) -> None:
        """Notify the players of a cup of their next round."""
        fields: dict[str, str | int] = {"event": name, "round": number}
        subject = f"round:cup:{cup}:{number}"
        self.notices.tell(*(Notice(user, "round", subject, fields, f"/cup/{cup}") for user in users))
