"""A natural evolution strategy: climbs where only noisy comparisons of two tries can be had (needs numpy).

Every try is a random direction, taken forwards and backwards; what is told is by how much the one did better than the
other. The mean of the directions, each by that difference, points uphill. It is followed with some inertia, by steps
that get shorter, so that the noise of single tries averages out.
"""

import msgspec
import numpy as np
from numpy.typing import NDArray

INERTIA = 0.7  # the part of the last direction that is kept
LAST = 0.2  # the length of the last steps, as a part of the first ones
Floats = NDArray[np.float64]


class Climb(msgspec.Struct):
    """How far a search has come, as data: written to a file and read again, it goes on as if never interrupted."""

    seed: int
    mean: list[float]
    generations: int  # in all
    spread: float = 0.35  # of the tries around the mean
    rate: float = 2.0  # of a first step, by what is uphill
    widest: float = 3.0  # how far the mean may go from nought in each direction
    generation: int = 0  # done so far
    drift: list[float] = []

    def is_done(self) -> bool:
        return self.generation >= self.generations

    def directions(self, tries: int) -> Floats:
        """The directions of this generation: the same whenever they are asked for."""
        luck = np.random.default_rng((self.seed, self.generation))
        found: Floats = luck.standard_normal((tries, len(self.mean)))
        return found

    def tries(self, directions: Floats) -> tuple[Floats, Floats]:
        """What is to be compared: the mean and each direction, forwards and backwards."""
        mean = np.array(self.mean)
        return mean + self.spread * directions, mean - self.spread * directions

    def learn(self, directions: Floats, gains: Floats) -> None:
        """Take a step, by how much each direction did better forwards than backwards."""
        uphill = gains @ directions / len(gains)
        drift = np.array(self.drift) if self.drift else np.zeros(len(self.mean))
        drift = INERTIA * drift + (1 - INERTIA) * uphill
        shorter = 1 - (1 - LAST) * self.generation / max(1, self.generations - 1)
        mean = np.array(self.mean) + self.rate * shorter * drift
        self.mean = np.clip(mean, -self.widest, self.widest).tolist()
        self.drift = drift.tolist()
        self.generation += 1
