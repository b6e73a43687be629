"""A race of plans through the same worlds: who is beaten drops out, so that time is spent where it can tell more."""

from math import sqrt
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

FEWEST: Final = 5  # worlds that all plans play before one is held beaten,
DOUBT: Final = 2.0  # which takes so many standard errors between it and the leader,
TRIFLE: Final = 0.01  # give or take a part of a game that is not worth the time to find out


@final
class Race:
    """Plans still in it, the best one first whenever some have dropped out; and what each has promised so far.

    The first plan may have a head start: a part of a game, in every world, that others must make up.
    """

    def __init__(self, plans: list[int], head_start: float = 0.0) -> None:
        self.plans: Final = plans[:]
        self.worlds: i64 = 0
        self.width: Final[i64] = max(plans) + 1
        self.sums: Final = vec[float]([0.0] * int(self.width))
        self.usual: Final[i64] = plans[0]
        self.head_start: Final[float] = head_start
        self.apart: Final = vec[float]([0.0] * int(self.width * self.width))  # squares of what two differed by

    def is_open(self) -> bool:
        """Whether there is still something to find out."""
        return len(self.plans) > 1

    def run(self, promised: list[float]) -> None:
        """Another world: what each plan still in the race came to there."""
        self.worlds += 1
        promised = [value + self.advantage(plan) for plan, value in zip(self.plans, promised, strict=True)]
        for i, plan in enumerate(self.plans):
            self.sums[plan] += promised[i]
            for j, other in enumerate(self.plans):
                self.apart[plan * self.width + other] += (promised[i] - promised[j]) * (promised[i] - promised[j])
        if self.worlds >= FEWEST:
            self.sort()
            best = self.plans[0]
            self.plans[:] = [plan for plan in self.plans if plan == best or not self.beats(best, plan)]

    def advantage(self, plan: i64) -> float:
        """What a plan is ahead before a world is played."""
        return self.head_start if plan == self.usual else 0.0

    def beats(self, best: i64, plan: i64) -> bool:
        """Whether more worlds would hardly show the plan to be better than the best, by more than a trifle."""
        ahead = (self.sums[best] - self.sums[plan]) / float(self.worlds)
        spread = self.apart[best * self.width + plan] / float(self.worlds) - ahead * ahead
        return ahead + TRIFLE >= DOUBT * sqrt(max(0.0, spread) / float(self.worlds))

    def cut(self, most: int) -> None:
        """Only so many go on."""
        self.sort()
        del self.plans[most:]

    def sort(self) -> None:
        """The best first; of equals, the one that was named first."""
        self.plans.sort(key=lambda plan: -self.sums[plan])
