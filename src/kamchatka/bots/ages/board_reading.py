"""Tables for one position in a game of ages: garrisons, values of places, open ways and threats."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from kamchatka.bots.evaluator import Evaluator
from kamchatka.bots.info import GameInfo
from kamchatka.bots.reach import reach_of
from kamchatka.kernel.ages.age import Age
from kamchatka.kernel.bits import size
from kamchatka.kernel.state import State

STEPS: Final = 4  # links that are looked ahead for armies far from any enemy
LAST: Final = 4  # maximum number of consecutive conquests considered
CLOSED: Final = -1000.0  # value of places that can't be reached, used when looking ahead
NOTHING: Final = vec[float]([0.0] * 1024)
NONE: Final = vec[i64]([0] * 1024)


def nothing(count: i64) -> vec[float]:
    """Return a zero vector of the given length. Slicing a constant is faster than building a list."""
    return NOTHING[:count]


def none(count: i64) -> vec[i64]:
    """Return a zero vector of integers of the given length."""
    return NONE[:count]


class BoardReading(Evaluator):
    """Tables by place for one decision. `survey` fills them, since not every decision needs them."""

    def __init__(self, info: GameInfo, state: State, own: Age, seat: i64) -> None:
        super().__init__(state, seat)
        places = info.board.size
        self.info: Final = info
        self.own: Final = own
        self.worth: Final[vec[float]] = nothing(places)  # by place: value of taking it
        self.hold: Final[vec[float]] = nothing(places)  # by place: value of not losing it
        self.garrison: Final[vec[i64]] = none(places)  # by place: units on it
        self.open: Final[vec[i64]] = none(places)  # by place: 1 if the seat may ever hold it
        self.ways: vec[i64] = vec[i64]()  # targets that can be taken, grouped by source place
        self.first_way: Final[vec[i64]] = none(places + 1)  # by place: start of its group in `ways`
        # rival neighbours that threaten each place, the strongest first; indexed like the board's links
        self.foes: vec[i64] = vec[i64]()
        self.last_foe: Final[vec[i64]] = none(places)  # by place: end of its entries in `foes`
        self.most: vec[float] = vec[float]()  # by number of conquests and place: upper bound for the value of a march
        self.reach: vec[float] = vec[float]()  # by place: value of what lies ahead; computed on first use

    def survey(self) -> None:
        """Fill the tables: garrisons, open places, values, ways and threats."""
        for place in range(self.info.board.size):
            self.garrison[place] = self.strength(self.state.armies[place], self.own.standing[place])
            self.open[place] = 1 if self.is_open(place) else 0
        self.weigh()
        self.chart_ways()
        self.chart_foes()
        self.chart_most()

    def chart_ways(self) -> None:
        """List the targets that can be invaded from each place that the seat holds or may hold."""
        board = self.info.board
        owner = self.state.owner
        found: vec[i64] = vec[i64](capacity=256)
        for source in range(board.size):
            self.first_way[source] = i64(len(found))
            if owner[source] == self.seat or self.open[source]:
                for i in range(board.first[source], board.first[source + 1]):
                    target = board.links[i]
                    if owner[target] != self.seat and self.open[target] and self.leads(source, target):
                        found = append(found, target)
                for target in self.beyond(source):
                    if owner[target] != self.seat and self.open[target]:
                        found = append(found, target)
        self.first_way[board.size] = i64(len(found))
        self.ways = found

    def chart_foes(self) -> None:
        """List the rival neighbours that threaten each place, the largest garrison first."""
        board = self.info.board
        owner = self.state.owner
        garrison = self.garrison
        foes = board.links[:]
        for place in range(board.size):
            start = board.first[place]
            end = start
            for i in range(start, board.first[place + 1]):
                other = board.links[i]
                hostile = owner[other] >= 0 and owner[other] != self.seat and garrison[other] > 0
                if hostile and self.menaces(other, place):
                    j = end
                    while j > start and garrison[foes[j - 1]] < garrison[other]:
                        foes[j] = foes[j - 1]
                        j -= 1
                    foes[j] = other
                    end += 1
            self.last_foe[place] = end
        self.foes = foes

    def chart_most(self) -> None:
        """Compute the value of free consecutive conquests, an upper bound used to skip marches that can't be better."""
        places = self.info.board.size
        ways = self.ways
        worth = self.worth
        most = nothing(places * LAST)
        for depth in range(i64(1), i64(LAST)):
            row = depth * places
            for place in range(places):
                best = 0.0
                for i in range(self.first_way[place], self.first_way[place + 1]):
                    best = max(best, worth[ways[i]] + most[row - places + ways[i]])
                most[row + place] = best
        self.most = most

    def look_ahead(self) -> None:
        """Compute what lies ahead of each place."""
        seen = self.worth[:]
        for place in range(self.info.board.size):
            if self.open[place] == 0:
                seen[place] = CLOSED
        self.reach = reach_of(self.info.board, self.state, self.seat, seen, STEPS)

    # -------------------------------------------------------------- hooks for editions
    def weigh(self) -> None:
        """Set `worth` and `hold`."""
        raise NotImplementedError

    def counts(self, place: i64) -> bool:
        """Return whether a place is required for holding its zone."""
        return True

    def near(self, stack: i64, place: i64) -> i64:
        """Return the distance in links from a stack to a place."""
        return self.info.distance[stack * self.info.board.size + place]

    def is_open(self, place: i64) -> bool:
        """Return whether the seat may ever hold a place."""
        return True

    def leads(self, source: i64, target: i64) -> bool:
        """Return whether the seat may invade along this link."""
        return True

    def beyond(self, source: i64) -> vec[i64]:
        """Return the places that can be invaded from a place without a link."""
        return vec[i64]()

    def menaces(self, source: i64, target: i64) -> bool:
        """Return whether a rival's place threatens a neighbour."""
        return True

    def strength(self, armies: i64, host: i64) -> i64:
        """Return the number of units that armies and a set of pieces (bits) amount to."""
        return armies + size(host)
