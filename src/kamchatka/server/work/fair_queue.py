"""A fair queue for few places: names take turns, and no name can occupy all places."""

import asyncio
from collections import Counter


class FairQueue:
    """A limited number of places, granted in turn by name, so that a crowd behind one name delays nobody else."""

    def __init__(self, places: int) -> None:
        self.places = places
        self.share = max(1, places - 1)  # maximum places per name
        self.waiting: list[tuple[str, asyncio.Future[None]]] = []
        self.served: Counter[str] = Counter()  # places in use, by name
        self.last: dict[str, int] = {}  # by name: when it was last served, while it has a place or waits
        self.given = 0

    async def take(self, name: str) -> None:
        """Wait for a place, which is held until `give_back`. The wait may be cancelled."""
        turn = asyncio.get_running_loop().create_future()
        self.waiting.append((name, turn))
        self._go_on()
        try:
            await turn
        except asyncio.CancelledError:
            if (name, turn) in self.waiting:
                self.waiting.remove((name, turn))
            elif turn.done() and not turn.cancelled():  # cancelled at the very moment in which the place was granted
                self.give_back(name)
            raise

    def give_back(self, name: str) -> None:
        """Release a place to the next in line."""
        self.served[name] -= 1
        self.served += Counter()  # drops names without places
        known = {*self.served, *(other for other, _ in self.waiting)}
        self.last = {other: at for other, at in self.last.items() if other in known}
        self._go_on()

    def _go_on(self) -> None:
        """Grant free places to the names served least recently, then to those that have waited longest."""
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
