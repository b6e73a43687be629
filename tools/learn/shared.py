"""A batch of games in memory that an actor process and the learner share."""

import mmap
from typing import Any

import numpy as np

from kamchatka.players.admiral.shape import MOST_SEATS, NetworkShape

# Numbers of a game, besides observation and mask.
SEAT = 0  # the asked seat
ENDED = 1  # whether the game before this observation has ended
WEIGHT = 2  # weight of the decision for the policy; FORMER: a past network decides
CODE = 3  # the teacher's code
SEATS = 4
WON = 5  # result of each seat, when a game has ended
META = WON + MOST_SEATS
FORMER = -1.0
ALIGNED = 256  # bytes


class SharedBatch:
    """Observations, masks and meta numbers as one block of bytes, which goes to the GPU in one copy."""

    def __init__(self, shape: NetworkShape, games: int) -> None:
        self.starts = block_starts(shape, games)
        self.bytes = self.starts[-1]
        memory = mmap.mmap(-1, self.bytes + games * 8 + 4096)
        codes = len(shape.codes)
        self.block: Any = np.frombuffer(memory, np.uint8, self.bytes)
        self.seen: Any = _rows(memory, np.int16, games, shape.numbers, self.starts[0])
        self.masks: Any = _rows(memory, np.uint8, games, codes, self.starts[1])
        self.meta: Any = _rows(memory, np.float32, games, META, self.starts[2])
        self.codes: Any = np.frombuffer(memory, np.int64, games, self.bytes)
        self.waits: Any = np.frombuffer(memory, np.int32, 1, self.bytes + games * 8)  # 1 if it needs the network


def block_starts(shape: NetworkShape, games: int) -> list[int]:
    """Return where observations, masks and meta numbers begin in a block, and where it ends."""
    starts = [0]
    for size in (games * shape.numbers * 2, games * len(shape.codes), games * META * 4):
        starts.append((starts[-1] + size + ALIGNED - 1) // ALIGNED * ALIGNED)
    return starts


def _rows(memory: Any, kind: Any, games: int, width: int, start: int) -> Any:
    return np.frombuffer(memory, kind, games * width, start).reshape(games, width)
