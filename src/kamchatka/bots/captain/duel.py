"""A duel: one rival is left. Who has several times its armies has won, and only has to do it."""

from typing import Final

from mypy_extensions import i64

from kamchatka.kernel.state import NOBODY, State

SUPERIOR: Final = 3  # times the rival's armies with which a duel is won


def last_rival(state: State, seat: i64) -> i64:
    """The only rival that still holds anything; NOBODY while there are more."""
    found: i64 = NOBODY
    for rival in range(state.seats):
        if rival != seat and state.lands[rival] > 0:
            if found != NOBODY:
                return NOBODY
            found = rival
    return found


def beaten(state: State, seat: i64) -> i64:
    """The last rival, if the seat has more than so many times its armies; NOBODY otherwise."""
    rival = last_rival(state, seat)
    if rival == NOBODY or state.lands[seat] == 0:
        return NOBODY
    return rival if armies_of(state, seat) > SUPERIOR * armies_of(state, rival) else NOBODY


def armies_of(state: State, seat: i64) -> i64:
    """All armies of a seat, those in hand included."""
    armies = state.stock[seat]
    for place in range(i64(len(state.owner))):
        if state.owner[place] == seat:
            armies += state.armies[place]
    return armies
