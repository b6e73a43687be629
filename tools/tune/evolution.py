"""A natural evolution strategy for optimisation from noisy comparisons of two tries (needs numpy).

Each try is a random direction, taken forwards and backwards. Its gain is how much better forwards did than backwards.
The mean of the directions, weighted by their gains, points uphill. The search follows it with inertia and decreasing
steps, so that the noise of single tries averages out.
"""

import msgspec
import numpy as np
from numpy.typing import NDArray

INERTIA = 0.7  # fraction of the previous direction that is kept
LAST = 0.2  # length of the last steps relative to the first ones
Floats = NDArray[np.float64]


class Climb(msgspec.Struct):
    """The state of a search as data. Stored in a file, it can be resumed exactly."""

    seed: int
    mean: list[float]
    generations: int  # total number
    spread: float = 0.35  # of the tries around the mean
    rate: float = 2.0  # factor of the first step on the uphill direction
    widest: float = 3.0  # maximum distance of the mean from zero in each direction
    generation: int = 0  # generations completed
    drift: list[float] = []

    def is_done(self) -> bool:
        return self.generation >= self.generations

    def directions(self, tries: int) -> Floats:
        """Return the directions of this generation. They depend only on the seed and the generation."""
        luck = np.random.default_rng((self.seed, self.generation))
        found: Floats = luck.standard_normal((tries, len(self.mean)))
        return found

    def tries(self, directions: Floats) -> tuple[Floats, Floats]:
        """Return the points to compare: the mean plus and minus each direction."""
        mean = np.array(self.mean)
        return mean + self.spread * directions, mean - self.spread * directions

    def learn(self, directions: Floats, gains: Floats) -> None:
        """Take a step, given how much better each direction did forwards than backwards."""
        uphill = gains @ directions / len(gains)
        drift = np.array(self.drift) if self.drift else np.zeros(len(self.mean))
        drift = INERTIA * drift + (1 - INERTIA) * uphill
        shorter = 1 - (1 - LAST) * self.generation / max(1, self.generations - 1)
        mean = np.array(self.mean) + self.rate * shorter * drift
        self.mean = np.clip(mean, -self.widest, self.widest).tolist()
        self.drift = drift.tolist()
        self.generation += 1
