"""The plans a marshal chooses among in the age of the gods, for a turn: changes of a captain's weights.

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
PLANS: Final[list[dict[str, float]]] = [
    {},
    PIOUS,
    {**PIOUS, "army": 0.6},  # bold
    {**PIOUS, "army": 2.4},  # sparing
]
