"""Reuse a captain's last evaluation while it stays valid, since a turn consists of many similar decisions."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.bots.captain.evaluator import CaptainEvaluator, armies_of
from kamchatka.kernel.state import State

FEW: Final = 60  # number of armies up to which every decision is evaluated anew, because each army matters


@final
class Recall:
    """The last reusable evaluation and the position it was made for.

    Placing armies, occupying a conquest and moving at the end of a turn change only our own armies; a roll without
    conquest changes two stacks. The values of places stay about the same, so they are kept until a place changes hands
    or a hand changes. A plan is kept while only our own armies have moved and it stays likely enough.
    """

    def __init__(self) -> None:
        self.last: CaptainEvaluator | None = None
        self.moment: State | None = None  # the position at that time; the evaluator itself refers to the current one
        self.may_fight: bool = False

    def keep(self, made: CaptainEvaluator, may_fight: bool) -> None:
        """Remember an evaluation if it can be reused."""
        self.last = made if made.is_lasting and armies_of(made.state, made.seat) > FEW else None
        self.moment = made.state
        self.may_fight = may_fight

    def find_cached(self, state: State, seat: i64, may_fight: bool) -> CaptainEvaluator | None:
        """Return the last evaluation, updated to the current armies; None if it is no longer valid."""
        last, moment = self.last, self.moment
        if last is None or moment is None or last.seat != seat or self.may_fight != may_fight:
            return None
        if moment is state:  # not a view's copy, so it may have changed since
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
    """Return whether turn, owners, hand sizes and the seat's objective are unchanged."""
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
    """Return whether the armies of any other seat have changed."""
    for place in range(i64(len(state.owner))):
        if state.owner[place] != seat and moment.armies[place] != state.armies[place]:
            return True
    return False
