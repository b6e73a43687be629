"""The bot strategy of the modern game: in Time Attack, the values of places count once time is up."""

from typing import final

from mypy_extensions import i64

from kamchatka.bots.goals.goals import Goals
from kamchatka.bots.learned.learned import Learned
from kamchatka.bots.learned.relative_features import FEATURES, RivalValuation
from kamchatka.bots.learned.valuation import Valuation
from kamchatka.bots.strategy import ENDLESS, Strategy
from kamchatka.editions.modern.time_attack import CardTiming
from kamchatka.kernel.game import Game
from kamchatka.kernel.rules.objectives import Objective
from kamchatka.kernel.state import NOBODY, State
from kamchatka.odds.model import BattleModel


@final
class ModernStrategy(Strategy):
    """The strategy of the modern game, in which points decide once time is up."""

    def __init__(self, game: Game, battles: BattleModel) -> None:
        super().__init__(game, battles)  # mypyc: see Strategy

    def rounds_left(self, state: State) -> i64:
        return 0 if is_closing(state) else ENDLESS

    def add_goals(self, goals: Goals, objective: Objective | None) -> None:
        if is_closing(goals.state):
            for place in range(goals.info.board.size):
                goals.add_points(place)

    def valuation(self, learned: Learned) -> Valuation:
        return ModernValuation(self.info, learned) if learned.features == FEATURES else super().valuation(learned)


@final
class ModernValuation(RivalValuation):
    """Values every place by its points. The model for games without a clock was fitted to the same feature."""

    def points(self, state: State, seat: i64) -> float:
        total: i64 = 0
        for place in range(self.info.board.size):
            if state.owner[place] == seat:
                total += self.info.board.value[place]
        return float(total)

    def nearness(self, state: State) -> float:
        return 1.0 if is_closing(state) else 0.0


def is_closing(state: State) -> bool:
    """Return True if the last lap has been called, or will be with the next card."""
    timing = state.edition_state
    return isinstance(timing, CardTiming) and (timing.closing != NOBODY or timing.deck_spent == 1)
