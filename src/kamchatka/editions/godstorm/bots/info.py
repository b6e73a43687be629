"""Static public information about a Godstorm game: odds for every combination of gods, epochs, and scoring."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.bots.battles import Battles, battles_by
from kamchatka.bots.info import GameInfo
from kamchatka.editions.godstorm.bots.god_war_losses import GodWarLosses
from kamchatka.editions.godstorm.data import MIRACLES
from kamchatka.editions.godstorm.invasion.god_war import GodWar
from kamchatka.editions.godstorm.state import MAGIC, WAR
from kamchatka.kernel.bits import has
from kamchatka.kernel.game import Game
from kamchatka.kernel.rules.ages import Ages, Measure
from kamchatka.kernel.table import Table
from kamchatka.odds import DiceRule
from kamchatka.odds.dice import Side


@final
class GodInfo:
    """The public information of one game, which is looked up once."""

    def __init__(self, game: Game, info: GameInfo) -> None:
        self.info: Final = info
        self.god_war_losses: Final = GodWarLosses()
        self.battles: Final = [battles_by(dice(number)) for number in range(8)]
        self.miracles: Final = [kind.id for kind in MIRACLES]  # the kind of every card
        self.costs: Final = [kind.cost for kind in MIRACLES]  # its price in faith
        self.god_war: Final = god_war_of(game)
        self.epochs: i64 = 0
        self.measure: Measure | None = None
        for step in game.steps:
            if isinstance(step, Ages):
                self.epochs = step.last
                self.measure = step.final_scoring.measures[0]

    def odds(self, gods: i64, guarded: bool) -> Battles:
        """Return the odds of invaders with these gods against armies that may or may not reroll ones."""
        return self.battles[int(has(gods, WAR)) + 2 * int(has(gods, MAGIC)) + 4 * int(guarded)]

    def points(self, table: Table, seat: i64) -> float:
        """Return a seat's score if the game ended now."""
        return float(self.measure.of(table, seat)) if self.measure is not None else 0.0


def god_war_of(game: Game) -> GodWar:
    """Return the god-war step of a game."""
    for step in game.steps:
        if isinstance(step, GodWar):
            return step
    raise LookupError(f"{game.name} has no god wars")


def dice(number: int) -> DiceRule:
    """Return the dice rule for a bit set: 1 is an attacking War god, 2 Magic; 4 is a temple or goddess in defence."""
    return DiceRule(Side(3, rerolls=number & 2 > 0), Side(2, rerolls=number & 4 > 0), attacker_wins_ties=number & 1 > 0)
