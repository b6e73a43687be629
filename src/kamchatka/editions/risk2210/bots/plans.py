"""A marshal's plans for one turn of Risk 2210, as changes to a captain's weights.

The weights come from games between captains with different weights. A rehearsal ends with the next turn, so it cannot
value energy that is saved for the last bid; therefore all plans save the same amount. The first plan is the captain's
own and stands for rivals. The second plan is the usual one.
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
    {**THRIFTY, "deny": 4.0},  # stop the leader
    {**THRIFTY, "caution": 2.4, "keep": 1.0},  # defensive
]
