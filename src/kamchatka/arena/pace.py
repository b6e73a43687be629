"""Histograms of decision and turn durations on a logarithmic scale with steps of 20 %."""

from dataclasses import dataclass, field
from math import floor, inf, log

SHORTEST = 1e-6  # seconds
STEP = 1.2


@dataclass
class Pace:
    """Durations of decisions or of whole turns."""

    counts: dict[int, int] = field(default_factory=dict)
    longest: float = 0.0  # seconds

    def note(self, seconds: float) -> None:
        """Record one duration."""
        step = max(0, floor(log(max(seconds, SHORTEST) / SHORTEST, STEP)))
        self.counts[step] = self.counts.get(step, 0) + 1
        self.longest = max(self.longest, seconds)

    def add(self, other: "Pace") -> None:
        """Add the durations of another histogram."""
        self.longest = max(self.longest, other.longest)
        for step, count in other.counts.items():
            self.counts[step] = self.counts.get(step, 0) + count

    @property
    def number(self) -> int:
        """Number of recorded durations."""
        return sum(self.counts.values())

    def within(self, part: float) -> float:
        """Return the seconds within which the given share of the durations lies, rounded up to a step of the scale."""
        wanted = part * self.number
        for step in sorted(self.counts):
            wanted -= self.counts[step]
            if wanted <= 0:
                longest = self.longest or inf  # older files lack the longest duration
                return min(float(SHORTEST * STEP ** (step + 1)), longest)
        return 0.0


def duration(seconds: float) -> str:
    """Format a duration for people."""
    return f"{seconds:.3g} s" if seconds >= 1.0 else f"{1000 * seconds:.3g} ms"
