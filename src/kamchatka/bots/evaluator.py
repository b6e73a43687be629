"""An evaluator of a position: the port through which orders are given, whoever judges."""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from kamchatka.bots.battles import Battles
from kamchatka.bots.captain.weights import Weights
from kamchatka.kernel.options import Action, Options, Range
from kamchatka.kernel.state import State

UNBOUNDED: Final = 1e18  # as a bound: nothing can be told without reckoning


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluator:
    """What armies are good for where they stand, in armies."""

    def __init__(self, state: State, seat: i64) -> None:
        self.state = state
        self.seat: Final[i64] = seat
        self.is_brisk: bool = False  # whether a few ways to divide armies are enough: who is asked can mend it soon

    def stand(self, place: i64, armies: i64) -> float:
        """What so many armies on a place of one's own are good for."""
        raise NotImplementedError

    def assault(self, source: i64, target: i64) -> float:
        """What an attack with all that can be spared brings beyond its cost; 0: it is not to be made."""
        raise NotImplementedError

    def assault_at_most(self, source: i64, target: i64) -> float:
        """What an attack cannot bring more than, told without reckoning it: one that is outbid already is left out."""
        return UNBOUNDED

    def stand_at_most(self, place: i64, armies: i64) -> float:
        """The same for armies where they stand."""
        return UNBOUNDED

    def is_rear(self, source: i64, target: i64) -> bool:
        """Whether all armies that may are to leave a place for the one they have just taken."""
        return False

    def opening(self, options: Options) -> Action | None:
        """What to do before any army is ordered about; None: nothing."""
        return None

    def otherwise(self, option: Range) -> Action | None:
        """What to do with an option that is not one of armies and places; None: nothing."""
        return None


@mypyc_attr(allow_interpreted_subclasses=True)
class BattleEvaluator(Evaluator):
    """One that can evaluate an attack by other odds than the usual ones."""

    def __init__(self, state: State, seat: i64, weights: Weights) -> None:
        super().__init__(state, seat)
        self.weights: Final = weights

    def assault_by(self, source: i64, target: i64, battles: Battles) -> float:
        """What an attack brings beyond its cost when it is fought by these odds."""
        raise NotImplementedError
