"""A captain's judgement of one moment in a game of ages: what places are worth, in points, and what armies can do.

An edition's own theatre says which places can be reached, by which dice is fought, and what each place is worth.
"""
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from kamchatka.bots.ages.calendar import Calendar
from kamchatka.bots.ages.doctrine import AgeDoctrine
from kamchatka.bots.judgement import Judgement
from kamchatka.bots.lore import Battles, Lore
from kamchatka.bots.reach import reach_of
from kamchatka.kernel.age import Age
from kamchatka.kernel.bits import size
from kamchatka.kernel.state import State

STEPS: Final = 4            # how far ahead the map is read for armies far from any enemy
DEPTH: Final = 3            # conquests in a row that are reckoned with,
LAST: Final = 4             # when nothing comes after them
SLIM: Final = 0.25          # chance of a conquest below which nothing beyond it is counted
CLOSED: Final = -1000.0     # as worth, for the map ahead: no way leads there
NOTHING: Final = vec[float]([0.0] * 1024)
NONE: Final = vec[i64]([0] * 1024)


def nothing(count: i64) -> vec[float]:
    """So many values, all zero. A slice is a copy, and quicker than a list."""
    return NOTHING[:count]


def none(count: i64) -> vec[i64]:
    """So many numbers, all zero."""
    return NONE[:count]


class Theatre(Judgement):
    """The judgement. It is made anew for every decision; `survey` reads the map, where a decision needs it."""

    def __init__(self, lore: Lore, state: State, own: Age, seat: i64, doctrine: AgeDoctrine, last: i64) -> None:
        super().__init__(state, seat)
        places = lore.board.size
        self.lore: Final = lore
        self.own: Final = own
        self.doctrine: Final = doctrine
        self.calendar: Final = Calendar(state, own, seat, last)
        self.worth: Final[vec[float]] = nothing(places)     # by place: what taking it is worth
        self.hold: Final[vec[float]] = nothing(places)      # by place: what it is worth not to lose it
        self.taken: Final[vec[i64]] = none(places)       # places of a march under way
        self.garrison: Final[vec[i64]] = none(places)    # by place: its units
        self.open: Final[vec[i64]] = none(places)        # by place: 1 where the seat may come to hold it
        self.ways: vec[i64] = vec[i64]()                    # what can be taken from each place, place after place:
        self.first_way: Final[vec[i64]] = none(places + 1)   # from here, by place
        self.foes: vec[i64] = vec[i64]()                    # who threatens each place, the strongest first:
        self.last_foe: Final[vec[i64]] = none(places)    # as the board's links, up to here, by place
        self.most: vec[float] = vec[float]()                # by conquests in a row and place: no march brings more
        self.reach: vec[float] = vec[float]()
        self.posts: dict[int, float] = {}                   # what was found of posts
        self.ahead: float = 1.0                         # what a march counts: less when this turn's invasions are over
        self.peril: Final = min(1.0, doctrine.risk * self.calendar.rival_turns)
        self.price: Final = doctrine.army if self.calendar.turns_left > 0.0 else doctrine.spent
        # the part of what is held now that is held at the end, and the ages of income that a place held now brings
        self.lasting: Final = float(doctrine.persist ** self.calendar.later)
        self.stream: Final = doctrine.persist * (1.0 - self.lasting) / (1.0 - doctrine.persist)
        self.malice: Final[vec[float]] = nothing(state.seats)       # by seat: what a point it loses is worth

    # -------------------------------------------------------------- the map
    def survey(self) -> None:
        """Read the map: who stands where, which ways are open, what each place is worth, who threatens it."""
        for place in range(self.lore.board.size):
            self.garrison[place] = self.strength(self.state.armies[place], self.own.standing[place])
            self.open[place] = 1 if self.is_open(place) else 0
        self.weigh()
        self.chart_ways()
        self.chart_foes()
        self.chart_most()

    def chart_ways(self) -> None:
        """From each place that is the seat's, or can be, all that is not its own and can be invaded."""
        board = self.lore.board
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
        if self.peril == 0.0:
            return
        board = self.lore.board
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
        places = self.lore.board.size
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
        for place in range(self.lore.board.size):
            if self.open[place] == 0:
                seen[place] = CLOSED
        self.reach = reach_of(self.lore.board, self.state, self.seat, seen, STEPS)

    # -------------------------------------------------------------- what an edition knows
    def weigh(self) -> None:
        """Set `worth` and `hold`."""
        raise NotImplementedError

    def counts(self, place: i64) -> bool:
        """Whether a place must be held to hold its zone."""
        return True

    def near(self, stack: i64, place: i64) -> i64:
        """Steps from a stack to a place."""
        return self.lore.distance[stack * self.lore.board.size + place]

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

    def battles(self, source: i64, target: i64, host: i64) -> Battles:
        """The odds between two places when these pieces (bits) lead the attack."""
        return self.lore.battles

    def arrivals(self, target: i64, units: i64) -> i64:
        """How many of the units that enter a place are there afterwards."""
        return units

    def strength(self, armies: i64, host: i64) -> i64:
        """The units that armies and these pieces (bits) are together."""
        return armies + size(host)

    def fighters(self, place: i64, units: i64) -> i64:
        """How many of the units of a place may leave it to fight: all but one."""
        return units - 1

    def price_at(self, target: i64) -> float:
        """What an army lost there is worth."""
        return self.price

    # -------------------------------------------------------------- rivals
    def resent(self, points: vec[i64]) -> None:
        """What it is worth that a rival loses a point, by how far it is ahead."""
        total = 0.0
        for seat in range(self.state.seats):
            total += float(points[seat])
        mean = max(1.0, total / float(self.state.seats))
        for rival in range(self.state.seats):
            if rival != self.seat and self.state.is_alive(rival):
                ahead = float(points[rival]) / mean - 1.0
                self.malice[rival] = self.doctrine.deny * max(0.2, 1.0 + self.doctrine.leader * 4.0 * ahead)

    # -------------------------------------------------------------- what units can do
    def march(self, place: i64, units: i64, host: i64, depth: i64) -> float:
        """The best that so many units on a place can do, conquest after conquest, led by these pieces."""
        best = 0.0
        attackers = self.fighters(place, units)
        if attackers > 0:
            row = (depth - 1) * self.lore.board.size
            for i in range(self.first_way[place], self.first_way[place + 1]):
                target = self.ways[i]
                if self.taken[target] == 0 and self.worth[target] + self.most[row + target] > best:
                    best = max(best, self.attack(place, target, attackers, host, depth))
        return best

    def attack(self, source: i64, target: i64, attackers: i64, host: i64, depth: i64) -> float:
        """What an attack brings beyond its cost, with what may follow from the place taken."""
        defenders = self.garrison[target]
        if defenders == 0:
            return self.prize(source, target, attackers, attackers, host, depth)
        odds = self.battles(source, target, host)
        wins = odds.win(attackers, defenders)
        prize = self.worth[target]
        if wins > SLIM:
            left = i64((float(attackers) - odds.losses(attackers, defenders)) / wins + 0.5)
            prize = self.prize(source, target, attackers, left, host, depth)
        price = self.price_at(target)
        return price * odds.pays(attackers, defenders, prize / price)

    def prize(self, source: i64, target: i64, attackers: i64, left: i64, host: i64, depth: i64) -> float:
        """The place, less what is less safe than before, and the best march from there."""
        there = self.arrivals(target, left)
        self.taken[target] = 1
        prize = self.worth[target] - self.doctrine.caution * self.exposure(source, target, attackers + 1, there)
        if depth > 1:
            prize += self.march(target, there, host, depth - 1)
        self.taken[target] = 0
        return prize

    def exposure(self, source: i64, target: i64, units: i64, left: i64) -> float:
        """What is less safe after a conquest than before: the place left with one unit, less the one taken."""
        return self.kept(source, units) - self.kept(source, 1) + self.hold[target] - self.kept(target, left)

    def kept(self, place: i64, units: i64) -> float:
        """What a place is worth, for as much as so many units keep it from the strongest who threatens it."""
        if self.peril == 0.0 or units == 0:
            return self.hold[place] if units > 0 else 0.0
        for i in range(self.lore.board.first[place], self.last_foe[place]):
            by = self.foes[i]
            if self.taken[by] == 0:
                odds = self.battles(by, place, self.own.standing[by])
                lost = odds.win(self.garrison[by] - 1 + i64(self.doctrine.fear), units)
                return self.hold[place] * (1.0 - self.peril * lost)
        return self.hold[place]

    def stand(self, place: i64, armies: i64) -> float:
        return self.post(place, armies, self.own.standing[place])

    def post(self, place: i64, armies: i64, host: i64) -> float:
        """What armies and pieces are good for: the march they can make, the place they keep, what is near."""
        key = (armies << 16) | (host << 8) | place
        if key not in self.posts:
            units = self.strength(armies, host)
            value = self.ahead * self.march(place, units, host, DEPTH) + self.doctrine.keep * self.kept(place, units)
            self.posts[key] = value + self.lure(place, units)
        return self.posts[key]

    def lure(self, place: i64, units: i64) -> float:
        """What units in a place are nearer to, in turns to come."""
        if self.calendar.turns_left == 0.0:
            return 0.0
        if len(self.reach) == 0:
            self.look_ahead()
        return self.doctrine.lure * self.calendar.turns_left * float(units) * self.reach[place]

    def put_off(self) -> None:
        """The invasions of this turn are over: marches are those of turns to come."""
        self.ahead = self.doctrine.later if self.calendar.turns_left > 0.0 else 0.0
        self.posts = {}
