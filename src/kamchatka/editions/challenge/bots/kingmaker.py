"""Kingmaker for bots: choose gifts and the colour to reveal, and protect the points of that colour."""

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.bots.goals.goals import Goals
from kamchatka.bots.info import GameInfo
from kamchatka.editions.challenge.bots.points import likely_points, naming
from kamchatka.editions.challenge.kingmaker import seat_of
from kamchatka.editions.challenge.state import ChallengeState
from kamchatka.kernel.options import COLOUR, Action, Choice
from kamchatka.kernel.state import NOBODY, State

NO_WAY = -1e9  # value of a gift that the rules forbid


def choose_king(info: GameInfo, state: State, register: ChallengeState, seat: i64, option: Choice) -> Action | None:
    """Choose a Kingmaker card, before the first turn or at the end.

    None if the seat is choosing its own army colour.
    """
    if option.verb != COLOUR or len(register.given) == 0:
        return None
    if register.points[seat] != NOBODY:
        return Action(COLOUR, what=state.colour[most_valued(register, seat, card_values(register))])
    if state.colour[seat] == NOBODY or state.lands[seat] == 0:
        return None
    return Action(COLOUR, what=state.colour[gift(info, state, seat, register, option)])


# ------------------------------------------------------------------ at the end
def card_values(register: ChallengeState) -> vec[float]:
    """Return, for each seat, the points that one Kingmaker card of its colour is worth."""
    return vec[float]([float(points // register.seats) for points in register.points])


def most_valued(register: ChallengeState, seat: i64, each: vec[float]) -> i64:
    """Return the colour in hand whose cards are worth most together."""
    best = NO_WAY
    found: i64 = NOBODY
    for king in range(register.seats):
        cards = register.kings[seat * register.seats + king]
        if cards > 0 and float(cards) * each[king] > best:
            best = float(cards) * each[king]
            found = king
    return found


# ------------------------------------------------------------------ before the first turn
def gift(info: GameInfo, state: State, seat: i64, register: ChallengeState, option: Choice) -> i64:
    """Choose the colour for the next receiver by the best assignment of all remaining cards.

    A card brings its holder a share of its colour's points, so the giver keeps the best card and gives the worst to the
    most promising rival.
    """
    promise = vec[float]([likely_points(info, state, seat, each) for each in range(register.seats)])
    kings = [king for king in range(register.seats) if not is_given(register, seat, king)]
    receivers: list[i64] = []
    receiver = seat
    for _ in range(register.seats):  # the giver keeps a card itself and comes last
        receiver = state.after(receiver)
        if register.given[seat * register.seats + receiver] == NOBODY:
            receivers.append(receiver)
    best = NO_WAY
    found: i64 = seat_of(state, option.whats[0])
    for colour in option.whats:
        king = seat_of(state, colour)
        rest = [other for other in kings if other != king]
        worth = favour(promise, seat, receivers[0], king) + best_way(promise, seat, rest, receivers[1:])
        if worth > best:
            best = worth
            found = king
    return found


def is_given(register: ChallengeState, giver: i64, king: i64) -> bool:
    """Return True if a giver has given this colour away."""
    for to in range(register.seats):
        if register.given[giver * register.seats + to] == king:
            return True
    return False


def best_way(promise: vec[float], giver: i64, kings: list[i64], receivers: list[i64]) -> float:
    """Return the value of the best assignment of these cards to these receivers. No receiver may get its own colour."""
    if not receivers:
        return 0.0
    best = NO_WAY
    for king in kings:
        if king != receivers[0]:
            rest = [other for other in kings if other != king]
            best = max(best, favour(promise, giver, receivers[0], king) + best_way(promise, giver, rest, receivers[1:]))
    return best


def favour(promise: vec[float], giver: i64, receiver: i64, king: i64) -> float:
    """Estimate a card's value for its giver: its points if kept, otherwise minus its help to a rival's chances."""
    if receiver == giver:
        return promise[king]
    rivals = 0.1
    for seat in range(i64(len(promise))):
        if seat != giver:
            rivals += promise[seat]
    return -promise[king] * promise[receiver] / rivals


# ------------------------------------------------------------------ once time is up
def spare_the_king(goals: Goals, register: ChallengeState) -> None:
    """Lower the value of places of the colour that this seat will reveal, because it shares that colour's points."""
    if register.last_round == 0 or len(register.kings) == 0:
        return
    info = goals.info
    each = vec[float]([likely_points(info, goals.state, goals.seat, king) for king in range(register.seats)])
    king = most_valued(register, goals.seat, each)
    if king == NOBODY:
        return
    cards = register.kings[goals.seat * register.seats + king]
    part = goals.weights.point * float(cards) / float(register.seats)
    for place in range(info.board.size):
        if goals.state.owner[place] == king:
            loss = naming(info, goals.state, goals.seat, place) * float(info.board.value[place])
            goals.worth[place] = max(0.0, goals.worth[place] - part * loss)
