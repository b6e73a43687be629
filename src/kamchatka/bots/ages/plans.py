"""The bids a marshal chooses among in a game of ages: changes of its captain's weights."""

from typing import Final

BIDS: Final[list[dict[str, float]]] = [
    {},  # the usual one
    {"bid": 1.0},  # as others do
    {"bid": 0.0},  # take the turn that is left
]
