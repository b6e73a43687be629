"""One budget for all heavy questions: seconds of computing a minute, for every client and for every address."""

import time
from typing import NamedTuple

from kamchatka.server.faults import Fault
from kamchatka.server.limits import TokenBucket

KEPT = 20_000  # buckets; those that are full again are forgotten first


class Asker(NamedTuple):
    """Who asks, by two names: each has a bucket, and both must have something left."""

    client: str  # an account or a guest; strangers are known by their address alone
    address: str


class WorkBudget:
    """Buckets of seconds. A question is paid for with what it really took, so a bucket may be overdrawn."""

    def __init__(self, a_minute: float) -> None:
        self.a_minute = a_minute
        self.buckets: dict[str, TokenBucket] = {}

    def check(self, asker: Asker) -> None:
        """A Fault when nothing is left."""
        for name in {*asker}:
            bucket = self.buckets.get(name)
            if bucket is not None and not bucket.holds():
                raise Fault("too_many", "work_spent")

    def charge(self, asker: Asker, seconds: float) -> None:
        """Take what was used."""
        if len(self.buckets) > KEPT:
            self._forget()
        for name in {*asker}:
            self.buckets.setdefault(name, TokenBucket(self.a_minute / 60, self.a_minute)).spend(seconds)

    def _forget(self) -> None:
        """Who has waited long enough owes nothing and need not be remembered; then those who have waited longest."""
        oldest = sorted(self.buckets, key=lambda name: self.buckets[name].at)
        now = time.monotonic()
        refilled = [name for name in oldest if now - self.buckets[name].at > 60]
        for name in {*refilled, *oldest[: KEPT // 2]}:
            del self.buckets[name]
