"""One roll: how many of its comparisons the attacker loses. Ties go to the defender."""
from collections import Counter
from functools import cache
from itertools import product

from kamchatka.kernel.problem import Problem

SIDES = 6
MOST_DICE = 3


@cache
def ways(attack: int, defence: int) -> tuple[int, ...]:
    """Of all throws of so many dice against so many: in how many the attacker loses 0, 1, … armies."""
    pairs = min(attack, defence)
    count = [0] * (pairs + 1)
    for ours, our_throws in _throws(attack).items():
        for theirs, their_throws in _throws(defence).items():
            lost = sum(a <= d for a, d in zip(ours, theirs, strict=False))
            count[lost] += our_throws * their_throws
    return tuple(count)


@cache
def roll(attack: int, defence: int) -> tuple[float, ...]:
    """The chance that the attacker loses 0, 1, … armies of the min(attack, defence) at stake."""
    for dice in (attack, defence):
        if not 1 <= dice <= MOST_DICE:
            raise Problem(f"{dice} dadi non si tirano: da 1 a {MOST_DICE}.",
                          f"{dice} dice cannot be rolled: 1 to {MOST_DICE}.")
    whole = SIDES ** (attack + defence)
    return tuple(count / whole for count in ways(attack, defence))


@cache
def _throws(dice: int) -> Counter[tuple[int, ...]]:
    """Every throw of so many dice, highest first, and in how many ways it falls."""
    faces = range(1, SIDES + 1)
    return Counter(tuple(sorted(throw, reverse=True)) for throw in product(faces, repeat=dice))
