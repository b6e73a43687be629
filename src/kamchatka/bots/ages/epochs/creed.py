"""Where a captain's doctrine in the age of the gods differs from that of other ages; arena games found the numbers."""
from typing import Final

EPOCH_WEIGHTS: Final[dict[str, float]] = {
    "army": 0.50,
    "energy": 0.25,         # faith
    "persist": 0.65,
    "risk": 0.7,
    "keep": 1.0,
    "caution": 3.0,         # gods march far, and come back
}
