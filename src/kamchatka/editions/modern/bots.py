"""What bots must know of the modern game: in Time Attack every place counts for its value once time is up."""

from typing import final

from mypy_extensions import i64

from kamchatka.bots.captain.goals import Goals
from kamchatka.bots.strategy import ENDLESS, Strategy
from kamchatka.editions.modern.time_attack import TimeAttackState
from kamchatka.kernel.rules.objectives import Objective
from kamchatka.kernel.state import NOBODY, State


@final
class ModernStrategy(Strategy):
    """Points decide when time is up."""

    def rounds_left(self, state: State) -> i64:
        return 0 if is_closing(state) else ENDLESS

    def add_goals(self, goals: Goals, objective: Objective | None) -> None:
        if is_closing(goals.state):
            for place in range(goals.info.board.size):
                goals.add_points(place)


def is_closing(state: State) -> bool:
    """Whether the last lap is called, or will be with the next card."""
    timing = state.edition_state
    return isinstance(timing, TimeAttackState) and (timing.closing != NOBODY or timing.deck_spent == 1)
