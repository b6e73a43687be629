"""When time is up points decide: which places count, and whether a seat wants the game to close."""
from typing import Final

from mypy_extensions import i64

from kamchatka.bots.goals import Goals
from kamchatka.editions.challenge.closing import EXEMPT
from kamchatka.editions.challenge.objectives import HoldMarked
from kamchatka.editions.challenge.register import Register
from kamchatka.editions.modern.time_attack import Timing
from kamchatka.kernel.rules.objectives import Objective
from kamchatka.kernel.state import NOBODY

LIKELY: Final = 0.5         # a rival's points lie between the mean of all cards and the best of them: so far up


def seek_points(goals: Goals, objective: Objective | None) -> None:
    """When time is up points decide: the values of one's marked places, or of all."""
    extra = goals.state.extra
    if isinstance(extra, Register) and extra.last_round > 0 and isinstance(objective, HoldMarked):
        for place in objective.places:
            score(goals, place)
    elif isinstance(extra, Timing) and (extra.closing != NOBODY or extra.deck_spent == 1):
        for place in range(goals.lore.board.size):
            score(goals, place)


def score(goals: Goals, place: i64) -> None:
    """A place counts for its printed value."""
    points = goals.doctrine.point * float(goals.lore.board.value[place])
    goals.worth[place] += points
    goals.hold[place] += points


def face_the_throw(goals: Goals, objective: Objective | None) -> None:
    """Three conquests spare a seat the closing throw: who is behind goes for them, who is ahead stops at two."""
    extra = goals.state.extra
    conquests = goals.state.conquests
    if not isinstance(extra, Register) or extra.threshold == 0 or goals.state.turn != goals.seat or conquests >= EXEMPT:
        return
    if not isinstance(objective, HoldMarked):
        return
    behind = expected(goals) > points(goals, objective, goals.seat)
    stake = goals.doctrine.throw / float(EXEMPT - conquests)
    if behind or conquests == EXEMPT - 1:
        for place in range(goals.lore.board.size):
            goals.worth[place] += stake if behind else -stake


def points(goals: Goals, objective: HoldMarked, seat: i64) -> float:
    """The values of a card's places that a seat holds."""
    total: i64 = 0
    for place in objective.places:
        if goals.state.owner[place] == seat:
            total += goals.lore.board.value[place]
    return float(total)


def expected(goals: Goals) -> float:
    """The points of the best rival, as far as the table can tell: whose card is whose is not known."""
    most = 0.0
    for rival in range(goals.state.seats):
        if rival != goals.seat and goals.state.lands[rival] > 0:
            best = 0.0
            total = 0.0
            cards = 0
            for card in range(i64(len(goals.lore.objectives))):
                objective = goals.lore.objectives[card]
                if card != goals.state.objective[goals.seat] and isinstance(objective, HoldMarked):
                    found = points(goals, objective, rival)
                    best = max(best, found)
                    total += found
                    cards += 1
            mean = total / float(max(1, cards))
            most = max(most, mean + LIKELY * (best - mean))
    return most
