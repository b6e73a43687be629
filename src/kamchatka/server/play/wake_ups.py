"""Wakes the rooms in which a bot or a clock must act. A failing room doesn't keep others asleep."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

import structlog

from kamchatka.server.clock import monotonic
from kamchatka.server.faults import Fault

WAKE_EVERY = 1.0  # seconds between checks for due tables
QUIET = ("unreadable", "elsewhere")  # error codes that are already logged elsewhere
AGAIN = 10.0  # seconds before a failed table is tried again

log = structlog.get_logger()


class DueTables(Protocol):
    """Source of the tables that are due."""

    async def due(self) -> list[str]: ...


class WakeUps:
    """Opens the tables that are due. `wake` opens one, unless it is already open."""

    def __init__(self, tables: DueTables, wake: Callable[[str], Awaitable[object]]) -> None:
        self.tables = tables
        self.wake = wake
        self.later: dict[str, float] = {}  # tables that failed to open, with the time of the next attempt
        self.is_blind = False  # the last query for due tables failed

    async def go_on(self) -> None:
        """Check for due tables in an endless loop."""
        while True:
            await self.look()
            await asyncio.sleep(WAKE_EVERY)

    async def look(self) -> None:
        """Open every table that is due and log each error once."""
        try:
            due = await self.tables.due()
        except Exception as error:
            if not self.is_blind:
                log.error("due tables not found", error=repr(error))
            self.is_blind = True
            return
        self.is_blind = False
        self.later = {id: when for id, when in self.later.items() if id in due}
        for id in due:
            if self.later.get(id, 0.0) <= monotonic():
                await self._open(id)

    async def _open(self, id: str) -> None:
        try:
            await self.wake(id)
        except Exception as error:
            if id not in self.later and not (isinstance(error, Fault) and error.code in QUIET):
                log.error("table not woken", table=id, error=repr(error))
            self.later[id] = monotonic() + AGAIN
        else:
            self.later.pop(id, None)
