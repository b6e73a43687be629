"""Goals are sets of places with a prize. A place's value is its share of all prizes it helps to win."""

from math import exp
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from kamchatka.bots.goals.duel import last_rival
from kamchatka.bots.goals.weights import Weights
from kamchatka.bots.info import GameInfo
from kamchatka.kernel.state import NOBODY, State

NEARNESS: Final = vec[float]([1.0, 1.0, 0.75, 0.5, 0.3, 0.15])  # weight of an army by its distance in links


@final
class Goals:
    """Values of a position: `worth` of taking a place and `hold` of keeping it, by place."""

    def __init__(self, info: GameInfo, state: State, seat: i64, weights: Weights) -> None:
        size = int(info.board.size)
        self.info: Final = info
        self.state: Final = state
        self.seat: Final[i64] = seat
        self.weights: Final = weights
        self.worth: Final = vec[float]([weights.land] * size)
        self.hold: Final = vec[float]([weights.land] * size)
        self.garrison: i64 = 1  # armies that each place should have in the end
        self.filling: float = 0.0  # value of bringing another place up to the garrison
        self.is_duel: Final = weights.habits.finishes and last_rival(state, seat) != NOBODY
        self.is_won: bool = False  # one rival is left and far weaker, so there is no reason to wait
        # whether the game can be won in this turn, so that values depend on the positions of our stacks
        self.is_in_sight: bool = False
        stacks: vec[i64] = vec[i64](capacity=16)
        for place in range(info.board.size):
            if state.owner[place] == seat and state.armies[place] > 1:
                stacks = append(stacks, place)
        self.stacks: Final = stacks  # our places with armies to spare

    def chance(self, missing: vec[i64]) -> float:
        """Estimate the chance to take all of these places soon, from our nearby armies and the cost."""
        cost = 0.0
        for place in missing:
            cost += self.info.battles.cost(self.state.armies[place])
        power = float(self.state.stock[self.seat]) + self.power(missing)
        return 1.0 / (1.0 + exp(self.weights.slope * (self.weights.margin - power / (cost + 0.1))))

    def power(self, missing: vec[i64]) -> float:
        """Return the armies that can be spared, weighted by distance."""
        size = self.info.board.size
        distance = self.info.distance
        total = 0.0
        for place in self.stacks:
            near: i64 = len(NEARNESS)
            for other in missing:
                near = min(near, distance[place * size + other])
            if near < len(NEARNESS):
                total += NEARNESS[near] * float(self.state.armies[place] - 1)
        return total

    def pursue(self, missing: vec[i64], prize: float) -> None:
        """Distribute a prize over the missing places by their cost."""
        cost = 0.0
        for place in missing:
            cost += self.info.battles.cost(self.state.armies[place])
        for place in missing:
            self.worth[place] += prize * self.info.battles.cost(self.state.armies[place]) / cost

    def add_points(self, place: i64, part: float = 1.0) -> None:
        """Add the place's printed points, or a part of them while the end is far."""
        points = self.weights.point * float(self.info.board.value[place]) * part
        self.worth[place] += points
        self.hold[place] += points

    def guard(self, held: vec[i64], prize: float) -> None:
        """Distribute over the held places what losing one of them would cost."""
        for place in held:
            self.hold[place] += prize / float(len(held))
