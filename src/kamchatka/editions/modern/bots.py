"""What bots must know of the modern game: in Time Attack every place counts for its value once time is up."""

from typing import final

from kamchatka.bots.captain.goals import Goals
from kamchatka.bots.strategy import Strategy
from kamchatka.editions.modern.time_attack import TimeAttackState
from kamchatka.kernel.rules.objectives import Objective
from kamchatka.kernel.state import NOBODY


@final
class ModernStrategy(Strategy):
    """Points decide when time is up."""

    def add_goals(self, goals: Goals, objective: Objective | None) -> None:
        timing = goals.state.edition_state
        if isinstance(timing, TimeAttackState) and (timing.closing != NOBODY or timing.deck_spent == 1):
            for place in range(goals.info.board.size):
                goals.add_points(place)
