"""Work in the background that nobody waits for, until the server stops."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import structlog

from kamchatka.server import supervision
from kamchatka.server.faults import Fault

log = structlog.get_logger()


class Errands:
    """Background work. Its Faults are logged."""

    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Start work in the background."""

        async def run() -> None:
            try:
                await work
            except Fault as fault:
                log.warning("errand not done", code=fault.code)

        task = supervision.start("errand", run())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def finish(self) -> None:
        """Wait until all work is done."""
        await asyncio.gather(*self.tasks, return_exceptions=True)
