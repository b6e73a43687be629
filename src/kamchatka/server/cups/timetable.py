"""When cups begin, and to which season they belong."""

import re
from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from kamchatka.kernel.problem import Problem
from kamchatka.server.cups.cup_plan import DAYS, CupPlan
from kamchatka.server.faults import Fault

WEEK = 7
SEASON = re.compile(r"(20\d\d)-([1-4])", re.ASCII)
MONTHS = 3  # of a season


@cache
def _zone(name: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def zone_of(plan: CupPlan) -> ZoneInfo | None:
    """Return the time zone of a cup (None: UTC); a Problem if this machine doesn't know it."""
    if plan.zone == "UTC":
        return None  # machines without a database of zones know it, too
    if (found := _zone(plan.zone)) is None:
        raise Problem("cups.zone", zone=plan.zone)
    return found


def next_start(plan: CupPlan, after: float) -> int:
    """Return the first start after a moment, both in Unix seconds.

    >>> plan = CupPlan(id="x", en="X", it="X", edition="modern", time="19:30", days=("monday",))
    >>> datetime.fromtimestamp(next_start(plan, 0.0), UTC).isoformat()
    '1970-01-05T19:30:00+00:00'
    """
    zone, (hour, minute) = zone_of(plan) or UTC, map(int, plan.time.split(":"))
    today = datetime.fromtimestamp(after, zone).date()
    for days in range(WEEK + 1):
        day = today + timedelta(days=days)
        start = int(datetime(day.year, day.month, day.day, hour, minute, tzinfo=zone).timestamp())
        if DAYS[day.weekday()] in plan.days and start > after:
            return start
    raise AssertionError("a cup has at least one day a week")


def cup_id(plan: CupPlan, start: int) -> str:
    """Return the id of a cup that begins then."""
    return f"{plan.id}-{datetime.fromtimestamp(start, UTC):%Y%m%d-%H%M}"


# ------------------------------------------------------------------ seasons
def season_of(moment: float) -> str:
    """Return the season of a moment: the year and its quarter.

    >>> season_of(0.0)
    '1970-1'
    """
    day = datetime.fromtimestamp(moment, UTC)
    return f"{day.year}-{(day.month - 1) // MONTHS + 1}"


def season_bounds(season: str) -> tuple[int, int]:
    """Return when a season begins and ends; a Fault if there is no such season.

    >>> season_bounds("2026-4")
    (1790812800, 1798761600)
    """
    found = SEASON.fullmatch(season)
    if found is None:
        raise Fault("problem", "no_season", season=season[:20])
    year, quarter = int(found[1]), int(found[2])
    first = datetime(year, MONTHS * (quarter - 1) + 1, 1, tzinfo=UTC)
    last = datetime(year + quarter // 4, MONTHS * quarter % 12 + 1, 1, tzinfo=UTC)
    return int(first.timestamp()), int(last.timestamp())
