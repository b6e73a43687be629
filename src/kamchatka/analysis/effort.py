"""The effort of an analysis: the judge, worlds per question, and seconds spread evenly over the whole game."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import process_time

AUTOMATIC = ""  # the network where an edition has one and it runs compiled, otherwise search
NETWORK, SEARCH = "network", "search"
CURVE = 0.35  # share of the seconds spent on the curve; the rest goes to reviewing choices


@dataclass(frozen=True)
class Effort:
    """Limits of an analysis. If the seconds suffice, only the worlds matter and the result is reproducible."""

    worlds: int = 12  # worlds for comparing a choice with a better one
    points: int = 8  # worlds for estimating a win chance
    rehearsals: int = 60  # rehearsals of a marshal per turn
    seconds: float = 50.0
    judge: str = AUTOMATIC


class Spending:
    """Time budget shared evenly by the steps of a game. Time that a step doesn't use is left to the later ones."""

    def __init__(self, seconds: float, steps: int, clock: Callable[[], float] = process_time) -> None:
        self.seconds = seconds
        self.steps = max(1, steps)
        self.clock = clock
        self.spent = 0.0

    def allows(self, step: int) -> bool:
        """Return whether there is time left to search this step."""
        return self.spent < self.seconds * (step + 1) / self.steps

    @contextmanager
    def charge(self) -> Iterator[None]:
        """Charge the time spent in the `with` block."""
        begun = self.clock()
        try:
            yield
        finally:
            self.spent += self.clock() - begun
