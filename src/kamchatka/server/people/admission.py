"""Decides who may play, sit at a table and talk."""

from kamchatka.server.faults import Fault
from kamchatka.server.people.moderation import Moderation
from kamchatka.server.people.relations import Relations
from kamchatka.server.storage.records import TableRecord, User


class Admission:
    """Applies sanctions and blocks."""

    def __init__(self, moderation: Moderation, relations: Relations) -> None:
        self.moderation = moderation
        self.relations = relations

    async def check_may_play(self, user: User) -> None:
        """Raise a Fault if the user is suspended."""
        await self.moderation.check_may_play(user)

    async def check_may_sit(self, table: TableRecord, user: User) -> None:
        """Raise a Fault if the user is suspended, or blocked by a player at the table."""
        await self.check_may_play(user)
        if {one.user for one in table.seats} & await self.relations.blockers_of(user.id):
            raise Fault("problem", "not_welcome")

    async def check_may_talk(self, user: User) -> None:
        """Raise a Fault if the user is muted."""
        await self.moderation.check_may_talk(user)
