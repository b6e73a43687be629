"""Duels: only one rival is left. A seat with several times the rival's armies has won and only has to finish."""

from typing import Final

from mypy_extensions import i64

from kamchatka.kernel.state import NOBODY, State

SUPERIOR: Final = 3  # ratio of armies from which a duel counts as won


def last_rival(state: State, seat: i64) -> i64:
    """Return the only rival that still holds places; NOBODY if there are several."""
    found: i64 = NOBODY
    for rival in range(state.seats):
        if rival != seat and state.lands[rival] > 0:
            if found != NOBODY:
                return NOBODY
            found = rival
    return found


def find_beaten_rival(state: State, seat: i64) -> i64:
    """Return the last rival if the seat has more than SUPERIOR times its armies; NOBODY otherwise."""
    rival = last_rival(state, seat)
    if rival == NOBODY or state.lands[seat] == 0:
        return NOBODY
    return rival if armies_of(state, seat) > SUPERIOR * armies_of(state, rival) else NOBODY


def armies_of(state: State, seat: i64) -> i64:
    """Return all armies of a seat, including unplaced ones."""
    armies = state.stock[seat]
    for place in range(i64(len(state.owner))):
        if state.owner[place] == seat:
            armies += state.armies[place]
    return armies
