"""Captain's weights in the year 2210 where they differ from other ages; found in games between captains."""

from typing import Final

WEIGHTS: Final[dict[str, float]] = {
    "persist": 0.45,  # most places hold one MOD, which often change hands within a year
    "risk": 1.0,  # take whatever can be taken
    "caution": 2.0,
    "deny": 0.12,
    "later": 0.12,
}
