"""The plans a marshal chooses among in the year 2210, for a turn: changes of a captain's weights.

Games of captains with weights of all sizes told which of them win. A rehearsal ends with the next turn and cannot tell
what is saved for the last bid, so no plan saves more than another. The first is a captain's own, for the rivals; the
second is the usual one.
"""

from typing import Final

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
PLANS: Final[list[dict[str, float]]] = [
    {},
    THRIFTY,
    {**THRIFTY, "army": 0.9},  # bold
    {**THRIFTY, "army": 3.6},  # sparing
    {**THRIFTY, "deny": 4.0},  # stop whoever is ahead
    {**THRIFTY, "caution": 2.4, "keep": 1.0},  # keep what there is
]
