"""Cheapest ways over the board, from the places where a plan may start to every place that may be taken."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.kernel.board import Board

ENDLESS: Final = 1_000.0  # cost of unreachable places


@final
class CheapestWays:
    """The cheapest way to each place and its cost. At the start of a way, `cost` is the cost of starting there."""

    def __init__(self, board: Board, price: vec[float], cost: vec[float], way: vec[i64]) -> None:
        self.board: Final = board
        self.price: Final = price  # of each place that may be taken; ENDLESS: can't be bought, or paid already
        self.cost: Final = cost  # of the cheapest way to each place
        self.way: Final = way  # the previous place on that way
        self.stale: Final = vec[i64]([0] * int(board.size))  # 1: a cheaper way to this place may exist
        self.low: i64 = board.size  # first stale place
        self.high: i64 = -1  # last stale place

    def copy(self) -> "CheapestWays":
        """Copy the computed ways for another plan."""
        return CheapestWays(self.board, self.price[:], self.cost[:], self.way[:])

    def begin(self) -> None:
        """Recompute all ways from the places whose cost is known."""
        links, first = self.board.links, self.board.first
        cost, price, stale = self.cost, self.price, self.stale
        for place in range(self.board.size):
            if price[place] < ENDLESS:
                for i in range(first[place], first[place + 1]):
                    if cost[links[i]] + price[place] < cost[place]:
                        stale[place] = 1
                        self.low = min(self.low, place)
                        self.high = place
                        break
        self.relax()

    def lead_on(self, place: i64) -> None:
        """Mark the neighbours of a place that gain from its lower cost."""
        links, first = self.board.links, self.board.first
        cost, price = self.cost, self.price
        here = cost[place]
        for i in range(first[place], first[place + 1]):
            beside = links[i]
            if here + price[beside] < cost[beside]:
                self.stale[beside] = 1
                self.low = min(self.low, beside)
                self.high = max(self.high, beside)

    def relax(self) -> None:
        """Propagate costs over the stale places, in rounds, until no way gets cheaper."""
        cost, way, price, stale = self.cost, self.way, self.price, self.stale
        links, first = self.board.links, self.board.first
        size = self.board.size
        low, high = self.low, self.high
        while low <= high:
            place, last = low, high  # of this round
            low = size
            high = -1
            while place <= last:
                if stale[place] == 1:
                    stale[place] = 0
                    best: i64 = links[first[place]]
                    least = cost[best]
                    for i in range(first[place] + 1, first[place + 1]):
                        if cost[links[i]] < least:
                            best = links[i]
                            least = cost[best]
                    least += price[place]
                    if least < cost[place]:
                        cost[place] = least
                        way[place] = best
                        for i in range(first[place], first[place + 1]):
                            beside = links[i]
                            if least + price[beside] < cost[beside]:
                                stale[beside] = 1
                                if beside > place:  # it is processed later in this round
                                    last = max(last, beside)
                                else:
                                    low = min(low, beside)
                                    high = max(high, beside)
                place += 1
        self.low = low
        self.high = high
