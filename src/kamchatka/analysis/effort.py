"""How much a search may take: worlds for each question, and seconds that are spread over the whole game."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import process_time

CURVE = 0.35  # of the seconds; the rest goes into choices


@dataclass(frozen=True)
class Effort:
    """What an analysis may spend. With seconds enough the worlds alone decide, and the result can be repeated."""

    worlds: int = 12  # in which a choice is weighed against a better one,
    points: int = 8  # in which a chance to win is looked at,
    rehearsals: int = 60  # of a marshal for one turn
    seconds: float = 50.0


class Spending:
    """A clock beside a search: its seconds are shared evenly by the steps of the game; what one leaves others get."""

    def __init__(self, seconds: float, steps: int, clock: Callable[[], float] = process_time) -> None:
        self.seconds = seconds
        self.steps = max(1, steps)
        self.clock = clock
        self.spent = 0.0

    def allows(self, step: int) -> bool:
        """Whether this step may still be searched."""
        return self.spent < self.seconds * (step + 1) / self.steps

    @contextmanager
    def timed(self) -> Iterator[None]:
        """What is done meanwhile is paid for."""
        begun = self.clock()
        try:
            yield
        finally:
            self.spent += self.clock() - begun
