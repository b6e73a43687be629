"""What an attack at a table will bring, fought to the end with all dice."""

from dataclasses import dataclass

from kamchatka.odds.battle import LARGEST, battle
from kamchatka.odds.dice import DiceRule


@dataclass(frozen=True)
class Forecast:
    """The chance that the place is taken, what each side loses on average, and the chance of what comes first."""

    wins: float
    lost: float
    beaten: float
    prelude: float | None = None  # to win what is fought before the armies meet (a god war); None: nothing is


WALKED_IN = Forecast(1.0, 0.0, 0.0)  # nobody is there to fight


def fought(attackers: int, defenders: int, rule: DiceRule) -> Forecast | None:
    """Attackers able to fight against all that defend; None when nobody can attack."""
    if attackers < 1:
        return None
    if defenders < 1:
        return WALKED_IN
    ended = battle(min(attackers, LARGEST), min(defenders, LARGEST), rule)
    return Forecast(ended.wins, ended.attacker_losses, ended.defender_losses)
