"""Where a captain's weights in the age of the gods differ from those of other ages.

Found in games in which every seat had weights of its own: whoever saves faith for the last turn of all wins most.
"""

from typing import Final

WEIGHTS: Final[dict[str, float]] = {
    "army": 0.50,
    "energy": 0.80,  # faith: it buys the last turn of the last epoch,
    "bid": 2.5,  # for which half of it is bid
    "cards": 0.5,
    "persist": 0.65,
    "margin": 2.4,
    "risk": 0.7,
    "caution": 3.0,  # gods march far, and come back
    "lure": 0.012,
    "zone": 0.4,
}
