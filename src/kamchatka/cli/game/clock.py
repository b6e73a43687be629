"""The clock of a game in the terminal. The kernel has none: here the referee looks at the wall.

Each line of the journal carries the seconds played so far, so a resumed game goes on from there and pauses are free.
"""

import time

from kamchatka.editions.edition import TableRules


class Clock:
    """Seconds of play: those of earlier sittings and of this one."""

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
        """Whether the time agreed on is over. Only a game played against time lets the referee say so."""
        return self.limit is not None and self.played >= self.limit

    @property
    def minutes_left(self) -> int:
        """Minutes left, begun ones included."""
        return max(0, -int(-((self.limit or 0.0) - self.played) // 60))
