"""The clock of a game of ages: how much is still to come for a seat, and who plays before it does again."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.kernel.ages.age import Age
from kamchatka.kernel.state import State


@final
class Calendar:
    """One moment, as one seat sees it."""

    def __init__(self, state: State, own: Age, seat: i64, last: i64) -> None:
        self.later: Final = float(last - max(i64(1), own.number))  # ages after this one
        before = is_before(state, own, seat)
        self.turns_left: Final = self.later + (1.0 if before else 0.0)  # of the seat, the one under way not counted
        self.rival_turns: Final = rivals_ahead(state, own, seat, self.later > 0.0)


def is_before(state: State, own: Age, seat: i64) -> bool:
    """Whether the seat's turn of this age is still to come."""
    return own.number == 0 or own.marker[seat] == 0 or (state.turn != seat and has_waited(state, own, seat))


def has_waited(state: State, own: Age, seat: i64) -> bool:
    """Whether another seat plays now, by a marker before this one's."""
    return state.turn < 0 or own.marker[state.turn] < own.marker[seat]


def rivals_ahead(state: State, own: Age, seat: i64, more: bool) -> float:
    """Turns of rivals before the seat's next one, or before the end, as a part of a whole round.

    The order of the next age is not known yet: half of the rivals, on average, come before the seat again.
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
