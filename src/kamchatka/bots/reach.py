"""Compute the value of what lies ahead of each place, conquest after conquest."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.kernel.board import Board
from kamchatka.kernel.state import State

NEAR: Final = 0.6  # discount per further conquest
INLAND: Final = 0.75  # the same for our own places, which cost only time


def reach_of(board: Board, state: State, seat: i64, worth: vec[float], steps: i64) -> vec[float]:
    """Return the best value reachable from each place within `steps`; near and weakly held places count most."""
    size = int(board.size)
    reach = vec[float]([0.0] * size)
    entry = vec[float]([0.0] * size)  # value of entering the place itself
    ease = vec[float]([INLAND] * size)  # weight of what lies beyond it
    for place in range(board.size):
        if state.owner[place] != seat:
            ease[place] = NEAR * 8.0 / (8.0 + float(state.armies[place]))
            entry[place] = ease[place] * worth[place]
    within = entry[:]  # both together, as computed so far
    first, links = board.first, board.links
    for _ in range(steps):
        for place in range(board.size):
            best = 0.0
            for i in range(first[place], first[place + 1]):
                best = max(best, within[links[i]])
            reach[place] = best
            within[place] = entry[place] + ease[place] * best
    return reach
