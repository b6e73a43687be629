"""Ways over the board: the cheapest to every place that may be taken, from where a plan may begin."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.kernel.board import Board

ENDLESS: Final = 1_000.0  # as cost: no way


@final
class CheapestWays:
    """The cheapest way to each place, and what it costs. Where a way begins, `cost` is what beginning there costs."""

    def __init__(self, board: Board, price: vec[float], cost: vec[float], way: vec[i64]) -> None:
        self.board: Final = board
        self.price: Final = price  # of each place that may be taken; ENDLESS: it is not for sale, or paid already
        self.cost: Final = cost  # the cheapest way to each place
        self.way: Final = way  # the place before it on that way
        self.stale: Final = vec[i64]([0] * int(board.size))  # 1: a way to this place may have become cheaper
        self.low: i64 = board.size  # the stale places lie from here
        self.high: i64 = -1  # to here

    def copy(self) -> "CheapestWays":
        """The same ways, all of them known, for another plan."""
        return CheapestWays(self.board, self.price[:], self.cost[:], self.way[:])

    def begin(self) -> None:
        """Find all ways anew from the places whose cost is known."""
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
        """The ways over a place have become cheaper: those beside it that gain by it are to be looked at again."""
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
        """Carry the costs on from place to place until no way gets cheaper, round after round over the stale ones."""
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
                                if beside > place:  # its turn comes in this round
                                    last = max(last, beside)
                                else:
                                    low = min(low, beside)
                                    high = max(high, beside)
                place += 1
        self.low = low
        self.high = high
