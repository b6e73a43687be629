"""Odds of a march: one group of armies takes place after place and leaves a garrison on each."""

from collections.abc import Sequence
from dataclasses import dataclass

from kamchatka.odds.battle import battle
from kamchatka.odds.dice import THREE_DICE, DiceRule


@dataclass(frozen=True)
class March:
    """Outcome of a march."""

    taken: tuple[float, ...]  # probabilities that at least 1, 2, … places are taken
    left: tuple[float, ...]  # probabilities that all are taken and 0, 1, … armies reach the last

    @property
    def wins(self) -> float:
        """Probability that every place is taken.

        >>> from kamchatka.odds import march
        >>> round(march(12, [3, 3]).wins, 3)
        0.7
        """
        return self.taken[-1] if self.taken else 1.0


def march(
    attackers: int, places: Sequence[int], rule: DiceRule = THREE_DICE, *, stop_at: int = 0, garrison: int = 1
) -> March:
    """Compute the odds of taking places in order. All survivors move on, except for a garrison on each place.

    >>> from kamchatka.odds import march
    >>> [round(chance, 2) for chance in march(10, [2, 1, 3]).taken]
    [0.99, 0.98, 0.64]
    """
    groups = {attackers: 1.0}  # maps the number of armies that can still fight to its probability
    left, taken = {attackers: 1.0}, list[float]()
    for defenders in places:
        left = {}
        for group, chance in groups.items():
            for armies, share in enumerate(battle(group, defenders, rule, stop_at=stop_at).left):
                if share > 0.0:
                    left[armies] = left.get(armies, 0.0) + chance * share
        groups = {}
        for armies, chance in left.items():
            group = max(0, armies - garrison)
            groups[group] = groups.get(group, 0.0) + chance
        taken.append(sum(left.values()))
    return March(tuple(taken), tuple(left.get(armies, 0.0) for armies in range(attackers + 1)))
