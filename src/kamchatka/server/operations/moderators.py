"""Command-line administration of moderators: list, add, remove."""

import asyncio
from typing import Literal

from sqlalchemy import delete, insert, select

from kamchatka.kernel.problem import Problem
from kamchatka.server.people.moderation import MODERATOR, audit_row
from kamchatka.server.storage import schema
from kamchatka.server.storage.accounts import strip_name
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.opening import explain_error, sqlite_file

TableRequest = Literal["list", "add", "remove"]


def moderators(url: str, deed: TableRequest, name: str = "") -> list[str]:
    """Add or remove a moderator if asked; return the names of all."""
    file = sqlite_file(url)
    if file is not None and not file.is_file():
        raise Problem("backup.no_database", file=file)
    return asyncio.run(_moderators(url, deed, name))


async def _moderators(url: str, deed: TableRequest, name: str) -> list[str]:
    database, u, r = Database(url), schema.users, schema.roles
    try:
        if not await database.is_current():
            raise Problem("transfer.other_version")
        database.begin_writing()
        if deed != "list":
            rows = await database.rows(select(u.c.id).where(u.c.folded == strip_name(name).casefold()))
            if not rows:
                raise Problem("moderator.unknown", name=name)
            id = int(rows[0].id)
            named = [insert(r).values(user_id=id, role=MODERATOR)] if deed == "add" else []
            await database.do(delete(r).where(r.c.user_id == id), *named, audit_row(None, "role", id, deed))
        rows = await database.rows(
            select(u.c.name).join(r, r.c.user_id == u.c.id).where(r.c.role == MODERATOR).order_by(u.c.name)
        )
        return [str(row.name) for row in rows]
    except Exception as error:
        raise explain_error(error, url) from None
    finally:
        await database.close()
