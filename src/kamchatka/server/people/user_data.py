"""Where a user's data is stored: what an export contains and a deletion removes."""

from typing import Any, Protocol

import msgspec
from sqlalchemy import Column, select

from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.records import User
from kamchatka.server.storage.store import Store

# Columns that refer to a person in rows of their own. `tables`, `seated` and `entries` belong to games, which stay.
ALL_OF_ONE: tuple[Column[Any], ...] = (
    schema.sessions.c.user_id,
    schema.tokens.c.user_id,
    schema.recovery_codes.c.user_id,
    schema.recovery_addresses.c.user_id,
    schema.talk.c.user_id,
    schema.mutes.c.user_id,
    schema.mutes.c.other_id,
    schema.user_mutes.c.user_id,
    schema.user_mutes.c.other_id,
    schema.results.c.user_id,
    schema.ratings.c.user_id,
    schema.training.c.user_id,
    schema.origins.c.user_id,
    schema.friends.c.user_id,
    schema.friends.c.other_id,
    schema.blocks.c.user_id,
    schema.blocks.c.other_id,
    schema.roles.c.user_id,
    schema.reports.c.by_id,
    schema.reports.c.about_id,
    schema.sanctions.c.user_id,
    schema.contacts.c.user_id,
    schema.subscriptions.c.user_id,
    schema.notices.c.user_id,
    schema.notices.c.about_id,
    schema.followed.c.user_id,
    schema.waiting.c.user_id,
    schema.cup_players.c.user_id,
)
OTHERS = (  # rows about the user that belong to other people: deleted with the account, but not exported
    schema.mutes.c.other_id,
    schema.user_mutes.c.other_id,
    schema.friends.c.other_id,
    schema.blocks.c.other_id,
    schema.reports.c.about_id,
    schema.notices.c.about_id,
)
# fields that are useless to the user or reveal something about other people
SECRET = {"digest", "code", "password", "talk", "speakers", "p256dh", "auth", "session"}


class EventAuthors(Protocol):
    """Knows the authors of event entries."""

    async def list_events_by(self, author: int) -> list[tuple[str, int]]: ...


async def export(user: User, database: Database, store: Store, events: EventAuthors) -> JsonObject:
    """Return all stored data of a user as plain data, found by id and never by name."""
    u, k = schema.users, schema.talk
    found: JsonObject = {"account": await _rows(database, select(u).where(u.c.id == user.id))}
    for column in ALL_OF_ONE:
        if column not in OTHERS and column.table is not k:
            found[column.table.name] = await _rows(database, select(column.table).where(column == user.id))
    tables = await store.mine(user.id)
    found["tables"] = [
        {
            "id": table.id,
            "edition": table.agreed.edition,
            "status": table.status,
            "created": table.created,
            "seats": [one.name for one in table.seats],
            "yours": list(table.seats_of(user.id)),
        }
        for table in tables
    ]
    said = select(k.c.table_id, k.c.text, k.c.phrase, k.c.at).where(k.c.user_id == user.id)
    found["said"] = await _rows(database, said)
    found["muted"] = sorted((await store.mutes(user.id)).values())
    found["events"] = [{"event": event, "entry": number} for event, number in await events.list_events_by(user.id)]
    return found


async def _rows(database: Database, query: Any) -> list[JsonObject]:
    rows = await database.rows(query)
    return [{name: _plain(value) for name, value in row._mapping.items() if name not in SECRET} for row in rows]


def _plain(value: object) -> object:
    return msgspec.json.decode(value) if isinstance(value, bytes) else value
