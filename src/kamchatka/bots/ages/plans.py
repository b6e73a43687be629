"""The plans a marshal chooses among in a game of ages, for a turn and for a bid: changes of a captain's doctrine.

Games of captains with weights of all sizes told which of them win. A rehearsal ends with the next turn and cannot tell
what is saved for the last bid, so no plan saves more than another. The first is a captain's own, for the rivals; the
second is the usual one.
"""

from typing import Final

PIOUS: Final[dict[str, float]] = {
    "bid": 4.0,
    "energy": 1.5,
    "army": 1.2,
    "caution": 2.1,
    "fear": 2.1,
    "persist": 0.56,
    "risk": 1.3,
    "margin": 1.2,
}
EPOCH_PLANS: Final[list[dict[str, float]]] = [
    {},
    PIOUS,
    {**PIOUS, "army": 0.6},  # bold
    {**PIOUS, "army": 2.4},  # sparing
]
THRIFTY: Final[dict[str, float]] = {
    "bid": 3.0,
    "energy": 2.3,
    "army": 1.8,
    "cards": 2.0,
    "zone": 1.3,
    "later": 0.6,
    "keep": 0.7,
    "margin": 1.25,
    "caution": 1.2,
    "lure": 0.4,
    "persist": 1.2,
}
YEAR_PLANS: Final[list[dict[str, float]]] = [
    {},
    THRIFTY,
    {**THRIFTY, "army": 0.9},  # bold
    {**THRIFTY, "army": 3.6},  # sparing
    {**THRIFTY, "deny": 4.0},  # stop whoever is ahead
    {**THRIFTY, "caution": 2.4, "keep": 1.0},  # keep what there is
]
BIDS: Final[list[dict[str, float]]] = [
    {},  # the usual one
    {"bid": 1.0},  # as others do
    {"bid": 0.0},  # take the turn that is left
]
