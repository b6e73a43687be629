"""Evaluate one moment in a game of ages for a captain: values of places, in points, and what armies can achieve.

Editions define which places can be reached, the dice of each battle, and the value of each place.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.bots.ages.board_reading import BoardReading, none, nothing
from kamchatka.bots.ages.calendar import Calendar
from kamchatka.bots.ages.weights import AgeWeights
from kamchatka.bots.battles import Battles
from kamchatka.bots.info import GameInfo
from kamchatka.kernel.ages.age import Age
from kamchatka.kernel.state import State

DEPTH: Final = 3  # maximum number of consecutive conquests considered
SLIM: Final = 0.25  # win chance of a conquest below which follow-ups are ignored


class AgeEvaluator(BoardReading):
    """The evaluator of a captain, created anew for every decision."""

    def __init__(self, info: GameInfo, state: State, own: Age, seat: i64, weights: AgeWeights, last: i64) -> None:
        super().__init__(info, state, own, seat)
        self.weights: Final = weights
        self.calendar: Final = Calendar(state, own, seat, last)
        self.taken: Final[vec[i64]] = none(info.board.size)  # places taken by the march being evaluated
        self.posts: dict[int, float] = {}  # cached values of `post`
        self.ahead: float = 1.0  # weight of a march: reduced when this turn's invasions are over
        self.peril: Final = min(1.0, weights.risk * self.calendar.rival_turns)
        self.price: Final = weights.army if self.calendar.turns_left > 0.0 else weights.spent
        # `lasting`: part of today's holdings still held at the end; `stream`: ages of income from a place held now
        self.lasting: Final = float(weights.persist**self.calendar.later)
        self.stream: Final = weights.persist * (1.0 - self.lasting) / (1.0 - weights.persist)
        self.malice: Final[vec[float]] = nothing(state.seats)  # by seat: the value of each point it loses

    # -------------------------------------------------------------- hooks for editions
    def battles(self, source: i64, target: i64, host: i64) -> Battles:
        """Return the odds between two places when these pieces (bits) lead the attack."""
        return self.info.battles

    def arrivals(self, target: i64, units: i64) -> i64:
        """Return how many of the units entering a place remain there."""
        return units

    def fighters(self, place: i64, units: i64) -> i64:
        """Return how many units of a place may leave it to fight: all but one."""
        return units - 1

    def price_at(self, target: i64) -> float:
        """Return the value of an army lost at the target."""
        return self.price

    # -------------------------------------------------------------- rivals
    def resent(self, points: vec[i64]) -> None:
        """Set the value of a point lost by each rival, based on how far it is ahead."""
        total = 0.0
        for seat in range(self.state.seats):
            total += float(points[seat])
        mean = max(1.0, total / float(self.state.seats))
        for rival in range(self.state.seats):
            if rival != self.seat and self.state.is_alive(rival):
                ahead = float(points[rival]) / mean - 1.0
                self.malice[rival] = self.weights.deny * max(0.2, 1.0 + self.weights.leader * 4.0 * ahead)

    # -------------------------------------------------------------- what units can achieve
    def march(self, place: i64, units: i64, host: i64, depth: i64) -> float:
        """Return the value of the best sequence of conquests by `units` from a place, led by these pieces."""
        best = 0.0
        attackers = self.fighters(place, units)
        if attackers > 0:
            row = (depth - 1) * self.info.board.size
            for i in range(self.first_way[place], self.first_way[place + 1]):
                target = self.ways[i]
                if self.taken[target] == 0 and self.worth[target] + self.most[row + target] > best:
                    best = max(best, self.attack(place, target, attackers, host, depth))
        return best

    def attack(self, source: i64, target: i64, attackers: i64, host: i64, depth: i64) -> float:
        """Return the value of an attack, including follow-up conquests, minus its cost."""
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
        """Return the value of the conquered place and of the best march from it, minus the loss of safety."""
        there = self.arrivals(target, left)
        self.taken[target] = 1
        prize = self.worth[target] - self.weights.caution * self.exposure(source, target, attackers + 1, there)
        if depth > 1:
            prize += self.march(target, there, host, depth - 1)
        self.taken[target] = 0
        return prize

    def exposure(self, source: i64, target: i64, units: i64, left: i64) -> float:
        """Return the safety lost by a conquest: the source is left with one unit, and the target may be retaken."""
        return (
            self.holding_value(source, units)
            - self.holding_value(source, 1)
            + self.hold[target]
            - self.holding_value(target, left)
        )

    def holding_value(self, place: i64, units: i64) -> float:
        """Return the value of a place, weighted by the chance that `units` hold it against its strongest threat."""
        if self.peril == 0.0 or units == 0:
            return self.hold[place] if units > 0 else 0.0
        for i in range(self.info.board.first[place], self.last_foe[place]):
            by = self.foes[i]
            if self.taken[by] == 0:
                odds = self.battles(by, place, self.own.standing[by])
                lost = odds.win(self.garrison[by] - 1 + i64(self.weights.fear), units)
                return self.hold[place] * (1.0 - self.peril * lost)
        return self.hold[place]

    def stand(self, place: i64, armies: i64) -> float:
        return self.post(place, armies, self.own.standing[place])

    def post(self, place: i64, armies: i64, host: i64) -> float:
        """Return the value of armies and pieces on a place: their march, the place they hold, nearby targets."""
        key = (armies << 16) | (host << 8) | place
        if key not in self.posts:
            units = self.strength(armies, host)
            value = self.ahead * self.march(place, units, host, DEPTH) + self.weights.keep * self.holding_value(
                place, units
            )
            self.posts[key] = value + self.lure(place, units)
        return self.posts[key]

    def lure(self, place: i64, units: i64) -> float:
        """Return the value of the targets that units on a place come closer to in later turns."""
        if self.calendar.turns_left == 0.0:
            return 0.0
        if len(self.reach) == 0:
            self.look_ahead()
        return self.weights.lure * self.calendar.turns_left * float(units) * self.reach[place]

    def put_off(self) -> None:
        """End this turn's invasions: from now on a march counts as one of a later turn."""
        self.ahead = self.weights.later if self.calendar.turns_left > 0.0 else 0.0
        self.posts = {}
