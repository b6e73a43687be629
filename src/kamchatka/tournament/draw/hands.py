"""Which hand everybody plays: over the rounds nobody should always be first, or last."""

from collections import Counter
from itertools import permutations
from random import Random

from kamchatka.tournament.draw.seating import Tables

History = dict[int, Counter[int]]  # player → how often each hand was played


def assign_hands(tables: Tables, history: History, random: Random) -> Tables:
    """Each table in the order of hand, with as few hands played again as possible; luck decides between equals."""
    return tuple(_table(table, history, random) for table in tables)


def _table(seats: tuple[int, ...], history: History, random: Random) -> tuple[int, ...]:
    """Every order of the table is tried: there are 120 at most."""
    shuffled = random.sample(seats, len(seats))
    return min(permutations(shuffled), key=lambda order: repeats(order, history))


def repeats(order: tuple[int, ...], history: History) -> int:
    """How often these players have had these hands before; twice the same weighs more than two once."""
    return sum(history.get(player, Counter())[hand] ** 2 for hand, player in enumerate(order, start=1))
