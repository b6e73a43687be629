"""Odds of one observed throw: its losses, compared with those of all possible results."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

from kamchatka.kernel.dice import count_attacker_losses, pips
from kamchatka.kernel.options import Action
from kamchatka.kernel.state import Frame
from kamchatka.odds.dice import Throw
from kamchatka.odds.roll import roll


@dataclass(frozen=True)
class Cost:
    """Losses of both sides for one result of the dice, and the probability of that result."""

    lost: int  # units that the attacker loses
    beaten: int  # units that the defender loses
    chance: float = 1.0

    @property
    def balance(self) -> int:
        """Net gain of the attacker, in units."""
        return self.beaten - self.lost


@dataclass(frozen=True)
class ThrowOdds:
    """An observed throw and all results it could have had.

    `duel`: two pieces fought, and one of them was lost. Otherwise armies were lost.
    """

    fell: Cost
    costs: tuple[Cost, ...]
    duel: bool = False

    @cached_property
    def lost(self) -> float:
        """Average losses of the attacker."""
        return sum(cost.lost * cost.chance for cost in self.costs)

    @cached_property
    def beaten(self) -> float:
        """Average losses of the defender."""
        return sum(cost.beaten * cost.chance for cost in self.costs)

    @property
    def balance(self) -> float:
        """Average net gain of the attacker."""
        return self.beaten - self.lost

    @cached_property
    def variance(self) -> float:
        """Variance of the attacker's net gain."""
        return sum((cost.balance - self.balance) ** 2 * cost.chance for cost in self.costs)


@dataclass(frozen=True)
class ThrowMoment:
    """The decision just before a throw: the last frame that was closed, and the action that closed it."""

    settled: Frame
    action: Action | None


def compare_dice(
    attack: Throw, defence: Throw, dice: tuple[int, int], ties: bool = False, stake: int = 1, most: int | None = None
) -> ThrowOdds:
    """Return the odds of a throw whose dice (packed) are compared in pairs, with a stake for each pair.

    `ties`: the attacker wins equal dice. `most`: at most this many defenders may fall.

    >>> from kamchatka.odds import Throw
    >>> found = compare_dice(Throw(1), Throw(1), (6, 5))
    >>> found.fell.beaten, round(found.lost, 4)
    (1, 0.5833)
    """
    pairs = min(attack.dice, defence.dice)
    lost = int(count_attacker_losses(dice[0], dice[1], pairs))
    if ties:
        lost = pairs - int(count_attacker_losses(dice[1], dice[0], pairs))
    costs = _costs(attack, defence, ties, stake, most)
    return ThrowOdds(Cost(costs[lost].lost, costs[lost].beaten), costs)


@lru_cache(maxsize=1024)
def _costs(attack: Throw, defence: Throw, ties: bool, stake: int, most: int | None) -> tuple[Cost, ...]:
    """List the possible costs by the number of comparisons that the attacker loses."""
    pairs = min(attack.dice, defence.dice)
    fall = [(pairs - lost) * stake for lost in range(pairs + 1)]
    return tuple(
        Cost(lost * stake, fall[lost] if most is None else min(fall[lost], most), chance)
        for lost, chance in enumerate(roll(attack, defence, ties))
    )


def duel_odds(wins: float, won: bool) -> ThrowOdds:
    """Return the odds of a duel between two pieces that the attacker wins with this probability.

    >>> duel_odds(0.75, won=False).balance
    0.5
    """
    fell = Cost(0, 1) if won else Cost(1, 0)
    return ThrowOdds(fell, (Cost(0, 1, wins), Cost(1, 0, 1.0 - wins)), duel=True)


def thrown(packed: int) -> Throw:
    """Return the throw of plain dice that these packed dice show."""
    return Throw(len(pips(packed)))
