"""A marshal's plans for one turn of Godstorm, as changes to a captain's weights.

The weights come from games between captains with different weights. A rehearsal ends with the next turn, so it cannot
value faith that is saved for the last bid; therefore all plans save the same amount. The first plan is the captain's
own and stands for rivals. The second plan is the usual one.
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
PLANS: Final[list[dict[str, float]]] = [
    {},
    PIOUS,
    {**PIOUS, "army": 0.6},  # bold
    {**PIOUS, "army": 2.4},  # sparing
]
