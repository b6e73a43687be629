"""Where a captain's doctrine in the age of the gods differs from that of other ages."""
from typing import Final

EPOCH_WEIGHTS: Final[dict[str, float]] = {
    "army": 0.30,           # a War god makes an army go further, and the dead still fight below
    "energy": 0.25,         # faith
}
