"""The closing throw of the tournament (sdadata): a total of two dice up to the threshold ends the game."""

from itertools import product

from kamchatka.editions.challenge.closing import HIGHEST, LOWEST
from kamchatka.kernel.problem import Problem

SIDES = range(1, 7)


def closes(threshold: int) -> float:
    """Return the probability that one throw of two dice closes the game."""
    throws = [one + other <= threshold for one, other in product(SIDES, SIDES)]
    return sum(throws) / len(throws)


def threshold_of(throw: int, seats: int) -> int:
    """Return the threshold of the n-th throw, counted from 1, if every seat throws."""
    return int(min(HIGHEST, LOWEST + (throw - 1) // seats))


def closing(seats: int, throws: int, first: int = 1, spared: frozenset[int] = frozenset()) -> tuple[float, ...]:
    """Return the probability that the game closes with each of the next throws. `first` is the number of the next one.

    Throws in `spared` belong to turns with three conquests. They keep their number but cannot close the game.
    """
    if seats < 2 or throws < 1 or first < 1:
        raise Problem("scoresheet.closing_odds", seats=seats, throws=throws, first=first)
    chances, open_still = list[float](), 1.0
    for throw in range(first, first + throws):
        chance = 0.0 if throw in spared else closes(threshold_of(throw, seats))
        chances.append(open_still * chance)
        open_still *= 1.0 - chance
    return tuple(chances)
