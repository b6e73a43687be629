"""The rounds of grace: three booklets let nobody be eliminated in the first four, and tables read that in four ways."""

from typing import Final, Literal

from kamchatka.kernel.battle import Limit, NoAttackOnLast, NoLethalRoll

PROTECTED_ROUNDS: Final = 4

Protection = Literal["no_lethal_roll", "no_attack", "spare_last_army", "off"]


def limits(way: Protection) -> list[Limit]:
    """The limit on attacks that a table has chosen, if it is one on attacks."""
    if way == "no_lethal_roll":
        return [NoLethalRoll(PROTECTED_ROUNDS)]
    return [NoAttackOnLast(PROTECTED_ROUNDS)] if way == "no_attack" else []


def spared_until(way: Protection) -> int:
    """The last round in which a last army survives; 0 where none is spared."""
    return PROTECTED_ROUNDS if way == "spare_last_army" else 0
