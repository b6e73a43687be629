"""Health checks for service managers, monitoring and load balancers."""

import asyncio

import structlog

from kamchatka.server import supervision
from kamchatka.server.clock import monotonic
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.errors import describe_error

AGAIN = 1.0  # seconds for which a check of the database is cached
PATIENCE = 2.0  # seconds for the database to respond

log = structlog.get_logger()


class HealthCheck:
    """Says why a server is not ready. One task at a time queries the database for all requests."""

    def __init__(self, database: Database, supervisor: supervision.Supervisor) -> None:
        self.database = database
        self.supervisor = supervisor
        self.services: list[asyncio.Task[None]] = []  # of a server that is open
        self.asking: asyncio.Task[str] | None = None
        self.asked = 0.0

    async def trouble(self) -> str:
        """Return why the server isn't ready; nothing if it is.

        The reason is `closed`, `stopped`, `second`, `database`, `silent` or `migrations`.
        """
        if not self.services:
            return "closed"
        if self.supervisor.down or any(task.done() for task in self.services):
            return "stopped"
        if self.database.lock.is_lost:
            return "second"
        if self.asking is None or (self.asking.done() and monotonic() - self.asked > AGAIN):
            self.asking, self.asked = supervision.child(self._ask()), monotonic()
        asking = self.asking
        await asyncio.wait({asking}, timeout=PATIENCE)  # a slow query continues in the background
        return asking.result() if asking.done() else "silent"

    async def _ask(self) -> str:
        try:
            return "" if await self.database.is_current() else "migrations"
        except Exception as error:
            log.error("not ready", error=describe_error(error))
            return "database"

    def close(self) -> None:
        """Report the server as closed, and cancel the running query."""
        self.services = []
        if self.asking is not None:
            self.asking.cancel()
