"""Against floods: token buckets, and how many connections an address holds."""

import time
from collections import Counter

KEPT = 20_000  # buckets; the fullest are forgotten first


class TokenBucket:
    """So many a second, after a burst."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.left = burst
        self.at = time.monotonic()

    def take(self, cost: float = 1.0) -> bool:
        """Whether one more is allowed now."""
        self._fill()
        if self.left < cost:
            return False
        self.left -= cost
        return True

    def holds(self) -> bool:
        """Whether anything is left."""
        self._fill()
        return self.left > 0.0

    def spend(self, cost: float) -> None:
        """Take what was used, be it more than there is."""
        self._fill()
        self.left -= cost

    def _fill(self) -> None:
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now


class Limits:
    """Buckets by key (an address, a name) and open connections by address."""

    def __init__(self, per_address: int, in_all: int) -> None:
        self.per_address = per_address
        self.in_all = in_all
        self.open: Counter[str] = Counter()
        self.buckets: dict[tuple[str, str], TokenBucket] = {}
        self.spent: Counter[tuple[str, str, float]] = Counter()  # what, who, how many a minute: since last reported

    def allows(self, what: str, who: str, a_minute: float) -> bool:
        """Whether this one may do this once more: so many a minute, a third of them at once."""
        allowed = self._bucket(what, who, a_minute).take()
        if allowed and len(self.spent) < KEPT:
            self.spent[what, who, a_minute] += 1
        return allowed

    def spend(self, what: str, who: str, a_minute: float, count: int) -> None:
        """This one has done this so often on another server."""
        self._bucket(what, who, a_minute).spend(count)

    def _bucket(self, what: str, who: str, a_minute: float) -> TokenBucket:
        if len(self.buckets) > KEPT:
            fullest = sorted(self.buckets, key=lambda key: self.buckets[key].at)
            for key in fullest[: KEPT // 2]:
                del self.buckets[key]
        return self.buckets.setdefault((what, who), TokenBucket(a_minute / 60, max(1.0, a_minute / 3)))

    def enter(self, address: str) -> bool:
        """One more connection from an address; False when there are too many."""
        if self.open[address] >= self.per_address or self.open.total() >= self.in_all:
            return False
        self.open[address] += 1
        return True

    def leave(self, address: str) -> None:
        """A connection has ended."""
        self.open[address] -= 1
        if self.open[address] <= 0:
            del self.open[address]
