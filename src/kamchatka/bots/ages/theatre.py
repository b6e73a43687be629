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
DEPTH: Final = 3            # conquests in a row that are reckoned with
SLIM: Final = 0.25          # chance of a conquest below which nothing beyond it is counted
CLOSED: Final = -1000.0     # as worth, for the map ahead: no way leads there


class Theatre(Judgement):
    """The judgement. It is made anew for every decision."""

    def __init__(self, lore: Lore, state: State, own: Age, seat: i64, doctrine: AgeDoctrine, last: i64) -> None:
        super().__init__(state, seat)
        places = int(lore.board.size)
        self.lore: Final = lore
        self.own: Final = own
        self.doctrine: Final = doctrine
        self.calendar: Final = Calendar(state, own, seat, last)
        self.worth: Final = vec[float]([0.0] * places)  # by place: what taking it is worth
        self.hold: Final = vec[float]([0.0] * places)   # by place: what it is worth not to lose it
        self.reach: vec[float] = vec[float]([0.0] * places)
        self.ways: list[vec[i64]] = []                  # by place: the places that can be invaded from it
        self.taken: Final = vec[i64]([0] * places)      # places of a march under way
        self.ahead: float = 1.0                         # what a march counts: less when this turn's invasions are over
        self.peril: Final = min(1.0, doctrine.risk * self.calendar.rival_turns)
        self.price: Final = doctrine.army if self.calendar.turns_left > 0.0 else doctrine.spent
        # the part of what is held now that is held at the end, and the ages of income that a place held now brings
        self.lasting: Final = float(doctrine.persist ** self.calendar.later)
        self.stream: Final = doctrine.persist * (1.0 - self.lasting) / (1.0 - doctrine.persist)
        self.malice: Final = vec[float]([0.0] * int(state.seats))   # by seat: what a point it loses is worth

    def survey(self) -> None:
        """Read the map: which ways are open, what each place is worth, what lies ahead of it."""
        board = self.lore.board
        self.ways = [self.targets(place) for place in range(board.size)]
        self.weigh()
        seen = self.worth[:]
        for place in range(board.size):
            if not self.is_open(place):
                seen[place] = CLOSED
        self.reach = reach_of(board, self.state, self.seat, seen, STEPS)

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

    def strength(self, armies: i64, host: i64) -> i64:
        """The units that armies and these pieces (bits) are together."""
        return armies + size(host)

    def fighters(self, place: i64, units: i64) -> i64:
        """How many of the units of a place may leave it to fight: all but one."""
        return units - 1

    def price_at(self, target: i64) -> float:
        """What an army lost there is worth."""
        return self.price

    # -------------------------------------------------------------- units
    def units(self, place: i64) -> i64:
        """Armies and pieces in a place."""
        return self.strength(self.state.armies[place], self.own.standing[place])

    def targets(self, source: i64) -> vec[i64]:
        """All that can be invaded from a place, whoever holds it now."""
        board = self.lore.board
        found: vec[i64] = vec[i64](capacity=8)
        for i in range(board.first[source], board.first[source + 1]):
            target = board.links[i]
            if self.is_open(target) and self.leads(source, target):
                found = append(found, target)
        for target in self.beyond(source):
            if self.is_open(target):
                found = append(found, target)
        return found

    # -------------------------------------------------------------- what units can do
    def march(self, place: i64, units: i64, host: i64, depth: i64) -> float:
        """The best that so many units on a place can do, conquest after conquest, led by these pieces."""
        best = 0.0
        attackers = self.fighters(place, units)
        if attackers > 0:
            for target in self.ways[place]:
                if self.state.owner[target] != self.seat and self.taken[target] == 0:
                    best = max(best, self.attack(place, target, attackers, host, depth))
        return best

    def attack(self, source: i64, target: i64, attackers: i64, host: i64, depth: i64) -> float:
        """What an attack brings beyond its cost, with what may follow from the place taken."""
        defenders = self.units(target)
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
        """What a place is worth, for as much as so many units keep it."""
        state = self.state
        if self.peril == 0.0 or units == 0:
            return self.hold[place] if units > 0 else 0.0
        board = self.lore.board
        threat: i64 = 0
        by: i64 = place
        for i in range(board.first[place], board.first[place + 1]):
            other = board.links[i]
            owner = state.owner[other]
            hostile = owner != self.seat and owner >= 0 and self.taken[other] == 0 and self.menaces(other, place)
            if hostile and self.units(other) > threat:
                threat = self.units(other)
                by = other
        if threat == 0:
            return self.hold[place]
        odds = self.battles(by, place, self.own.standing[by])
        return self.hold[place] * (1.0 - self.peril * odds.win(threat - 1 + i64(self.doctrine.fear), units))

    def stand(self, place: i64, armies: i64) -> float:
        return self.post(place, armies, self.own.standing[place])

    def post(self, place: i64, armies: i64, host: i64) -> float:
        """What armies and pieces are good for: the march they can make, the place they keep, what is near."""
        units = self.strength(armies, host)
        value = self.ahead * self.march(place, units, host, DEPTH) + self.doctrine.keep * self.kept(place, units)
        return value + self.doctrine.lure * self.calendar.turns_left * float(units) * self.reach[place]
