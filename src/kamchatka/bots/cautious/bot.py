"""`cautious`: exact odds, its own objective first, safe attacks until its patience ends, so that games finish."""

from typing import final

from kamchatka.bots.cautious.ages import order_in_ages
from kamchatka.bots.cautious.evaluator import CautiousEvaluator
from kamchatka.bots.evaluator import Evaluator
from kamchatka.bots.evaluator_bot import EvaluatorBot
from kamchatka.bots.hand import FULL_HAND, GOOD_TRIO, best_trio
from kamchatka.kernel.options import TRADE, Action, Choice, Options, Range
from kamchatka.kernel.view import View


@final
class CautiousAgeEvaluator(CautiousEvaluator):
    """The cautious evaluator with decisions for games of ages."""

    def otherwise(self, option: Range) -> Action | None:
        return order_in_ages(self, option)


@final
class CautiousBot(EvaluatorBot):
    """A bot that looks one place ahead."""

    def evaluate(self, view: View, options: Options) -> Evaluator:
        if self.info.has_pieces:
            return CautiousAgeEvaluator(self.info, view.state, view.seat)
        return CautiousEvaluator(self.info, view.state, view.seat)

    def trade(self, view: View, option: Choice) -> Action | None:
        """Return the most valuable trio, unless waiting for a better one is preferable."""
        worth, chosen = best_trio(self.info, view, option)
        if worth < GOOD_TRIO and view.state.hand[view.seat] < FULL_HAND:
            return None
        return Action(TRADE, -1, -1, 0, chosen)
