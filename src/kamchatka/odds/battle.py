"""A whole battle: both sides roll all the dice they may until one has no army left, or the attacker stops."""
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from kamchatka.kernel.problem import Problem
from kamchatka.odds.roll import MOST_DICE, roll

LARGEST = 1000              # armies; beyond them no table has pieces


@dataclass(frozen=True)
class Battle:
    """How it ends. Attackers are the armies able to fight; one more, which may not, stays where they come from."""

    attackers: int
    defenders: int
    ends: Mapping[tuple[int, int], float]               # (attackers left, defenders left) → chance

    @cached_property
    def wins(self) -> float:
        """The chance that no defender is left."""
        return sum(chance for (_, defenders), chance in self.ends.items() if defenders == 0)

    @cached_property
    def left(self) -> tuple[float, ...]:
        """The chance that the place is taken with 0, 1, … attackers left (0 cannot be)."""
        return tuple(self.ends.get((armies, 0), 0.0) for armies in range(self.attackers + 1))

    @cached_property
    def held(self) -> tuple[float, ...]:
        """The chance that the attack ends with 0, 1, … defenders left; the first is `wins`."""
        chances = [0.0] * (self.defenders + 1)
        for (_, defenders), chance in self.ends.items():
            chances[defenders] += chance
        return tuple(chances)

    @cached_property
    def attacker_losses(self) -> float:
        """Armies the attacker loses, on average."""
        return self.attackers - sum(attackers * chance for (attackers, _), chance in self.ends.items())

    @cached_property
    def defender_losses(self) -> float:
        """Armies the defender loses, on average."""
        return self.defenders - sum(defenders * chance for (_, defenders), chance in self.ends.items())


@cache
def battle(attackers: int, defenders: int, *, defence_dice: int = 3, stop_at: int = 0) -> Battle:
    """Attackers able to fight against the armies of a place; the attacker stops once `stop_at` or fewer are left."""
    check(attackers, defenders, defence_dice, stop_at)
    chances: dict[tuple[int, int], float] = defaultdict(float)
    chances[attackers, defenders] = 1.0
    ends: dict[tuple[int, int], float] = {}
    # A roll only takes armies away, so every position is reached from larger ones, which come first.
    for ours in range(attackers, -1, -1):
        for theirs in range(defenders, -1, -1):
            here = chances.get((ours, theirs), 0.0)
            if here == 0.0:
                continue
            if theirs == 0 or ours <= stop_at:
                ends[ours, theirs] = here
                continue
            dice, answer = min(MOST_DICE, ours), min(defence_dice, theirs)
            for lost, chance in enumerate(roll(dice, answer)):
                chances[ours - lost, theirs - (min(dice, answer) - lost)] += here * chance
    return Battle(attackers, defenders, ends)


def check(attackers: int, defenders: int, defence_dice: int, stop_at: int) -> None:
    """A Problem when no such battle can be fought."""
    for armies, least in ((attackers, 0), (defenders, 1), (stop_at, 0)):
        if not least <= armies <= LARGEST:
            raise Problem(f"Con {armies} armate non si calcola: da {least} a {LARGEST}.",
                          f"{armies} armies will not do: {least} to {LARGEST}.")
    roll(1, defence_dice)
