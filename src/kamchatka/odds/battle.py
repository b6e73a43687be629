"""Odds of a whole battle: rolls until one side has no army left, or the attacker stops."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from librt.vecs import vec

from kamchatka.kernel.problem import Problem
from kamchatka.odds.dice import MOST_DICE, STAKE, THREE_DICE, DiceRule
from kamchatka.odds.roll import roll
from kamchatka.odds.sweep import DICE, Rolls, forward

LARGEST = 1000  # armies; no board game has that many pieces
SMALL = 4096  # cells (32 kB); battles up to this size share a large cache, larger ones of up to 8 MB a small one


@dataclass(frozen=True)
class BattleOdds:
    """Outcome of a battle. `attackers` doesn't count the one army that must stay behind."""

    attackers: int
    defenders: int
    cells: vec[float]  # by number of attackers left, then of defenders left

    @cached_property
    def ends(self) -> Mapping[tuple[int, int], float]:
        """Map (attackers left, defenders left) to its probability, for every possible end.

        >>> from kamchatka.odds import battle
        >>> {end: round(chance, 3) for end, chance in battle(1, 1).ends.items()}
        {(0, 1): 0.583, (1, 0): 0.417}
        """
        width = self.defenders + 1
        return {divmod(cell, width): chance for cell, chance in enumerate(self.cells) if chance > 0.0}

    @cached_property
    def wins(self) -> float:
        """Probability that no defender is left.

        >>> from kamchatka.odds import battle
        >>> round(battle(1, 1).wins, 4)
        0.4167
        """
        return sum(self.left)

    @cached_property
    def left(self) -> tuple[float, ...]:
        """Probabilities that the place is taken with 0, 1, … attackers left (0 is impossible).

        >>> from kamchatka.odds import battle
        >>> [round(chance, 3) for chance in battle(3, 1).left]
        [0.0, 0.06, 0.197, 0.66]
        """
        width = self.defenders + 1
        return tuple(self.cells[armies * width] for armies in range(self.attackers + 1))

    @cached_property
    def held(self) -> tuple[float, ...]:
        """Probabilities that the attack ends with 0, 1, … defenders left; the first is `wins`.

        >>> from kamchatka.odds import battle
        >>> [round(chance, 3) for chance in battle(3, 2).held]
        [0.656, 0.126, 0.218]
        """
        chances = [0.0] * (self.defenders + 1)
        for (_, defenders), chance in self.ends.items():
            chances[defenders] += chance
        return tuple(chances)

    @cached_property
    def attacker_losses(self) -> float:
        """Average losses of the attacker, in armies.

        >>> from kamchatka.odds import battle
        >>> round(battle(10, 10).attacker_losses, 2)
        9.2
        """
        return self.attackers - sum(attackers * chance for (attackers, _), chance in self.ends.items())

    @cached_property
    def defender_losses(self) -> float:
        """Average losses of the defender, in armies.

        >>> from kamchatka.odds import battle
        >>> round(battle(10, 10).defender_losses, 2)
        5.23
        """
        return self.defenders - sum(defenders * chance for (_, defenders), chance in self.ends.items())


def battle(attackers: int, defenders: int, rule: DiceRule = THREE_DICE, *, stop_at: int = 0) -> BattleOdds:
    """Compute the odds of a battle. The attacker stops with `stop_at` or fewer attackers.

    >>> from kamchatka.odds import battle
    >>> fight = battle(8, 5)
    >>> round(fight.wins, 3), round(fight.attacker_losses, 2)
    (0.542, 5.48)
    >>> round(battle(8, 5, stop_at=3).wins, 3)
    0.368
    """
    check(attackers, defenders, stop_at)
    compute = _small if (attackers + 1) * (defenders + 1) <= SMALL else _large
    return compute(attackers, defenders, rule, stop_at)


def _compute(attackers: int, defenders: int, rule: DiceRule, stop_at: int) -> BattleOdds:
    return BattleOdds(attackers, defenders, forward(rolls(rule), attackers, defenders, stop_at, rule.best))


_small = lru_cache(maxsize=512)(_compute)
_large = lru_cache(maxsize=4)(_compute)


@lru_cache(maxsize=256)
def rolls(rule: DiceRule) -> Rolls:
    """Convert a dice rule to the numbers of the compiled code."""
    chance = [0.0] * DICE**3
    for dice in range(1, MOST_DICE + 1):
        for answer in range(1, MOST_DICE + 1):
            outcome = roll(rule.attack.thrown(dice), rule.defence.thrown(answer), rule.attacker_wins_ties)
            for lost, part in enumerate(outcome):
                chance[(dice * DICE + answer) * DICE + lost] = part
    return Rolls(chance, rule.attack.dice, rule.defence.dice, rule.never_fewer, rule.spared, rule.fast_from, STAKE)


def check(attackers: int, defenders: int, stop_at: int) -> None:
    """Raise a Problem if the sizes are out of range."""
    for armies, least in ((attackers, 0), (defenders, 1), (stop_at, 0)):
        if not least <= armies <= LARGEST:
            raise Problem("odds.armies", armies=armies, least=least, most=LARGEST)
