"""All battles up to a size at once, for those who ask often: only the chance to win and the armies left."""
from dataclasses import dataclass
from functools import cache

from kamchatka.odds.battle import check
from kamchatka.odds.roll import MOST_DICE, roll


@dataclass(frozen=True)
class Grid:
    """`wins[a][d]`: the chance of a attackers to take a place of d; `left[a][d]`: attackers left, on average."""

    size: int
    wins: list[list[float]]
    left: list[list[float]]


@cache
def grid(size: int, *, defence_dice: int = 3) -> Grid:
    """Every battle of up to `size` armies a side, fought to the end, from the smallest up."""
    check(size, size, defence_dice, 0)
    wins = [[1.0] + [0.0] * size for _ in range(size + 1)]
    left = [[float(attackers)] + [0.0] * size for attackers in range(size + 1)]
    for attackers in range(1, size + 1):
        for defenders in range(1, size + 1):
            dice, answer = min(MOST_DICE, attackers), min(defence_dice, defenders)
            for lost, chance in enumerate(roll(dice, answer)):
                ours, theirs = attackers - lost, defenders - (min(dice, answer) - lost)
                wins[attackers][defenders] += chance * wins[ours][theirs]
                left[attackers][defenders] += chance * left[ours][theirs]
    return Grid(size, wins, left)
