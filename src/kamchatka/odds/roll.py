"""Odds of one roll: how many of its comparisons the attacker loses."""

from collections import Counter
from functools import cache
from itertools import product

from kamchatka.odds.dice import Throw

SMALL = 6
LARGE = 8


@cache
def ways(attack: Throw, defence: Throw, attacker_wins_ties: bool = False) -> tuple[int, ...]:
    """Count the equally likely throws in which the attacker loses 0, 1, … armies.

    >>> from kamchatka.odds import Throw, ways
    >>> ways(Throw(1), Throw(1))
    (15, 21)
    """
    count = [0] * (min(attack.dice, defence.dice) + 1)
    for ours, our_throws in count_throws(attack).items():
        for theirs, their_throws in count_throws(defence).items():
            pairs = zip(ours, theirs, strict=False)
            lost = sum(a < d or (a == d and not attacker_wins_ties) for a, d in pairs)
            count[lost] += our_throws * their_throws
    return tuple(count)


@cache
def roll(attack: Throw, defence: Throw, attacker_wins_ties: bool = False) -> tuple[float, ...]:
    """Return the probabilities that the attacker loses 0, 1, … armies.

    >>> from kamchatka.odds import Throw, roll
    >>> [round(chance, 4) for chance in roll(Throw(3), Throw(2))]
    [0.3717, 0.3358, 0.2926]
    """
    found = ways(attack, defence, attacker_wins_ties)
    return tuple(count / sum(found) for count in found)


@cache
def count_throws(throw: Throw) -> Counter[tuple[int, ...]]:
    """Count the ways to roll each throw, given as dice sorted from the highest."""
    return Counter(tuple(sorted(pips, reverse=True)) for pips in product(*faces(throw)))


def faces(throw: Throw) -> list[range]:
    """List the possible final faces of each die. All faces but the rerolled ones are equally likely."""
    lowest = 2 if throw.rerolls else 1
    sides = [LARGE] * throw.eights + [SMALL] * (throw.dice - throw.eights)
    return [range(lowest, most + 1) for most in sides]
