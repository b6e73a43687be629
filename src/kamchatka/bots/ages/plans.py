"""The plans a marshal chooses among in a game of ages, for a turn and for a bid: changes of a captain's doctrine."""
from typing import Final

PLANS: Final[list[dict[str, float]]] = [
    {},
    {"army": 0.5},                                      # bold
    {"army": 0.25, "caution": 0.3},                     # all or nothing
    {"army": 2.0},                                      # sparing
    {"caution": 2.0, "keep": 1.5},                      # keep what there is
    {"deny": 4.0},                                      # stop whoever is ahead
    {"margin": 0.5, "zone": 2.0},                       # whole zones
    {"energy": 0.4, "cards": 1.5},                      # spend the purse
    {"energy": 2.5},                                    # save it
]
BIDS: Final[list[dict[str, float]]] = [
    {"bid": 0.0},                                       # take the turn that is left
    {"bid": 4.0},                                       # have the turn one wants
]
