"""Budgets of computing time in seconds per minute, for every client and every network."""

from typing import NamedTuple

from kamchatka.server.clock import monotonic
from kamchatka.server.faults import Fault
from kamchatka.server.limit_table import WORK
from kamchatka.server.limits import Clock, TokenBucket, forget_fullest


class Asker(NamedTuple):
    """The two accounts of a requester, which must both have budget left."""

    client: str  # an account or a guest; "" if only the network is known
    address: str  # the network, as rate limits define it


class WorkBudget:
    """Budgets in seconds. The actual time is charged afterwards, so a budget may be overdrawn."""

    def __init__(self, a_minute: float, clock: Clock = monotonic) -> None:
        self.a_minute = a_minute
        self.clock = clock
        self.buckets: dict[str, TokenBucket] = {}

    def check(self, asker: Asker) -> None:
        """Raise a Fault if one of the budgets is used up."""
        for name in {*asker}:
            bucket = self.buckets.get(name)
            if bucket is not None and not bucket.holds():
                raise Fault("too_many", "work_spent")

    def charge(self, asker: Asker, seconds: float) -> None:
        """Charge the time used to both accounts."""
        forget_fullest(self.buckets)
        burst = WORK.burst_of(self.a_minute)
        for name in {*asker}:
            self.buckets.setdefault(name, TokenBucket(self.a_minute / WORK.seconds, burst, self.clock)).spend(seconds)
