"""Who is next where few can be served at a time: everybody in turn, and nobody has all places for himself."""

import asyncio
from collections import Counter


class FairQueue:
    """So many places. They go round among those who wait, so that a crowd behind one name holds up nobody else."""

    def __init__(self, places: int) -> None:
        self.places = places
        self.share = max(1, places - 1)  # that one name may have
        self.waiting: list[tuple[str, asyncio.Future[None]]] = []
        self.served: Counter[str] = Counter()  # by name: places they have now
        self.last: dict[str, int] = {}  # by name: when they were given one, while they have one or wait
        self.given = 0

    async def take(self, name: str) -> None:
        """Wait until it is this name's turn; the place is its own until it is given back. The wait may be cancelled."""
        turn = asyncio.get_running_loop().create_future()
        self.waiting.append((name, turn))
        self._go_on()
        try:
            await turn
        except asyncio.CancelledError:
            if (name, turn) in self.waiting:
                self.waiting.remove((name, turn))
            elif turn.done() and not turn.cancelled():  # cancelled in the very moment in which the turn came
                self.give_back(name)
            raise

    def give_back(self, name: str) -> None:
        """The place is free for whoever is next."""
        self.served[name] -= 1
        self.served += Counter()  # forgets who has none
        known = {*self.served, *(other for other, _ in self.waiting)}
        self.last = {other: at for other, at in self.last.items() if other in known}
        self._go_on()

    def _go_on(self) -> None:
        """Give free places to those who were served longest ago, then to those who have waited longest."""
        while self.served.total() < self.places:
            may = [one for one in self.waiting if self.served[one[0]] < self.share and not one[1].cancelled()]
            if not may:
                return
            name, turn = first = min(may, key=lambda one: self.last.get(one[0], 0))
            self.waiting.remove(first)
            self.served[name] += 1
            self.given += 1
            self.last[name] = self.given
            turn.set_result(None)
