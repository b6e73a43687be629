"""The learned valuation of the tournament game: points of the objective, which count once time is up."""

from typing import final

from mypy_extensions import i64

from kamchatka.bots.learned.relative_features import RivalValuation
from kamchatka.editions.challenge.bots.points import points, soon
from kamchatka.editions.challenge.objectives import HoldMarked
from kamchatka.editions.challenge.state import ChallengeState
from kamchatka.kernel.state import State


@final
class ChallengeValuation(RivalValuation):
    """Values the places marked on a seat's card. A rival's card is the one that the sampled state assigns to it."""

    def points(self, state: State, seat: i64) -> float:
        card = state.objective[seat]
        if 0 <= card < len(self.info.objectives):
            objective = self.info.objectives[card]
            if isinstance(objective, HoldMarked):
                return points(self.info, state, objective, seat)
        return 0.0

    def nearness(self, state: State) -> float:
        register = state.edition_state
        if not isinstance(register, ChallengeState) or register.last_round == 0:
            return 0.0
        return soon(max(i64(0), register.last_round - state.round))
