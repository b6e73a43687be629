"""Assign hands (the order of play) so that over the rounds no player is always first or last."""

from collections import Counter
from itertools import permutations
from random import Random

from kamchatka.tournament.draw.seating import Tables

History = dict[int, Counter[int]]  # player → how often each hand was played


def assign_hands(tables: Tables, history: History, random: Random) -> Tables:
    """Order each table by hand, repeating as few past hands as possible. Ties are broken at random."""
    return tuple(_table(table, history, random) for table in tables)


def _table(seats: tuple[int, ...], history: History, random: Random) -> tuple[int, ...]:
    """Try every order of the table: at most 120."""
    shuffled = random.sample(seats, len(seats))
    return min(permutations(shuffled), key=lambda order: repeats(order, history))


def repeats(order: tuple[int, ...], history: History) -> int:
    """Return the penalty for hands that these players have had before.

    It is squared: one hand twice weighs more than two hands once.
    """
    return sum(history.get(player, Counter())[hand] ** 2 for hand, player in enumerate(order, start=1))
