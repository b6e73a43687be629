"""Expected outcome of an attack at a table that is fought to the end with all dice."""

from dataclasses import dataclass

from kamchatka.odds.battle import LARGEST, battle
from kamchatka.odds.dice import DiceRule


@dataclass(frozen=True)
class Forecast:
    """Probability of taking the place, average losses of each side, and the odds of a preliminary fight."""

    wins: float
    lost: float
    beaten: float
    prelude: float | None = None  # probability of winning the god war that comes first; None if there is none


WALKED_IN = Forecast(1.0, 0.0, 0.0)  # the place is empty


def forecast_battle(attackers: int, defenders: int, rule: DiceRule) -> Forecast | None:
    """Forecast a battle against all defenders; None if there are no attackers."""
    if attackers < 1:
        return None
    if defenders < 1:
        return WALKED_IN
    ended = battle(min(attackers, LARGEST), min(defenders, LARGEST), rule)
    return Forecast(ended.wins, ended.attacker_losses, ended.defender_losses)
