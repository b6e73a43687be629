"""When to stop attacking: the value of an attack if the attacker rolls on only while this is worth its losses."""

from functools import lru_cache

from librt.vecs import vec

from kamchatka.odds import sweep
from kamchatka.odds.battle import check, rolls
from kamchatka.odds.dice import THREE_DICE, DiceRule


@lru_cache(maxsize=64)
def bounties(size: int, prizes: tuple[float, ...], rule: DiceRule = THREE_DICE) -> vec[float]:
    """Compute the values of all battles up to `size` armies per side: a flat grid for each prize (in armies)."""
    check(size, size, 0)
    return sweep.bounties(rolls(rule), size, prizes)


def pays(attackers: int, defenders: int, prize: float, rule: DiceRule = THREE_DICE) -> float:
    """Return the value of an attack minus its expected losses, or 0 if it is better not to roll.

    >>> from kamchatka.odds import pays
    >>> round(pays(5, 2, prize=4.0), 2)
    2.09
    >>> pays(2, 6, prize=1.0)
    0.0
    """
    size = max(attackers, defenders)
    return bounties(size, (prize,), rule)[attackers * (size + 1) + defenders]
