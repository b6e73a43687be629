"""Protected rounds.

Three booklets forbid elimination in the first four rounds; a table chooses one of four readings.
"""

from typing import Final, Literal

from kamchatka.kernel.battle import Limit, NoAttackOnLast, NoLethalRoll

PROTECTED_ROUNDS: Final = 4

Protection = Literal["no_lethal_roll", "no_attack", "spare_last_army", "off"]


def limits(way: Protection) -> list[Limit]:
    """Return the attack limit of the chosen reading, if it has one."""
    if way == "no_lethal_roll":
        return [NoLethalRoll(PROTECTED_ROUNDS)]
    return [NoAttackOnLast(PROTECTED_ROUNDS)] if way == "no_attack" else []


def last_protected_round(way: Protection) -> int:
    """Return the last round in which a last army is safe; 0 if this protection isn't used."""
    return PROTECTED_ROUNDS if way == "spare_last_army" else 0
