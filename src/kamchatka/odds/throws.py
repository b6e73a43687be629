"""One throw that was made: what it took, and everything it might have taken."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

from kamchatka.kernel.dice import lost_by_attacker, pips
from kamchatka.kernel.options import Action
from kamchatka.kernel.state import Frame
from kamchatka.odds.dice import Throw
from kamchatka.odds.roll import roll


@dataclass(frozen=True)
class Cost:
    """What one fall of the dice costs both sides, and the chance of it."""

    lost: int  # by the attacker
    beaten: int  # by the defender
    chance: float = 1.0

    @property
    def balance(self) -> int:
        """What the attacker comes out ahead by."""
        return self.beaten - self.lost


@dataclass(frozen=True)
class ThrowOdds:
    """A throw as it fell, among all the ways in which it might have fallen.

    `duel`: pieces fought, and the loser has lost its own; otherwise armies fell.
    """

    fell: Cost
    costs: tuple[Cost, ...]
    duel: bool = False

    @cached_property
    def lost(self) -> float:
        """What the attacker loses on average."""
        return sum(cost.lost * cost.chance for cost in self.costs)

    @cached_property
    def beaten(self) -> float:
        """What the defender loses on average."""
        return sum(cost.beaten * cost.chance for cost in self.costs)

    @property
    def balance(self) -> float:
        """What the attacker comes out ahead by, on average."""
        return self.beaten - self.lost

    @cached_property
    def variance(self) -> float:
        """How far the attacker's balance strays, squared."""
        return sum((cost.balance - self.balance) ** 2 * cost.chance for cost in self.costs)


@dataclass(frozen=True)
class ThrowMoment:
    """What was decided just before a throw: the frame that was settled last, and the action behind it."""

    settled: Frame
    action: Action | None


def compared(
    attack: Throw, defence: Throw, dice: tuple[int, int], ties: bool = False, stake: int = 1, most: int | None = None
) -> ThrowOdds:
    """A throw whose dice (attack and defence, packed) were compared in pairs, each at a stake.

    `ties`: the attacker wins equal dice. `most`: no more defenders than this may fall.

    >>> from kamchatka.odds import Throw
    >>> found = compared(Throw(1), Throw(1), (6, 5))
    >>> found.fell.beaten, round(found.lost, 4)
    (1, 0.5833)
    """
    pairs = min(attack.dice, defence.dice)
    lost = int(lost_by_attacker(dice[0], dice[1], pairs))
    if ties:
        lost = pairs - int(lost_by_attacker(dice[1], dice[0], pairs))
    costs = _costs(attack, defence, ties, stake, most)
    return ThrowOdds(Cost(costs[lost].lost, costs[lost].beaten), costs)


@lru_cache(maxsize=1024)
def _costs(attack: Throw, defence: Throw, ties: bool, stake: int, most: int | None) -> tuple[Cost, ...]:
    """By how many comparisons the attacker loses."""
    pairs = min(attack.dice, defence.dice)
    fall = [(pairs - lost) * stake for lost in range(pairs + 1)]
    return tuple(
        Cost(lost * stake, fall[lost] if most is None else min(fall[lost], most), chance)
        for lost, chance in enumerate(roll(attack, defence, ties))
    )


def duelled(wins: float, won: bool) -> ThrowOdds:
    """A throw of two pieces against each other, won by the attacker with this chance.

    >>> duelled(0.75, won=False).balance
    0.5
    """
    fell = Cost(0, 1) if won else Cost(1, 0)
    return ThrowOdds(fell, (Cost(0, 1, wins), Cost(1, 0, 1.0 - wins)), duel=True)


def thrown(packed: int) -> Throw:
    """As many plain dice as were thrown."""
    return Throw(len(pips(packed)))
