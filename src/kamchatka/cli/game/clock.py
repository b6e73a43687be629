"""The clock of a game in the terminal. The kernel has no clock; the referee uses the wall clock.

Each journal line stores the seconds played so far. A resumed game continues from there, so breaks don't count.
"""

import time

from kamchatka.editions.edition import TableRules


class GameClock:
    """Seconds played in earlier sessions and in this one."""

    def __init__(self, rules: TableRules, before: float = 0.0) -> None:
        minutes = getattr(rules, "time_limit_minutes", None)
        self.limit: float | None = None if minutes is None else 60.0 * minutes
        self.before = before
        self.begun = time.monotonic()

    @property
    def played(self) -> float:
        """Seconds played so far."""
        return self.before + time.monotonic() - self.begun

    @property
    def is_up(self) -> bool:
        """Return True if the time limit has passed. Only a timed game lets the referee end it."""
        return self.limit is not None and self.played >= self.limit

    @property
    def minutes_left(self) -> int:
        """Minutes left, rounded up."""
        return max(0, -int(-((self.limit or 0.0) - self.played) // 60))
