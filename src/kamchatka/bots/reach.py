"""What lies ahead of each place: how much is to be won from it, conquest after conquest."""
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.kernel.board import Board
from kamchatka.kernel.state import State

NEAR: Final = 0.6           # what is one conquest further on counts so much less
INLAND: Final = 0.75        # the same for one's own places, which only cost time


def reach_of(board: Board, state: State, seat: i64, worth: vec[float], steps: i64) -> vec[float]:
    """From each place, the best that can be reached in so many steps, nearer and softer things first."""
    reach = vec[float]([0.0] * int(board.size))
    soft = vec[float]([NEAR * (8.0 / (8.0 + float(armies))) for armies in state.armies])
    for _ in range(steps):
        for place in range(board.size):
            best = 0.0
            for i in range(board.first[place], board.first[place + 1]):
                near = board.links[i]
                if state.owner[near] == seat:
                    best = max(best, INLAND * reach[near])
                else:
                    best = max(best, soft[near] * (worth[near] + reach[near]))
            reach[place] = best
    return reach
