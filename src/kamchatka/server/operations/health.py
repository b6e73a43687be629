"""Health checks for service managers, monitoring and load balancers."""

import asyncio
from typing import Protocol

import structlog

from kamchatka.server import supervision
from kamchatka.server.clock import monotonic
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.errors import described

AGAIN = 1.0  # seconds for which a check of the database is cached
PATIENCE = 2.0  # seconds for the database to respond

log = structlog.get_logger()


class Checked(Protocol):
    """What the check needs of the server."""

    @property
    def is_open(self) -> bool: ...
    @property
    def tasks(self) -> list[asyncio.Task[None]]: ...
    @property
    def supervisor(self) -> supervision.Supervisor: ...
    @property
    def database(self) -> Database: ...


class HealthCheck:
    """Says why a server is not ready. One task at a time queries the database for all requests."""

    def __init__(self, server: Checked) -> None:
        self.server = server
        self.asking: asyncio.Task[str] | None = None
        self.asked = 0.0

    async def trouble(self) -> str:
        """Return why the server isn't ready; nothing if it is.

        The reason is `closed`, `stopped`, `second`, `database`, `silent` or `migrations`.
        """
        if not self.server.is_open:
            return "closed"
        if self.server.supervisor.down or any(task.done() for task in self.server.tasks):
            return "stopped"
        if self.server.database.lock.is_lost:
            return "second"
        if self.asking is None or (self.asking.done() and monotonic() - self.asked > AGAIN):
            self.asking, self.asked = supervision.child(self._ask()), monotonic()
        asking = self.asking
        await asyncio.wait({asking}, timeout=PATIENCE)  # a slow query continues in the background
        return asking.result() if asking.done() else "silent"

    async def _ask(self) -> str:
        try:
            return "" if await self.server.database.is_current() else "migrations"
        except Exception as error:
            log.error("not ready", error=described(error))
            return "database"

    def close(self) -> None:
        """Cancel the running query."""
        if self.asking is not None:
            self.asking.cancel()
