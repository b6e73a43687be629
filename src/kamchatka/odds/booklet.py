"""The dice rule of a booklet, read from its composed game: the one module of this room that knows a game."""
from kamchatka.editions.challenge.garrison import NeverFewer
from kamchatka.kernel.game import Game
from kamchatka.kernel.rules.combat import Combat
from kamchatka.odds.dice import THREE_DICE, TWO_DICE, DiceRule, Side


def rule_of(game: Game) -> DiceRule:
    """How battles are fought in a game when nothing special stands on either side.

    Games with pieces have battles of their own: two defence dice, and whatever commanders, stations or gods add.
    """
    for step in game.steps:
        if isinstance(step, Combat):
            never_fewer = any(isinstance(limit, NeverFewer) for limit in step.limits)
            return DiceRule(Side(int(step.dice.attacker)), Side(int(step.dice.defender)), never_fewer=never_fewer)
    return TWO_DICE if game.kinds else THREE_DICE
