"""Where somebody is kept in the database: what an export hands out and a deletion takes away."""

from typing import Any

import msgspec
from sqlalchemy import Column, select

from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.records import User
from kamchatka.server.storage.store import Store

# Every column that points at one person whose row is theirs alone; `tables`, `seated`, `entries` are games, which stay.
ALL_OF_ONE: tuple[Column[Any], ...] = (
    schema.sessions.c.user_id,
    schema.tokens.c.user_id,
    schema.mutes.c.user_id,
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
    schema.followed.c.user_id,
    schema.waiting.c.user_id,
)
OTHERS = (schema.friends.c.other_id, schema.blocks.c.other_id, schema.reports.c.about_id)  # about one, not by one
SECRET = {"digest", "code", "password", "talk", "p256dh", "auth"}  # what is useless to its owner, or not theirs


async def export(user: User, database: Database, store: Store) -> dict[str, Any]:
    """Everything that is kept about somebody, as plain data."""
    u, k = schema.users, schema.talk
    found: dict[str, Any] = {"account": await _rows(database, select(u).where(u.c.id == user.id))}
    for column in ALL_OF_ONE:
        if column not in OTHERS:
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
    said = select(k.c.table_id, k.c.text, k.c.phrase, k.c.at).where(k.c.name == user.name)
    found["said"] = await _rows(database, said)
    return found


async def _rows(database: Database, query: Any) -> list[dict[str, Any]]:
    rows = await database.rows(query)
    return [{name: _plain(value) for name, value in row._mapping.items() if name not in SECRET} for row in rows]


def _plain(value: object) -> object:
    return msgspec.json.decode(value) if isinstance(value, bytes) else value
