"""Explain a captain's decisions in the age of the gods."""

from collections.abc import Iterator

from kamchatka.bots.advice.adviser import Decision
from kamchatka.bots.advice.ages import AgeAdviser
from kamchatka.bots.advice.reason import AdviceReason, because, kind, percent, place
from kamchatka.bots.ages.evaluator import AgeEvaluator
from kamchatka.bots.ages.weights import AgeWeights
from kamchatka.bots.strategy import Strategy
from kamchatka.editions.godstorm.bots.evaluator import GodEvaluator
from kamchatka.editions.godstorm.bots.info import GodInfo
from kamchatka.editions.godstorm.bots.weights import WEIGHTS
from kamchatka.editions.godstorm.invasion.forces import Invaders
from kamchatka.editions.godstorm.state import GodstormState
from kamchatka.kernel.options import Options
from kamchatka.kernel.view import View
from kamchatka.odds.model import BattleModel


class GodstormAdviser(AgeAdviser):
    """Explains decisions about gods, temples and miracles."""

    def __init__(self, strategy: Strategy, battles: BattleModel) -> None:
        super().__init__(strategy, battles)
        self.god_info = GodInfo(strategy.game, strategy.info)
        self.weights = AgeWeights(None, WEIGHTS)

    def evaluator(self, view: View, options: Options) -> AgeEvaluator:
        own = view.state.edition_state
        assert isinstance(own, GodstormState)
        return GodEvaluator(self.god_info, view.state, view.seat, self.weights, own)

    def cost(self, card: int) -> int:
        return int(self.god_info.costs[card])

    def why_kind(self, decision: Decision) -> Iterator[AdviceReason]:
        """Explain which god to put forward in a god war, with the forecast of the invasion."""
        frame = decision.position.asking
        if isinstance(frame, Invaders):
            yield because("name_kind.god_war", kind=kind(decision.what))
            promised = decision.position.forecast(int(frame.source), int(frame.target))
            if promised is not None and promised.prelude is not None:
                yield because("name_kind.chance", chance=percent(promised.prelude), target=place(frame.target))
        else:
            yield from super().why_kind(decision)
