"""Whether this server can serve: asked by whatever starts, watches or feeds it."""

import asyncio
import time
from typing import Protocol

import structlog

from kamchatka.server.storage.database import Database
from kamchatka.server.storage.errors import described

AGAIN = 1.0  # seconds for which an answer of the database is good: asking often costs it nothing
PATIENCE = 2.0  # seconds for the database to answer

log = structlog.get_logger()


class Checked(Protocol):
    """What is asked of the server."""

    @property
    def is_open(self) -> bool: ...
    @property
    def tasks(self) -> list[asyncio.Task[None]]: ...
    @property
    def database(self) -> Database: ...


class HealthCheck:
    """Says why a server is not ready. The database is asked by one task at a time, however many want to know."""

    def __init__(self, server: Checked) -> None:
        self.server = server
        self.asking: asyncio.Task[str] | None = None
        self.asked = 0.0

    async def trouble(self) -> str:
        """`closed`, `stopped`, `second`, `database`, `silent` or `migrations`; nothing when all is well."""
        if not self.server.is_open:
            return "closed"
        if any(task.done() for task in self.server.tasks):
            return "stopped"
        if self.server.database.lock.is_lost:
            return "second"
        if self.asking is None or (self.asking.done() and time.monotonic() - self.asked > AGAIN):
            self.asking, self.asked = asyncio.create_task(self._ask()), time.monotonic()
        asking = self.asking
        await asyncio.wait({asking}, timeout=PATIENCE)  # who does not answer is left to it: nobody waits for ever
        return asking.result() if asking.done() else "silent"

    async def _ask(self) -> str:
        try:
            return "" if await self.server.database.is_current() else "migrations"
        except Exception as error:
            log.error("not ready", error=described(error))
            return "database"

    def close(self) -> None:
        """Ask no more."""
        if self.asking is not None:
            self.asking.cancel()
