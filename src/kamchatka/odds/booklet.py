"""The dice rule of a booklet and the chances of an attack, read from a composed game and its table."""

from dataclasses import replace

from kamchatka.editions.challenge.garrison import NeverFewer
from kamchatka.editions.godstorm.invasion import Invasion as GodInvasion
from kamchatka.editions.original.fast_battle import LARGE
from kamchatka.editions.risk2210.battle import Invasion, attack_eights
from kamchatka.kernel.bits import size
from kamchatka.kernel.game import Game
from kamchatka.kernel.rules.combat import Combat
from kamchatka.kernel.table import Table
from kamchatka.odds.commanders import commanded
from kamchatka.odds.dice import THREE_DICE, TWO_DICE, DiceRule, Side
from kamchatka.odds.forecast import Forecast, fought
from kamchatka.odds.gods import divine


def rule_of(game: Game) -> DiceRule:
    """How battles are fought in a game when nothing special stands on either side.

    Games with pieces have battles of their own: two defence dice, and whatever commanders, stations or gods add.
    """
    for step in game.steps:
        if isinstance(step, Combat):
            never_fewer = any(isinstance(limit, NeverFewer) for limit in step.limits)
            return DiceRule(Side(int(step.dice.attacker)), Side(int(step.dice.defender)), never_fewer=never_fewer)
    return TWO_DICE if game.kinds else THREE_DICE


def forecast(
    game: Game, table: Table, source: int, target: int, pieces: int | None = None, fast: bool = False
) -> Forecast | None:
    """An attack from a place on another, by whoever stands there; None when it cannot be. All of it is public.

    `pieces`, as bits, fight along; None: all that would. `fast`: five at a time while both places are large.
    """
    owner, armies = table.state.owner, table.state.armies
    if owner[source] < 0 or owner[source] == owner[target]:
        return None
    for step in game.steps:
        if isinstance(step, Invasion):
            return commanded(table, source, target, pieces)
        if isinstance(step, GodInvasion):
            return divine(step, table, source, target, pieces)
    rule = replace(rule_of(game), fast_from=int(LARGE)) if fast else rule_of(game)
    return fought(int(armies[source]) - 1, int(armies[target]), rule) if armies[target] > 0 else None


def best_company(game: Game, table: Table, source: int, target: int, companies: list[int]) -> int:
    """Of these sets of pieces, all of as many dice, the one that throws best in an attack; of equals the smallest."""
    eights = any(isinstance(step, Invasion) for step in game.steps)
    return max(
        companies, key=lambda pieces: (attack_eights(table, source, target, pieces) if eights else 0, -size(pieces))
    )
