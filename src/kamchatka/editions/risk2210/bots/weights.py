"""Captain's weights for Risk 2210 where they differ from other games with ages, found in games between captains."""

from typing import Final

WEIGHTS: Final[dict[str, float]] = {
    "persist": 0.45,  # most places hold one MOD and often change hands within a year
    "risk": 1.0,  # take everything that can be taken
    "caution": 2.0,
    "deny": 0.12,
    "later": 0.12,
}
