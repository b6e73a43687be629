"""Exact odds, no simulation: a roll, a battle, a march, a god war, the closing throw. `booklet` alone reads a game."""

from kamchatka.odds.battle import Battle, battle
from kamchatka.odds.closing import closes, closing
from kamchatka.odds.dice import THREE_DICE, TWO_DICE, DiceRule, Side, Throw, defended_with
from kamchatka.odds.godwar import Host, god_war, god_wars
from kamchatka.odds.grid import Grid, grid
from kamchatka.odds.march import March, march
from kamchatka.odds.roll import roll, ways
from kamchatka.odds.stopping import bounties, pays

__all__ = [
    "THREE_DICE",
    "TWO_DICE",
    "Battle",
    "DiceRule",
    "Grid",
    "Host",
    "March",
    "Side",
    "Throw",
    "battle",
    "bounties",
    "closes",
    "closing",
    "defended_with",
    "god_war",
    "god_wars",
    "grid",
    "march",
    "pays",
    "roll",
    "ways",
]
