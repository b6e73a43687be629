"""Lag compensation: the time that messages need on their way isn't charged, within bounds.

A client measures its round trips and reports them with its pings. A false report gains at most CAP per answer, and at
most the quota until the clock has its full time again.
"""

CAP = 0.5  # seconds credited per answer at most
SHARE = 0.1  # of the clock's time, the quota
MOST = 30.0  # seconds of quota at most


class LagCredits:
    """Reported lag and remaining quota of every seat, in seconds."""

    def __init__(self, seconds: float, seats: int) -> None:
        self.quota = min(MOST, SHARE * seconds)
        self.left = [self.quota] * seats
        self.reported = [0.0] * seats

    def offer(self, seat: int) -> float:
        """Return the credit that a seat gets for its next answer."""
        return max(0.0, min(self.reported[seat], CAP, self.left[seat]))

    def spend(self, seat: int, credit: float) -> None:
        """Take a credit from the seat's quota."""
        self.left[seat] -= credit

    def wind_up(self, seat: int) -> None:
        """Restore the seat's quota, because its clock has its full time again."""
        self.left[seat] = self.quota
