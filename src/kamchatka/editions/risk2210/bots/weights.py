"""Where a captain's weights in the year 2210 differ from those of other ages; found in games of captains."""

from typing import Final

WEIGHTS: Final[dict[str, float]] = {
    "persist": 0.45,  # with one MOD in most places, much changes hands in a year
    "risk": 1.0,  # and whatever can be taken is taken
    "caution": 2.0,
    "deny": 0.12,
    "later": 0.12,
}
