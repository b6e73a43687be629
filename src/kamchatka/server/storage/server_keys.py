"""Generated secrets of the platform: each is created on first use and shared by all servers."""

import asyncio
from contextlib import suppress

from sqlalchemy import insert, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from kamchatka.server import randomness
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.errors import Conflict
from kamchatka.server.storage.opening import engine_for, when_it_answers

BUS_KEY = "bus"
AGAIN = 0.5  # seconds between two attempts to read a secret that no server has created yet


async def server_key(database: Database, name: str) -> str:
    """Return a secret of this server, created on first use."""
    k = schema.server_keys
    for _ in range(2):
        if rows := await database.rows(select(k.c.secret).where(k.c.name == name)):
            return str(rows[0].secret)
        with suppress(Conflict):  # another server was faster
            await database.do(insert(k).values(name=name, secret=randomness.token_hex(32)))
    rows = await database.rows(select(k.c.secret).where(k.c.name == name))
    return str(rows[0].secret)


async def read_shared_key(url: str, name: str, patience: float) -> str | None:
    """Read a secret from the servers' database, which may still be starting. None if it isn't there in time."""
    await when_it_answers(url, patience)
    engine, k = engine_for(url, poolclass=NullPool), schema.server_keys
    try:
        async with asyncio.timeout(patience):
            while True:
                with suppress(DBAPIError):  # the database is still empty
                    async with engine.connect() as connection:
                        found = await connection.scalar(select(k.c.secret).where(k.c.name == name))
                    if found is not None:
                        return str(found)
                await asyncio.sleep(AGAIN)
    except TimeoutError:
        return None
    finally:
        await engine.dispose()
