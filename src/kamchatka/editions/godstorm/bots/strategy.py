"""The bot strategy of Godstorm: its captain, plans and valuation."""

from typing import final

from kamchatka.bots.ages.valuation import AgeValuation
from kamchatka.bots.ages.weights import AgeWeights
from kamchatka.bots.bot import Bot
from kamchatka.bots.learned.learned import Learned
from kamchatka.bots.learned.valuation import Valuation
from kamchatka.bots.strategy import Strategy
from kamchatka.editions.godstorm.bots.captain import GodstormCaptain
from kamchatka.editions.godstorm.bots.plans import PLANS
from kamchatka.editions.godstorm.bots.weights import WEIGHTS
from kamchatka.kernel.game import Game
from kamchatka.odds.model import BattleModel


@final
class GodstormStrategy(Strategy):
    """The strategy with a captain that knows the edition's pieces."""

    def __init__(self, game: Game, battles: BattleModel) -> None:
        super().__init__(game, battles)  # mypyc: see Strategy

    def captain(self, change: dict[str, float] | None = None) -> Bot | None:
        return GodstormCaptain(self.game, self.info, AgeWeights(change, WEIGHTS))

    def plans(self) -> list[dict[str, float]]:
        return PLANS

    def valuation(self, learned: Learned) -> Valuation:
        return AgeValuation(self.game, self.info, learned)
