"""Turn order in a game of ages: the turns that a seat still has, and the rivals that play before its next one."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.kernel.ages.age import Age
from kamchatka.kernel.state import State


@final
class Calendar:
    """The remaining turns at one moment, from one seat's view."""

    def __init__(self, state: State, own: Age, seat: i64, last: i64) -> None:
        self.later: Final = float(last - max(i64(1), own.number))  # ages after this one
        before = is_before(state, own, seat)
        # the seat's remaining turns after the current one
        self.turns_left: Final = self.later + (1.0 if before else 0.0)
        self.rival_turns: Final = rivals_ahead(state, own, seat, self.later > 0.0)


def is_before(state: State, own: Age, seat: i64) -> bool:
    """Return whether the seat still has its turn in this age."""
    return own.number == 0 or own.marker[seat] == 0 or (state.turn != seat and has_waited(state, own, seat))


def has_waited(state: State, own: Age, seat: i64) -> bool:
    """Return whether the seat in turn has an earlier marker than this one."""
    return state.turn < 0 or own.marker[state.turn] < own.marker[seat]


def rivals_ahead(state: State, own: Age, seat: i64, more: bool) -> float:
    """Return the fraction of rivals that play before the seat's next turn, or before the end.

    The order of the next age is still unknown. On average half of the rivals play before the seat in it.
    """
    rivals = 0.0
    coming = 0.0
    for rival in range(state.seats):
        if rival != seat and state.is_alive(rival):
            rivals += 1.0
            if own.marker[rival] > own.marker[seat]:
                coming += 1.0
    if rivals == 0.0:
        return 0.0
    return min(1.0, (coming + (0.5 * rivals if more else 0.0)) / rivals)
