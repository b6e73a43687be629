"""Detect that the seat's objective can be completed in this turn."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.bots.goals.goals import Goals

MOST_STEPS: Final = 6  # maximum number of missing places for a win in this turn
SECOND: Final = 0.6  # factor on the chance of a place that can only be reached through another one


def storm(goals: Goals, missing: vec[i64]) -> None:
    """In our turn, make each missing place worth the game, weighted by the chance to take all the others."""
    if goals.state.turn != goals.seat or len(missing) > MOST_STEPS:
        return
    goals.is_in_sight = True
    chances = vec[float]([at_once(goals, place) for place in missing])
    behind(goals, missing, chances)
    for i in range(i64(len(missing))):
        others = goals.weights.triumph
        for j in range(i64(len(missing))):
            if j != i:
                others *= chances[j]
        goals.worth[missing[i]] += others


def at_once(goals: Goals, target: i64) -> float:
    """Return the chance to take a place from the strongest neighbouring stack with all unplaced armies."""
    board = goals.info.board
    state = goals.state
    most: i64 = 0
    for i in range(board.first[target], board.first[target + 1]):
        beside = board.links[i]
        if state.owner[beside] == goals.seat:
            most = max(most, state.armies[beside] - 1 + state.stock[goals.seat])
    return goals.info.battles.win(most, state.armies[target])


def behind(goals: Goals, missing: vec[i64], chances: vec[float]) -> None:
    """Raise the chance of places that border none of our stacks but a missing place that does."""
    board = goals.info.board
    for i in range(i64(len(missing))):
        if chances[i] == 0.0:
            for j in range(i64(len(missing))):
                if board.adjacent(missing[i], missing[j]):
                    chances[i] = max(chances[i], SECOND * chances[j])
