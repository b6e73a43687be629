"""When time is up points decide: which places count, and whether a seat wants the game to close."""

from typing import Final

from mypy_extensions import i64

from kamchatka.bots.goals import Goals
from kamchatka.bots.lore import Lore
from kamchatka.editions.challenge.closing import EXEMPT
from kamchatka.editions.challenge.objectives import HoldMarked
from kamchatka.editions.challenge.register import Register
from kamchatka.editions.modern.time_attack import Timing
from kamchatka.kernel.rules.objectives import Objective
from kamchatka.kernel.state import NOBODY, State

LIKELY: Final = 0.5  # a rival's points lie between the mean of all cards and the best of them: so far up


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
    behind = expected(goals.lore, goals.state, goals.seat) > points(goals.lore, goals.state, objective, goals.seat)
    stake = goals.doctrine.throw / float(EXEMPT - conquests)
    if behind or conquests == EXEMPT - 1:
        for place in range(goals.lore.board.size):
            goals.worth[place] += stake if behind else -stake


def points(lore: Lore, state: State, objective: HoldMarked, seat: i64) -> float:
    """The values of a card's places that a seat holds."""
    total: i64 = 0
    for place in objective.places:
        if state.owner[place] == seat:
            total += lore.board.value[place]
    return float(total)


def expected(lore: Lore, state: State, seat: i64) -> float:
    """The points of a seat's best rival, as far as the table can tell."""
    most = 0.0
    for rival in range(state.seats):
        if rival != seat and state.lands[rival] > 0:
            most = max(most, likely_points(lore, state, seat, rival))
    return most


def likely_points(lore: Lore, state: State, viewer: i64, seat: i64) -> float:
    """A seat's points as another knows them, who sees its places but not its card; its own it knows exactly."""
    best = 0.0
    total = 0.0
    cards = 0
    for card in range(i64(len(lore.objectives))):
        objective = lore.objectives[card]
        if isinstance(objective, HoldMarked):
            found = points(lore, state, objective, seat)
            if card == state.objective[viewer] and seat == viewer:
                return found
            if card != state.objective[viewer]:
                best = max(best, found)
                total += found
                cards += 1
    mean = total / float(max(1, cards))
    return mean + LIKELY * (best - mean)


def naming(lore: Lore, state: State, viewer: i64, place: i64) -> float:
    """The part of the cards a rival may hold that name a place."""
    named = 0.0
    cards = 0.1
    for card in range(i64(len(lore.objectives))):
        objective = lore.objectives[card]
        if isinstance(objective, HoldMarked) and card != state.objective[viewer]:
            cards += 1.0
            if place in objective.places:
                named += 1.0
    return named / cards
