"""How long decisions take, kept small: a count for each step of a scale on which every step is a fifth longer."""
from dataclasses import dataclass, field
from math import floor, log

SHORTEST = 1e-6             # seconds
STEP = 1.2


@dataclass
class Pace:
    """Decisions by duration."""

    counts: dict[int, int] = field(default_factory=dict)

    def note(self, seconds: float) -> None:
        """One more decision."""
        step = max(0, floor(log(max(seconds, SHORTEST) / SHORTEST, STEP)))
        self.counts[step] = self.counts.get(step, 0) + 1

    def add(self, other: "Pace") -> None:
        """Another's decisions too."""
        for step, count in other.counts.items():
            self.counts[step] = self.counts.get(step, 0) + count

    @property
    def decisions(self) -> int:
        """How many."""
        return sum(self.counts.values())

    def within(self, part: float) -> float:
        """Seconds within which that part of the decisions was made (to a step of the scale)."""
        wanted = part * self.decisions
        for step in sorted(self.counts):
            wanted -= self.counts[step]
            if wanted <= 0:
                return float(SHORTEST * STEP ** (step + 1))
        return 0.0
