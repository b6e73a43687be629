"""When to stop: what an attack is worth to somebody who rolls on only while it pays."""

from functools import lru_cache

from librt.vecs import vec

from kamchatka.odds import sweep
from kamchatka.odds.battle import check, rolls
from kamchatka.odds.dice import THREE_DICE, DiceRule


@lru_cache(maxsize=64)
def bounties(size: int, prizes: tuple[float, ...], rule: DiceRule = THREE_DICE) -> vec[float]:
    """For each prize, in lost armies, a flat grid of what every battle of up to `size` armies a side is worth."""
    check(size, size, 0)
    return sweep.bounties(rolls(rule), size, prizes)


def pays(attackers: int, defenders: int, prize: float, rule: DiceRule = THREE_DICE) -> float:
    """What the attack is worth, beyond the armies it costs; 0: it is better not to roll.

    >>> from kamchatka.odds import pays
    >>> round(pays(5, 2, prize=4.0), 2)
    2.09
    >>> pays(2, 6, prize=1.0)
    0.0
    """
    size = max(attackers, defenders)
    return bounties(size, (prize,), rule)[attackers * (size + 1) + defenders]
