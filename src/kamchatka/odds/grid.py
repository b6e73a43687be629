"""Win chances and average armies left for all battles up to a size, for frequent lookups."""

from dataclasses import dataclass
from functools import lru_cache

from librt.vecs import vec

from kamchatka.odds.battle import check, rolls
from kamchatka.odds.dice import THREE_DICE, DiceRule
from kamchatka.odds.sweep import Sweep


@dataclass(frozen=True)
class Grid:
    """Flat tables of all battles; cell `attackers * (size + 1) + defenders`."""

    size: int
    wins: vec[float]  # probability that the place is taken
    left: vec[float]  # average number of attackers left, win or lose


@lru_cache(maxsize=64)
def grid(size: int, rule: DiceRule = THREE_DICE, *, stop_at: int = 0) -> Grid:
    """Compute every battle of up to `size` armies per side, in ascending order.

    >>> from kamchatka.odds import grid
    >>> table = grid(20)
    >>> round(table.wins[12 * 21 + 8], 3)  # twelve against eight
    0.465
    """
    check(size, size, stop_at)
    swept = Sweep(rolls(rule), size, size, stop_at, rule.best)
    return Grid(size, swept.wins, swept.left)
