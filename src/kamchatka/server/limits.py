"""Rate limits with token buckets, by the scopes in limit_table.py, and the number of open sockets per network."""

from collections import Counter
from collections.abc import Callable
from typing import TypeVar

from kamchatka.server.clock import monotonic
from kamchatka.server.faults import Fault
from kamchatka.server.limit_table import ALL_SOCKETS, RATES, SOCKETS, WIDE_FACTOR, LimitScope, Rate
from kamchatka.server.networks import WIDE, network_of, wide_network_of
from kamchatka.server.settings import ServerSettings

MOST_BUCKETS = 20_000  # beyond that the fullest half is dropped: a full bucket is equivalent to none
BY_NAME = {rate.name: rate for rate in RATES}

K = TypeVar("K")
Clock = Callable[[], float]
Key = tuple[str, str]  # name of a rate, and what it counts by: a network, an account …


class TokenBucket:
    """A token bucket: `rate` tokens per second, up to `burst`. `clock` returns monotonic seconds."""

    def __init__(self, rate: float, burst: float, clock: Clock = monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self.clock = clock
        self.left = burst
        self.at = clock()

    @classmethod
    def of(cls, rate: Rate, settings: ServerSettings, factor: int = 1, clock: Clock = monotonic) -> "TokenBucket":
        """Create the bucket that the table of limits describes."""
        count = rate.count_in(settings)
        return cls(factor * count / rate.seconds, factor * rate.burst_of(count), clock)

    def take(self, cost: float = 1.0) -> bool:
        """Take `cost` tokens; return False if there are not enough."""
        self.fill()
        if self.left < cost:
            return False
        self.left -= cost
        return True

    def holds(self) -> bool:
        """Return whether any tokens are left."""
        self.fill()
        return self.left > 0.0

    def spend(self, cost: float) -> None:
        """Take tokens even if there are not enough. A negative cost gives tokens back."""
        self.fill()
        self.left = min(self.burst, self.left - cost)

    @property
    def fullness(self) -> float:
        """Return the fill level, at most 1."""
        self.fill()
        return self.left / self.burst

    def fill(self) -> None:
        """Add the tokens of the time since the last call."""
        now = self.clock()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now


def forget_fullest(buckets: dict[K, TokenBucket]) -> None:
    """Make room when there are too many buckets.

    The fullest half is dropped, so that nobody gets rid of an empty bucket by creating many others.
    """
    if len(buckets) >= MOST_BUCKETS:
        for key in sorted(buckets, key=lambda key: -buckets[key].fullness)[: MOST_BUCKETS // 2]:
            del buckets[key]


class NetworkCounts:
    """Counts what each network holds; `most` applies to a narrow one."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.total = 0
        self.counts: Counter[str] = Counter()

    def has_room(self, address: str) -> bool:
        """Return whether all networks of the address may hold one more."""
        return all(self.counts[network] < self.most * factor for network, factor in networks_of(address).items())

    def add(self, address: str) -> None:
        """Increment the counts."""
        self.total += 1
        self.counts.update([*networks_of(address)])

    def remove(self, address: str) -> None:
        """Decrement the counts."""
        self.total -= 1
        for network in networks_of(address):
            self.counts[network] -= 1
            if not self.counts[network]:
                del self.counts[network]


class Limits:
    """Token buckets by rate and key, and open sockets by network."""

    def __init__(self, settings: ServerSettings, clock: Clock = monotonic) -> None:
        self.settings = settings
        self.clock = clock
        self.open = NetworkCounts(SOCKETS.count_in(settings))
        self.buckets: dict[Key, TokenBucket] = {}
        # rate, key and allowance: amounts since the last report
        self.spent: Counter[tuple[str, str, float]] = Counter()

    def bucket(self, rate: Rate) -> TokenBucket:
        """Create a bucket kept by its owner, a connection or a table."""
        return TokenBucket.of(rate, self.settings, clock=self.clock)

    # -------------------------------------------------------------- rates
    def check(self, rate: Rate, who: str = "", address: str = "", phrase: str = "") -> None:
        """Raise a Fault if the limit is reached. `phrase` names its sentence."""
        if not self.allows(rate, who, address):
            raise Fault("too_many", phrase)

    def allows(self, rate: Rate, who: str = "", address: str = "") -> bool:
        """Return whether the limit allows one more, and count it.

        `who` is an account, a recipient or a table; rates that count networks take an address.
        """
        buckets = {key: self._bucket(rate, key) for key in _bucket_keys(rate, who, address)}
        if any(bucket.left < 1.0 for bucket in buckets.values()):
            return False
        for key, bucket in buckets.items():
            bucket.spend(1.0)
            self._note(rate, key, 1)
        return True

    def give_back(self, rate: Rate, who: str = "", address: str = "") -> None:
        """Undo a count of `allows`."""
        for key in _bucket_keys(rate, who, address):
            self._bucket(rate, key).spend(-1.0)
            self._note(rate, key, -1)

    def spend(self, name: str, key: str, count: int) -> None:
        """Count what another server has reported. `key` is a network, not an address."""
        rate = BY_NAME.get(name)  # a newer server may have rates that we don't know
        if rate is not None:
            self._bucket(rate, key).spend(count)

    def _note(self, rate: Rate, key: str, count: int) -> None:
        if len(self.spent) < MOST_BUCKETS:
            self.spent[rate.name, key, rate.count_in(self.settings)] += count

    def _bucket(self, rate: Rate, key: str) -> TokenBucket:
        """Return the bucket, filled up to now."""
        bucket = self.buckets.get((rate.name, key))
        if bucket is None:
            forget_fullest(self.buckets)
            factor = WIDE_FACTOR if _is_wide(rate, key) else 1
            bucket = self.buckets[rate.name, key] = TokenBucket.of(rate, self.settings, factor, self.clock)
        bucket.fill()
        return bucket

    # -------------------------------------------------------------- open sockets
    def enter(self, address: str) -> bool:
        """Count one more socket from an address. Return False if its network or the server has too many."""
        if self.open.total >= ALL_SOCKETS.count_in(self.settings) or not self.open.has_room(address):
            return False
        self.open.add(address)
        return True

    def leave(self, address: str) -> None:
        """Count one socket less."""
        self.open.remove(address)


def networks_of(address: str) -> dict[str, int]:
    """Return the networks that an address counts for, with their factors of a limit."""
    wide = wide_network_of(address)
    return {network_of(address): 1} | ({} if wide is None else {wide: WIDE_FACTOR})


def _bucket_keys(rate: Rate, who: str, address: str) -> list[str]:
    """Return the keys of the buckets to count in."""
    if rate.is_nearby:
        return [f"{network} {who}" for network in networks_of(address)]
    return [*networks_of(address)] if rate.scope is LimitScope.NETWORK else [who]


def _is_wide(rate: Rate, key: str) -> bool:
    """Return whether a key begins with a wide network. Keys of other rates hold names, which may look like one."""
    return (rate.is_nearby or rate.scope is LimitScope.NETWORK) and key.partition(" ")[0].endswith(f"/{WIDE}")
