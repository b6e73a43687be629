"""Points count once time is up: value the marked places, and decide when to let the game end by a closing throw."""

from typing import Final

from mypy_extensions import i64

from kamchatka.bots.goals.goals import Goals
from kamchatka.bots.info import GameInfo
from kamchatka.editions.challenge.closing import EXEMPT
from kamchatka.editions.challenge.objectives import HoldMarked
from kamchatka.editions.challenge.state import ChallengeState
from kamchatka.kernel.state import State

LIKELY: Final = 0.5  # a rival's points are assumed to lie this far between the mean and the maximum over all cards


def seek_points(goals: Goals, register: ChallengeState, objective: HoldMarked) -> None:
    """Estimate the value of the seat's marked places: by points once time is up, and more as fewer rounds remain."""
    if register.last_round > 0:
        left = register.last_round - goals.state.round if goals.weights.habits.counts_rounds else i64(0)
        for place in objective.places:
            goals.add_points(place, soon(left))


def soon(rounds: i64) -> float:
    """Return the weight of final points this many rounds before the end: full in the last two, then halved each."""
    return float(0.5 ** float(max(i64(0), rounds - 1)))


def face_the_throw(goals: Goals, register: ChallengeState, objective: HoldMarked) -> None:
    """If behind, aim for three conquests, which avoid the closing throw. If ahead, stop at two."""
    conquests = goals.state.conquests
    if register.threshold == 0 or goals.state.turn != goals.seat or conquests >= EXEMPT:
        return
    behind = estimate_best_rival(goals.info, goals.state, goals.seat) > points(
        goals.info, goals.state, objective, goals.seat
    )
    stake = goals.weights.throw / float(EXEMPT - conquests)
    if behind or conquests == EXEMPT - 1:
        for place in range(goals.info.board.size):
            goals.worth[place] += stake if behind else -stake


def points(info: GameInfo, state: State, objective: HoldMarked, seat: i64) -> float:
    """Sum the values of those places of a card that a seat holds."""
    total: i64 = 0
    for place in objective.places:
        if state.owner[place] == seat:
            total += info.board.value[place]
    return float(total)


def estimate_best_rival(info: GameInfo, state: State, seat: i64) -> float:
    """Estimate the points of a seat's best rival from public information."""
    most = 0.0
    for rival in range(state.seats):
        if rival != seat and state.lands[rival] > 0:
            most = max(most, likely_points(info, state, seat, rival))
    return most


def likely_points(info: GameInfo, state: State, viewer: i64, seat: i64) -> float:
    """Estimate a seat's points as `viewer` sees them: places are public, the objective is not.

    The viewer's own points are exact.
    """
    best = 0.0
    total = 0.0
    cards = 0
    for card in range(i64(len(info.objectives))):
        objective = info.objectives[card]
        if isinstance(objective, HoldMarked):
            found = points(info, state, objective, seat)
            if card == state.objective[viewer] and seat == viewer:
                return found
            if card != state.objective[viewer]:
                best = max(best, found)
                total += found
                cards += 1
    mean = total / float(max(1, cards))
    return mean + LIKELY * (best - mean)


def naming(info: GameInfo, state: State, viewer: i64, place: i64) -> float:
    """Return the fraction of a rival's possible cards that mark a place."""
    named = 0.0
    cards = 0.1
    for card in range(i64(len(info.objectives))):
        objective = info.objectives[card]
        if isinstance(objective, HoldMarked) and card != state.objective[viewer]:
            cards += 1.0
            if place in objective.places:
                named += 1.0
    return named / cards
