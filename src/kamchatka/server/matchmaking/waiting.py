"""Who waits for a live game, and who is seated together: the pool, without sockets or storage."""

from collections.abc import Callable, Iterable, Sequence

import msgspec

from kamchatka.editions import edition as find_edition
from kamchatka.server.matchmaking.presets import QuickPreset
from kamchatka.server.protocol.quick_payloads import QuickForm
from kamchatka.server.ratings.eligibility import Origin
from kamchatka.server.storage.records import User

GONE = 30.0  # seconds without a look: nobody waits there any more
NEAR = 200.0  # points between players that are seated together at once …
WIDER = 10.0  # … and how many more for each second that somebody has waited
OTHER_TONGUE = 150.0  # points that another language counts for
FEWER = 45.0  # seconds, then a smaller table will do


class Waiter(msgspec.Struct):
    """Somebody who waits."""

    user: User
    form: QuickForm
    ways: tuple[QuickPreset, ...]
    points: dict[str, int]  # rating by edition, in live games
    language: str
    origin: Origin
    since: float
    looked: float

    def points_in(self, edition: str) -> int:
        """The rating, or what a newcomer has."""
        return self.points.get(edition, 1500)

    def bots_in(self, now: float) -> float | None:
        """Seconds until bots may fill the table; None: never."""
        return max(0.0, self.since + self.form.bots_after - now) if self.form.bots_after else None


class Tablemates(msgspec.Struct, frozen=True):
    """People who play together now, and how; seats that are left over are for bots."""

    way: QuickPreset
    people: tuple[Waiter, ...]
    rated: bool

    @property
    def seats(self) -> int:
        """As many as there are people for, if that will do, else with bots."""
        least = find_edition(self.way.edition).seats[0]
        return len(self.people) if len(self.people) >= least and len(self.people) > 1 else self.way.seats


def company(waiters: Sequence[Waiter], now: float, may_meet: Callable[[int, int], bool]) -> Tablemates | None:
    """The next table there are people for, whoever has waited longest first; None: they wait on."""
    for first in sorted(waiters, key=lambda one: one.since):
        found = [_around(first, way, waiters, now, may_meet) for way in first.ways]
        best = max(found, key=lambda one: len(one.people) / one.way.seats)
        if _is_ready(best, first, now):
            return best
    return None


def _around(
    first: Waiter, way: QuickPreset, waiters: Iterable[Waiter], now: float, may_meet: Callable[[int, int], bool]
) -> Tablemates:
    """Those who would play this with somebody, the nearest in rating and language first."""
    company = [first]
    others = [one for one in waiters if one is not first and way in one.ways and one.form.rated == first.form.rated]
    for other in sorted(others, key=lambda one: (_apart(first, one, way), one.since)):
        patience = now - min(first.since, other.since)
        near = _apart(first, other, way) <= NEAR + WIDER * patience
        if near and len(company) < way.seats and all(may_meet(one.user.id, other.user.id) for one in company):
            company.append(other)
    return Tablemates(way, tuple(company), first.form.rated)


def _apart(one: Waiter, other: Waiter, way: QuickPreset) -> float:
    points = abs(one.points_in(way.edition) - other.points_in(way.edition))
    return points + (OTHER_TONGUE if one.language != other.language else 0.0)


def _is_ready(found: Tablemates, first: Waiter, now: float) -> bool:
    """Whether it is full, or small but enough, or to be filled with bots because all of them want that."""
    people, least = len(found.people), find_edition(found.way.edition).seats[0]
    if people == found.way.seats:
        return True
    if people >= max(2, least) and now - first.since >= FEWER:
        return True
    return all(one.bots_in(now) is not None for one in found.people) and first.bots_in(now) == 0.0
