"""The interface of evaluators, through which orders are chosen independently of the bot."""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from kamchatka.bots.battles import Battles
from kamchatka.bots.goals.weights import Weights
from kamchatka.kernel.options import Action, Options, Range
from kamchatka.kernel.state import State

UNBOUNDED: Final = 1e18  # bound that excludes nothing


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluator:
    """Rates positions of armies. Values are in units of one army."""

    def __init__(self, state: State, seat: i64) -> None:
        self.state = state
        self.seat: Final[i64] = seat
        # whether to consider only a few ways to divide armies, because the next decision can correct the rest
        self.is_brisk: bool = False

    def stand(self, place: i64, armies: i64) -> float:
        """Return the value of `armies` on one of our places."""
        raise NotImplementedError

    def assault(self, source: i64, target: i64) -> float:
        """Return the value of an attack with all available armies, minus its cost; 0: don't attack."""
        raise NotImplementedError

    def assault_at_most(self, source: i64, target: i64) -> float:
        """Return a cheap upper bound for `assault`, used to skip attacks that can't be the best."""
        return UNBOUNDED

    def stand_at_most(self, place: i64, armies: i64) -> float:
        """Return a cheap upper bound for `stand`."""
        return UNBOUNDED

    def is_rear(self, source: i64, target: i64) -> bool:
        """Return whether as many armies as allowed should leave a place for the one just taken."""
        return False

    def opening(self, options: Options) -> Action | None:
        """Return an action to take before other orders are considered, or None."""
        return None

    def otherwise(self, option: Range) -> Action | None:
        """Return the choice for an option that isn't about armies and places, or None."""
        return None


@mypyc_attr(allow_interpreted_subclasses=True)
class BattleEvaluator(Evaluator):
    """An evaluator that can rate an attack under other odds than the usual ones."""

    def __init__(self, state: State, seat: i64, weights: Weights) -> None:
        super().__init__(state, seat)
        self.weights: Final = weights

    def assault_by(self, source: i64, target: i64, battles: Battles) -> float:
        """Return the value of an attack under these odds, minus its cost."""
        raise NotImplementedError
