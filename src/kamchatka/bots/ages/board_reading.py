"""The map of one moment in a game of ages: who stands where, what is worth what, which ways are open, who threatens."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from kamchatka.bots.evaluator import Evaluator
from kamchatka.bots.info import GameInfo
from kamchatka.bots.reach import reach_of
from kamchatka.kernel.ages.age import Age
from kamchatka.kernel.bits import size
from kamchatka.kernel.state import State

STEPS: Final = 4  # how far ahead the map is read for armies far from any enemy
LAST: Final = 4  # conquests in a row that are reckoned with at most
CLOSED: Final = -1000.0  # as worth, for the map ahead: no way leads there
NOTHING: Final = vec[float]([0.0] * 1024)
NONE: Final = vec[i64]([0] * 1024)


def nothing(count: i64) -> vec[float]:
    """So many values, all zero. A slice is a copy, and quicker than a list."""
    return NOTHING[:count]


def none(count: i64) -> vec[i64]:
    """So many numbers, all zero."""
    return NONE[:count]


class BoardReading(Evaluator):
    """Tables by place, made once for a decision: `survey` fills them, where a decision needs them."""

    def __init__(self, info: GameInfo, state: State, own: Age, seat: i64) -> None:
        super().__init__(state, seat)
        places = info.board.size
        self.info: Final = info
        self.own: Final = own
        self.worth: Final[vec[float]] = nothing(places)  # by place: what taking it is worth
        self.hold: Final[vec[float]] = nothing(places)  # by place: what it is worth not to lose it
        self.garrison: Final[vec[i64]] = none(places)  # by place: its units
        self.open: Final[vec[i64]] = none(places)  # by place: 1 where the seat may come to hold it
        self.ways: vec[i64] = vec[i64]()  # what can be taken from each place, place after place:
        self.first_way: Final[vec[i64]] = none(places + 1)  # from here, by place
        self.foes: vec[i64] = vec[i64]()  # who threatens each place, the strongest first:
        self.last_foe: Final[vec[i64]] = none(places)  # as the board's links, up to here, by place
        self.most: vec[float] = vec[float]()  # by conquests in a row and place: no march brings more
        self.reach: vec[float] = vec[float]()  # by place: what lies ahead of it; empty until it is asked

    def survey(self) -> None:
        """Read the map: who stands where, which ways are open, what each place is worth, who threatens it."""
        for place in range(self.info.board.size):
            self.garrison[place] = self.strength(self.state.armies[place], self.own.standing[place])
            self.open[place] = 1 if self.is_open(place) else 0
        self.weigh()
        self.chart_ways()
        self.chart_foes()
        self.chart_most()

    def chart_ways(self) -> None:
        """From each place that is the seat's, or can be, all that is not its own and can be invaded."""
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
        """Beside each place the rivals' places that menace it, in the order of their units."""
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
        """What all places in a row would bring if they cost nothing: marches that promise less are not looked at."""
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
        """What lies ahead of each place."""
        seen = self.worth[:]
        for place in range(self.info.board.size):
            if self.open[place] == 0:
                seen[place] = CLOSED
        self.reach = reach_of(self.info.board, self.state, self.seat, seen, STEPS)

    # -------------------------------------------------------------- what an edition knows
    def weigh(self) -> None:
        """Set `worth` and `hold`."""
        raise NotImplementedError

    def counts(self, place: i64) -> bool:
        """Whether a place must be held to hold its zone."""
        return True

    def near(self, stack: i64, place: i64) -> i64:
        """Steps from a stack to a place."""
        return self.info.distance[stack * self.info.board.size + place]

    def is_open(self, place: i64) -> bool:
        """Whether the seat may come to hold a place."""
        return True

    def leads(self, source: i64, target: i64) -> bool:
        """Whether the seat may invade along this link."""
        return True

    def beyond(self, source: i64) -> vec[i64]:
        """What can be invaded from a place though no link leads there."""
        return vec[i64]()

    def menaces(self, source: i64, target: i64) -> bool:
        """Whether a rival's place is a threat to one beside it."""
        return True

    def strength(self, armies: i64, host: i64) -> i64:
        """The units that armies and these pieces (bits) are together."""
        return armies + size(host)
