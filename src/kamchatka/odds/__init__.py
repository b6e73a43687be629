"""Exact odds of rolls, battles and marches, computed without simulation.

Editions describe battles as a `BattleModel`.
"""

from kamchatka.odds.battle import BattleOdds, battle
from kamchatka.odds.dice import THREE_DICE, TWO_DICE, DiceRule, Side, Throw, defended_with
from kamchatka.odds.forecast import Forecast
from kamchatka.odds.grid import Grid, grid
from kamchatka.odds.march import March, march
from kamchatka.odds.model import BattleModel
from kamchatka.odds.roll import roll, ways
from kamchatka.odds.stopping import bounties, pays
from kamchatka.odds.throws import Cost, ThrowMoment, ThrowOdds, compare_dice, duel_odds, thrown

__all__ = [
    "THREE_DICE",
    "TWO_DICE",
    "BattleModel",
    "BattleOdds",
    "Cost",
    "DiceRule",
    "Forecast",
    "Grid",
    "March",
    "Side",
    "Throw",
    "ThrowMoment",
    "ThrowOdds",
    "battle",
    "bounties",
    "compare_dice",
    "defended_with",
    "duel_odds",
    "grid",
    "march",
    "pays",
    "roll",
    "thrown",
    "ways",
]
