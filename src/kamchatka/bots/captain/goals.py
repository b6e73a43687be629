"""Goals: sets of places with a prize. A place is worth its part of every prize that can be won with it."""

from math import exp
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from kamchatka.bots.captain.duel import last_rival
from kamchatka.bots.captain.weights import Weights
from kamchatka.bots.info import GameInfo
from kamchatka.kernel.state import NOBODY, State

NEARNESS: Final = vec[float]([1.0, 1.0, 0.75, 0.5, 0.3, 0.15])  # what an army so many links away counts


@final
class Goals:
    """By place: what taking it is worth (`worth`), and what it is worth to keep it (`hold`)."""

    def __init__(self, info: GameInfo, state: State, seat: i64, weights: Weights) -> None:
        size = int(info.board.size)
        self.info: Final = info
        self.state: Final = state
        self.seat: Final[i64] = seat
        self.weights: Final = weights
        self.worth: Final = vec[float]([weights.land] * size)
        self.hold: Final = vec[float]([weights.land] * size)
        self.garrison: i64 = 1  # armies that each place should have in the end
        self.filling: float = 0.0  # the worth of bringing one more place up to the garrison
        self.is_duel: Final = weights.habits.finishes and last_rival(state, seat) != NOBODY
        self.is_won: bool = False  # one rival is left, and far weaker: there is nothing to wait for
        self.is_in_sight: bool = False  # the end: places are dear by which stacks stand beside them
        stacks: vec[i64] = vec[i64](capacity=16)
        for place in range(info.board.size):
            if state.owner[place] == seat and state.armies[place] > 1:
                stacks = append(stacks, place)
        self.stacks: Final = stacks  # one's own places with armies to spare

    def chance(self, missing: vec[i64]) -> float:
        """Roughly, the chance to take all of these soon: one's power near them against what they cost."""
        cost = 0.0
        for place in missing:
            cost += self.info.battles.cost(self.state.armies[place])
        power = float(self.state.stock[self.seat]) + self.power(missing)
        return 1.0 / (1.0 + exp(self.weights.slope * (self.weights.margin - power / (cost + 0.1))))

    def power(self, missing: vec[i64]) -> float:
        """Armies that can be spared, each for as much as it is near."""
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
        """Every missing place gets its part of the prize, by what it costs."""
        cost = 0.0
        for place in missing:
            cost += self.info.battles.cost(self.state.armies[place])
        for place in missing:
            self.worth[place] += prize * self.info.battles.cost(self.state.armies[place]) / cost

    def add_points(self, place: i64, part: float = 1.0) -> None:
        """A place counts for its printed value, or for a part of it while the end is far."""
        points = self.weights.point * float(self.info.board.value[place]) * part
        self.worth[place] += points
        self.hold[place] += points

    def guard(self, held: vec[i64], prize: float) -> None:
        """Every place held gets its part of what losing one of them would cost."""
        for place in held:
            self.hold[place] += prize / float(len(held))
