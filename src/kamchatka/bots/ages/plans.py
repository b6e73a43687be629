"""The bids that a marshal considers in a game of ages, as changes to its captain's weights."""

from typing import Final

BIDS: Final[list[dict[str, float]]] = [
    {},  # the bid of the marshal's own plan
    {"bid": 1.0},  # a captain's default bid
    {"bid": 0.0},  # no bid: take the remaining turn
]
