"""What bots must know of Lagoon: places count for their points, and the more so the nearer the end is."""

from typing import final

from kamchatka.bots.goals.goals import Goals
from kamchatka.bots.strategy import Strategy
from kamchatka.kernel.rules.objectives import Objective


@final
class LagoonStrategy(Strategy):
    """The shared captain plays it well: it only has to be told what a place is worth."""

    def add_goals(self, goals: Goals, objective: Objective | None) -> None:
        for place in range(goals.info.board.size):
            goals.add_points(place)
