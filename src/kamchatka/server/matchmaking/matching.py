"""Matching for live games: which waiting players sit together. This module uses no sockets or storage."""

from collections.abc import Callable, Iterable, Sequence

import msgspec

from kamchatka.editions import edition as find_edition
from kamchatka.server.matchmaking.presets import QuickPreset
from kamchatka.server.protocol.quick_payloads import QuickForm
from kamchatka.server.ratings.eligibility import Origin
from kamchatka.server.storage.records import User

GONE = 30.0  # a user who doesn't poll for this many seconds leaves the queue
NEAR = 200.0  # maximum rating difference at the start of the wait
WIDER = 10.0  # increase of that maximum per second of waiting
OTHER_TONGUE = 150.0  # a different language counts as much as this many rating points
FEWER = 45.0  # seconds of waiting after which a smaller table is acceptable


class Waiter(msgspec.Struct):
    """A user in the queue."""

    user: User
    form: QuickForm
    ways: tuple[QuickPreset, ...]
    points: dict[str, int]  # ratings in live games by edition
    language: str
    origin: Origin
    since: float
    looked: float

    def points_in(self, edition: str) -> int:
        """Return the user's rating in an edition, or that of a new player."""
        return self.points.get(edition, 1500)

    def bots_in(self, now: float) -> float | None:
        """Return the seconds until bots may fill the table; None for never."""
        return max(0.0, self.since + self.form.bots_after - now) if self.form.bots_after else None


class Tablemates(msgspec.Struct, frozen=True):
    """A group to seat now. Bots get the remaining seats."""

    way: QuickPreset
    people: tuple[Waiter, ...]
    rated: bool

    @property
    def seats(self) -> int:
        """The number of seats: as many as there are people if the edition allows it, otherwise the preset's."""
        least = find_edition(self.way.edition).seats[0]
        return len(self.people) if len(self.people) >= least and len(self.people) > 1 else self.way.seats


def company(waiters: Sequence[Waiter], now: float, may_meet: Callable[[int, int], bool]) -> Tablemates | None:
    """Return the next group to seat, considering the longest wait first; None if nobody can be seated yet."""
    for first in sorted(waiters, key=lambda one: one.since):
        found = [_around(first, way, waiters, now, may_meet) for way in first.ways]
        best = max(found, key=lambda one: len(one.people) / one.way.seats)
        if _is_ready(best, first, now):
            return best
    return None


def _around(
    first: Waiter, way: QuickPreset, waiters: Iterable[Waiter], now: float, may_meet: Callable[[int, int], bool]
) -> Tablemates:
    """Return the best group around a user for a preset: the nearest users in rating and language."""
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
    """Return True if the group is full, large enough after waiting, or may be filled with bots."""
    people, least = len(found.people), find_edition(found.way.edition).seats[0]
    if people == found.way.seats:
        return True
    if people >= max(2, least) and now - first.since >= FEWER:
        return True
    return all(one.bots_in(now) is not None for one in found.people) and first.bots_in(now) == 0.0
