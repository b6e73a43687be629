"""A fair queue for a limited number of slots: names take turns, and no name can occupy all slots."""

import asyncio
from collections import Counter


class FairQueue:
    """A limited number of slots, granted in turn by name. Many requests under one name delay nobody else."""

    def __init__(self, places: int) -> None:
        self.places = places
        self.share = max(1, places - 1)  # maximum slots per name
        self.waiting: list[tuple[str, asyncio.Future[None]]] = []
        self.served: Counter[str] = Counter()  # slots in use, by name
        self.last: dict[str, int] = {}  # by name: when it was last served, as long as it has a slot or waits for one
        self.given = 0

    async def take(self, name: str) -> None:
        """Wait for a slot, which is held until `give_back`. The wait can be cancelled."""
        turn = asyncio.get_running_loop().create_future()
        self.waiting.append((name, turn))
        self._go_on()
        try:
            await turn
        except asyncio.CancelledError:
            if (name, turn) in self.waiting:
                self.waiting.remove((name, turn))
            elif turn.done() and not turn.cancelled():  # cancelled at the very moment when the slot was granted
                self.give_back(name)
            raise

    def give_back(self, name: str) -> None:
        """Release a slot to the next in line."""
        self.served[name] -= 1
        self.served += Counter()  # drops names without slots
        known = {*self.served, *(other for other, _ in self.waiting)}
        self.last = {other: at for other, at in self.last.items() if other in known}
        self._go_on()

    def _go_on(self) -> None:
        """Grant free slots to the names served least recently; among these, to the longest wait."""
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
