"""The plans a marshal chooses among in a game of ages, for a turn and for a bid: changes of a captain's doctrine.

Games of captains with weights of all sizes told which of them win. The first plan is always a captain's own, the second
the one that a turn most likely follows.
"""
from typing import Final

# in the age of the gods: what most winners had in common
PIOUS: Final[dict[str, float]] = {
    "energy": 2.0, "caution": 1.7, "margin": 1.5, "persist": 0.75, "fear": 1.5, "risk": 1.2, "lure": 0.6, "zone": 0.8,
}
EPOCH_PLANS: Final[list[dict[str, float]]] = [
    {},
    PIOUS,
    {**PIOUS, "army": 0.5},                             # bold
    {**PIOUS, "army": 2.0},                             # sparing
    {**PIOUS, "deny": 4.0},                             # stop whoever is ahead
    {"energy": 2.0, "caution": 1.7},                    # only thrift and care
]
YEAR_PLANS: Final[list[dict[str, float]]] = [
    {},
    {"energy": 1.25, "army": 1.2, "later": 0.6, "keep": 0.7, "margin": 1.25, "caution": 1.2},   # as most winners had
    {"army": 0.5},                                      # bold
    {"army": 2.0},                                      # sparing
    {"deny": 4.0},                                      # stop whoever is ahead
    {"caution": 2.0, "keep": 1.5},                      # keep what there is
]
BIDS: Final[list[dict[str, float]]] = [
    {"bid": 0.0},                                       # take the turn that is left
    {"bid": 1.5},                                       # a little more than others
    {"bid": 2.5, "early": 4.0},                         # have the turn one wants
]
