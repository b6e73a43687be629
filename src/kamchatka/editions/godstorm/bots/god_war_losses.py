"""Forecasts of god wars: the invader's losses for every pairing of sides, cached."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.editions.godstorm.god_war_odds import MOST_DICE, Host, god_war, god_wars

FAR: Final = 40  # beyond this difference in armies, dice cannot change the result


@final
class GodWarSide:
    """One side of a god war: armies plus card bonuses, dice, rerolls of ones, and gods."""

    def __init__(self, armies: i64, dice: i64, rerolls: bool, gods: i64) -> None:
        self.armies: Final[i64] = armies
        self.dice: Final[i64] = min(i64(MOST_DICE), dice)
        self.rerolls: Final = rerolls
        self.gods: Final[i64] = gods


@final
class GodWarLosses:
    """A cache of forecasts. Only the difference in armies matters, so there are few keys."""

    def __init__(self) -> None:
        self.known: dict[int, tuple[float, float]] = {}

    def read(self, attack: GodWarSide, defence: GodWarSide, ties: bool) -> tuple[float, float]:
        """Return the probability that the invader loses all its gods, and how many gods it is expected to lose."""
        ahead = max(i64(-FAR), min(i64(FAR), attack.armies - defence.armies))
        key = (ahead + FAR) << 20 | attack.gods << 16 | defence.gods << 12 | attack.dice << 8 | defence.dice << 4
        key |= (4 if ties else 0) | (2 if attack.rerolls else 0) | (1 if defence.rerolls else 0)
        if key not in self.known:
            self.known[key] = compute_forecast(ahead, attack, defence, ties)
        return self.known[key]


def compute_forecast(ahead: i64, attack: GodWarSide, defence: GodWarSide, ties: bool) -> tuple[float, float]:
    """Compute a forecast without the cache."""
    ours = Host(int(ahead), int(attack.dice), attack.rerolls)
    wins = god_war(ours, Host(0, int(defence.dice), defence.rerolls), ties)
    left, _ = god_wars(int(attack.gods), int(defence.gods), wins)
    lost = float(attack.gods)
    for gods, chance in enumerate(left):
        lost -= float(gods) * chance
    return left[0], lost
