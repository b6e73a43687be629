"""Compare plans in the same worlds and drop beaten ones early, so that time goes to the close candidates."""

from math import sqrt
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

FEWEST: Final = 5  # worlds played by all plans before one can be dropped
DOUBT: Final = 2.0  # standard errors between a plan and the leader for dropping it
TRIFLE: Final = 0.01  # difference in win chance too small to be worth more time


@final
class Race:
    """The remaining plans, sorted after each elimination, and their results so far.

    The first plan may have a head start: a bonus in win chance in every world.
    """

    def __init__(self, plans: list[int], head_start: float = 0.0) -> None:
        self.plans: Final = plans[:]
        self.worlds: i64 = 0
        self.width: Final[i64] = max(plans) + 1
        self.sums: Final = vec[float]([0.0] * int(self.width))
        self.usual: Final[i64] = plans[0]
        self.head_start: Final[float] = head_start
        # sums of squared differences between pairs of plans
        self.apart: Final = vec[float]([0.0] * int(self.width * self.width))

    def is_open(self) -> bool:
        """Return whether more than one plan is left."""
        return len(self.plans) > 1

    def run(self, promised: list[float]) -> None:
        """Add the results of the remaining plans in another world."""
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
        """Return the head start of a plan in each world."""
        return self.head_start if plan == self.usual else 0.0

    def beats(self, best: i64, plan: i64) -> bool:
        """Return whether `plan` is unlikely to turn out better than `best` by more than a trifle."""
        ahead = (self.sums[best] - self.sums[plan]) / float(self.worlds)
        spread = self.apart[best * self.width + plan] / float(self.worlds) - ahead * ahead
        return ahead + TRIFLE >= DOUBT * sqrt(max(0.0, spread) / float(self.worlds))

    def cut(self, most: int) -> None:
        """Keep only the best `most` plans."""
        self.sort()
        del self.plans[most:]

    def sort(self) -> None:
        """Sort the plans, best first; equal plans keep their order."""
        self.plans.sort(key=lambda plan: -self.sums[plan])
