"""What bots must know of Lagoon: places are worth their points, more so near the end."""

from typing import final

from kamchatka.bots.goals.goals import Goals
from kamchatka.bots.strategy import Strategy
from kamchatka.kernel.rules.objectives import Objective


@final
class LagoonStrategy(Strategy):
    """The strategy for the shared captain, which only needs the values of places."""

    def add_goals(self, goals: Goals, objective: Objective | None) -> None:
        for place in range(goals.info.board.size):
            goals.add_points(place)
