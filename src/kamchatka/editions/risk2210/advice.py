"""Explain a captain's decisions in the year 2210."""

from kamchatka.bots.advice.ages import AgeAdviser
from kamchatka.bots.ages.evaluator import AgeEvaluator
from kamchatka.bots.ages.weights import AgeWeights
from kamchatka.bots.strategy import Strategy
from kamchatka.editions.risk2210.bots.command_cards import Files
from kamchatka.editions.risk2210.bots.evaluator import CommanderEvaluator, CommanderOdds
from kamchatka.editions.risk2210.bots.weights import WEIGHTS
from kamchatka.editions.risk2210.state import State2210
from kamchatka.kernel.options import BUILD, PLACE, RAISE, Options
from kamchatka.kernel.view import View
from kamchatka.odds.model import BattleModel


class Risk2210Adviser(AgeAdviser):
    """Explains decisions about commanders, stations and command cards."""

    def __init__(self, strategy: Strategy, battles: BattleModel) -> None:
        super().__init__(strategy, battles)
        self.files = Files(strategy.game)
        self.odds = CommanderOdds()
        self.weights = AgeWeights(None, WEIGHTS)

    def evaluator(self, view: View, options: Options) -> AgeEvaluator:
        own = view.state.edition_state
        assert isinstance(own, State2210)
        hiring = any(option.verb in (PLACE, RAISE, BUILD) for option in options.ranges)
        info = self.strategy.info
        return CommanderEvaluator(info, self.odds, view.state, own, view.seat, self.weights, hiring)

    def cost(self, card: int) -> int:
        return int(self.files.cards[card].cost)
