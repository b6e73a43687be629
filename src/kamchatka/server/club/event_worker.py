"""Expensive computations about events. Small ones run in a thread, large ones in a worker process."""

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
LIGHT = 200  # up to this many players, an event's view takes a few hundredths of a second


class EventWorker:
    """Runs computations about events in threads or in the worker pool."""

    def __init__(self, work: WorkPool) -> None:
        self.work = work
        self.drawing: set[str] = set()  # events for which a draw is running

    async def about(self, asker: Asker, event: Event, function: Callable[..., T], *args: object) -> T:
        """Run a computation about an event, in a thread or in a worker depending on the event's size."""
        if weight(event) <= LIGHT:
            return await asyncio.to_thread(function, *args)
        return await self.work.run(asker, function, *args)

    async def draw(
        self, asker: Asker, id: str, event: Event, seed: int, method: Method | None, again: bool, anyway: bool
    ) -> Drawn:
        """Draw the next round; raise a Problem if there is none. Each event allows one draw at a time."""
        if id in self.drawing:
            raise Fault("too_many")
        self.drawing.add(id)
        try:
            return await self.work.run(asker, next_round, event, seed, method, again, anyway)
        finally:
            self.drawing.discard(id)


def weight(event: Event) -> int:
    """Return the size of an event: the number of seats at tables plus the number of entrants."""
    return sum(len(table.seats) for round in event.rounds for table in round.tables) + len(event.entrants)


def of_event(id: str) -> Asker:
    """Return the account that pays for views of an event which are made for everybody."""
    return Asker(f"event {id}", f"event {id}")
