"""How long decisions and turns take, kept small: a count for each step of a scale, every step a fifth longer."""

from dataclasses import dataclass, field
from math import floor, inf, log

SHORTEST = 1e-6  # seconds
STEP = 1.2


@dataclass
class Pace:
    """Decisions, or whole turns, by duration."""

    counts: dict[int, int] = field(default_factory=dict)
    longest: float = 0.0  # seconds

    def note(self, seconds: float) -> None:
        """One more."""
        step = max(0, floor(log(max(seconds, SHORTEST) / SHORTEST, STEP)))
        self.counts[step] = self.counts.get(step, 0) + 1
        self.longest = max(self.longest, seconds)

    def add(self, other: "Pace") -> None:
        """Another's too."""
        self.longest = max(self.longest, other.longest)
        for step, count in other.counts.items():
            self.counts[step] = self.counts.get(step, 0) + count

    @property
    def number(self) -> int:
        """How many."""
        return sum(self.counts.values())

    def within(self, part: float) -> float:
        """Seconds within which that part of them was made (to a step of the scale)."""
        wanted = part * self.number
        for step in sorted(self.counts):
            wanted -= self.counts[step]
            if wanted <= 0:
                longest = self.longest or inf  # older files have none
                return min(float(SHORTEST * STEP ** (step + 1)), longest)
        return 0.0


def duration(seconds: float) -> str:
    """A time as people read it."""
    return f"{seconds:.3g} s" if seconds >= 1.0 else f"{1000 * seconds:.3g} ms"
