"""Captain's weights for Godstorm where they differ from other games with ages.

They come from games with different weights for every seat: captains that save faith for the very last turn win most.
"""

from typing import Final

WEIGHTS: Final[dict[str, float]] = {
    "army": 0.50,
    "energy": 0.80,  # faith buys the last turn of the last epoch,
    "bid": 2.5,  # for which half of it is bid
    "cards": 0.5,
    "persist": 0.65,
    "margin": 2.4,
    "risk": 0.7,
    "caution": 3.0,  # gods march far and come back
    "lure": 0.012,
    "zone": 0.4,
}
