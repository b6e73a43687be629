"""What is worked out about an event: small ones in a thread, large ones in a worker, where they hold nobody up."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from kamchatka.server.faults import Fault
from kamchatka.server.work.budget import Asker
from kamchatka.server.work.pool import WorkPool
from kamchatka.tournament.draw.rounds import Method, next_round
from kamchatka.tournament.events.changes import Drawn
from kamchatka.tournament.events.event import Event

T = TypeVar("T")
LIGHT = 200  # seats at the tables of an event whose picture takes a few hundredths of a second


class Reckoner:
    """The events' way to the pool of workers."""

    def __init__(self, work: WorkPool) -> None:
        self.work = work
        self.drawing: set[str] = set()  # events whose draw is on its way

    async def about(self, asker: Asker, event: Event, function: Callable[..., T], *args: object) -> T:
        """What a function says about an event, which is one of its arguments."""
        if weight(event) <= LIGHT:
            return await asyncio.to_thread(function, *args)
        return await self.work.run(asker, function, *args)

    async def draw(
        self, asker: Asker, id: str, event: Event, seed: int, method: Method | None, again: bool, anyway: bool
    ) -> Drawn:
        """The next round of an event, or a Problem that says why there is none; one at a time for each event."""
        if id in self.drawing:
            raise Fault("too_many")
        self.drawing.add(id)
        try:
            return await self.work.run(asker, next_round, event, seed, method, again, anyway)
        finally:
            self.drawing.discard(id)


def weight(event: Event) -> int:
    """How much there is to count: seats at tables, and who waits for one."""
    return sum(len(table.seats) for round in event.rounds for table in round.tables) + len(event.entrants)


def of_event(id: str) -> Asker:
    """Who pays for what everybody looks at: the event itself."""
    return Asker(f"event {id}", f"event {id}")
