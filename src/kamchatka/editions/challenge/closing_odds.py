"""The closing throw of the tournament (sdadata): two dice at the end of every turn, a total not above the threshold."""

from itertools import product

from kamchatka.editions.challenge.closing import HIGHEST, LOWEST
from kamchatka.kernel.problem import Problem

SIDES = range(1, 7)


def closes(threshold: int) -> float:
    """The chance that one throw of two dice closes the game."""
    throws = [one + other <= threshold for one, other in product(SIDES, SIDES)]
    return sum(throws) / len(throws)


def threshold_of(throw: int, seats: int) -> int:
    """The threshold of the throw of this number, from 1, when every seat throws."""
    return int(min(HIGHEST, LOWEST + (throw - 1) // seats))


def closing(seats: int, throws: int, first: int = 1, spared: frozenset[int] = frozenset()) -> tuple[float, ...]:
    """The chance that the game closes with each of the next throws, of which the next has the number `first`.

    A turn of three conquests is `spared` its throw: it counts, by its number, but cannot close the game.
    """
    if seats < 2 or throws < 1 or first < 1:
        raise Problem("scoresheet.closing_odds", seats=seats, throws=throws, first=first)
    chances, open_still = list[float](), 1.0
    for throw in range(first, first + throws):
        chance = 0.0 if throw in spared else closes(threshold_of(throw, seats))
        chances.append(open_still * chance)
        open_still *= 1.0 - chance
    return tuple(chances)
