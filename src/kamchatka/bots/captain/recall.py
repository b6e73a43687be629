"""What a captain made of the moment before, for as long as it holds: most decisions of a turn come in a row."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.bots.captain.evaluator import CaptainEvaluator, armies_of
from kamchatka.kernel.state import State

FEW: Final = 60  # armies of which each counts: every decision about them is thought about anew


@final
class Recall:
    """The last evaluation that may last, and the moment it was made of.

    To place armies, to move in after a conquest and to move at the end of a turn changes one's own armies alone, a roll
    that takes nothing two stacks. What places are worth is about the same after it: nothing of it is reckoned anew
    until a place changes hands or somebody's cards are others. A plan lasts while one's own armies alone have moved and
    it is likely enough with them.
    """

    def __init__(self) -> None:
        self.last: CaptainEvaluator | None = None
        self.moment: State | None = None  # as it was then: the evaluator itself looks at what is the case now
        self.may_fight: bool = False

    def keep(self, made: CaptainEvaluator, may_fight: bool) -> None:
        """Remember an evaluation, if it may last."""
        self.last = made if made.is_lasting and armies_of(made.state, made.seat) > FEW else None
        self.moment = made.state
        self.may_fight = may_fight

    def found(self, state: State, seat: i64, may_fight: bool) -> CaptainEvaluator | None:
        """The last evaluation, with the armies as they stand now; None where it no longer holds."""
        last, moment = self.last, self.moment
        if last is None or moment is None or last.seat != seat or self.may_fight != may_fight:
            return None
        if moment is state:  # not a view's own state, so it may have changed since
            return None
        if not is_same_turn(moment, state, seat):
            return None
        if has_fought(moment, state, seat):
            if last.plan is not None:
                return None
            last.forget()
        elif last.plan is not None and not last.plan.is_likely(state):
            return None
        self.moment = state
        last.state = state
        return last


def is_same_turn(moment: State, state: State, seat: i64) -> bool:
    """Whether it is the same turn, everybody has the same places and as many cards, and the seat its objective."""
    if (
        moment.seats != state.seats
        or moment.turn != state.turn
        or moment.round != state.round
        or moment.conquests != state.conquests
        or moment.objective[seat] != state.objective[seat]
    ):
        return False
    for other in range(state.seats):
        if moment.hand[other] != state.hand[other]:
            return False
    for place in range(i64(len(state.owner))):
        if moment.owner[place] != state.owner[place]:
            return False
    return True


def has_fought(moment: State, state: State, seat: i64) -> bool:
    """Whether anybody else has armies less or more."""
    for place in range(i64(len(state.owner))):
        if state.owner[place] != seat and moment.armies[place] != state.armies[place]:
            return True
    return False
