"""The end in sight: an objective that can be completed in this turn."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.bots.captain.goals import Goals

MOST_STEPS: Final = 6  # missing places with which nobody hopes to win at once
SECOND: Final = 0.6  # the chance of a place behind another that must fall first


def storm(goals: Goals, missing: vec[i64]) -> None:
    """In one's own turn, the game itself is the prize of each missing place, for as much as the others can be taken."""
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
    """The chance to take a place from the best stack beside it, with all armies still in hand."""
    board = goals.info.board
    state = goals.state
    most: i64 = 0
    for i in range(board.first[target], board.first[target + 1]):
        beside = board.links[i]
        if state.owner[beside] == goals.seat:
            most = max(most, state.armies[beside] - 1 + state.stock[goals.seat])
    return goals.info.battles.win(most, state.armies[target])


def behind(goals: Goals, missing: vec[i64], chances: vec[float]) -> None:
    """Places that no stack of one's own is beside may fall after a missing one that is."""
    board = goals.info.board
    for i in range(i64(len(missing))):
        if chances[i] == 0.0:
            for j in range(i64(len(missing))):
                if board.adjacent(missing[i], missing[j]):
                    chances[i] = max(chances[i], SECOND * chances[j])
