"""Users with accounts at separate addresses, rated tables for them, and a database without a server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import insert

from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database
from tests.attacks.inside import Inside
from tests.server.client import Browser
from tests.server.running import Server

PASSWORD = "correct horse"
PATIENCE = 60.0  # seconds
EDITION = "modern"


@asynccontextmanager
async def people(server: Server, *names: str, together: bool = False) -> AsyncIterator[list[Browser]]:
    """Create accounts with these names, each at its own address unless they share one."""
    made = [Browser(server.address, "", None if together else f"127.0.7.{n}") for n in range(1, len(names) + 1)]
    async with AsyncExitStack() as stack:
        for browser, name in zip(made, names, strict=True):
            await stack.enter_async_context(browser)
            await browser.post("/api/accounts", {"name": name, "password": PASSWORD})
        yield made


async def rated_table(host: Browser, *others: Browser, **more: Any) -> str:
    """Return a rated table whose game has begun with these users."""
    seats = [{"kind": "me"}, *({"kind": "open"} for _ in others)]
    table = str((await host.post("/api/tables", {"edition": EDITION, "seats": seats, "rated": True, **more}))["id"])
    for other in others:
        await other.post(f"/api/tables/{table}/join")
    return table


async def rating_of(table: str, reader: Browser, *wanted: str) -> str:
    """Return a table's rating state once it is one of these."""
    async with reader.at(table) as seat:
        while True:
            said = await seat.until("scene", "moved", "table")
            if (found := str(said["table"]["rating"])) in wanted:
                return found


async def profile(reader: Browser, name: str) -> Any:
    return (await reader.http.get("/api/profile", params={"name": name, "lang": "en"})).json()


async def eventually(found: Any, wanted: Any = None) -> Any:
    """Repeat a request until it returns the wanted value, or any value, and return it."""
    async with asyncio.timeout(PATIENCE):
        while True:
            answer = await found()
            if answer == wanted if wanted is not None else answer:
                return answer
            await asyncio.sleep(0.02)


# ------------------------------------------------------------------ without a server
@asynccontextmanager
async def people_inside(inside: Inside, *names: str) -> AsyncIterator[list[Browser]]:
    """Create accounts with these names at a server in this process, each at its own address."""
    made = [Browser("http://test", "", f"192.0.2.{n}", inside.app) for n in range(1, len(names) + 1)]
    async with AsyncExitStack() as stack:
        for browser, name in zip(made, names, strict=True):
            await stack.enter_async_context(browser)
            await browser.post("/api/accounts", {"name": name, "password": PASSWORD})
        yield made


@asynccontextmanager
async def database_in(folder: Path, kind: type[Database] = Database) -> AsyncIterator[Database]:
    """Open a new SQLite database with accounts 1 to 9, named P1 to P9."""
    database = kind(f"sqlite+aiosqlite:///{folder / 'people.db'}")
    await database.open()
    try:
        accounts = [{"id": n, "name": f"P{n}", "folded": f"p{n}", "password": "x", "created": 0} for n in range(1, 10)]
        await database.do(*((insert(schema.users), account) for account in accounts))
        yield database
    finally:
        await database.close()
