"""Exact odds, no simulation: one roll, a whole battle, a march through several places. Knows dice, no game."""
from kamchatka.odds.battle import Battle, battle
from kamchatka.odds.grid import Grid, grid
from kamchatka.odds.march import March, march
from kamchatka.odds.roll import roll, ways

__all__ = ["Battle", "Grid", "March", "battle", "grid", "march", "roll", "ways"]
