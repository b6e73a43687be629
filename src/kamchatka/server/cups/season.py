"""The table of a season: points of all cups in three months."""

from collections.abc import Sequence

from kamchatka.server.cups.cup_store import SeasonTotal
from kamchatka.server.cups.timetable import season_bounds, season_of
from kamchatka.server.protocol.cup_payloads import CupSeasonRow
from kamchatka.server.storage.records import User

MOST = 100  # rows shown, besides the user's own
OLDEST = 40  # seasons listed


def season_rows(totals: Sequence[SeasonTotal], user: User | None) -> tuple[CupSeasonRow, ...]:
    """Rank people by points; equal points share a place. More wins come first among equals."""
    ordered = sorted(totals, key=lambda one: (-one.points, -one.wins, one.cups, one.name, one.user))
    found, place = list[CupSeasonRow](), 0
    for number, one in enumerate(ordered, start=1):
        if number == 1 or one.points != ordered[number - 2].points:
            place = number
        mine = user is not None and one.user == user.id
        if number <= MOST or mine:
            found.append(CupSeasonRow(place, one.name, one.guest, mine, one.points, one.cups, one.wins))
    return tuple(found)


def seasons_until(first: int | None, moment: float) -> tuple[str, ...]:
    """List the seasons from the first finished cup until now, latest first."""
    found = [season_of(moment)]
    while first is not None and season_bounds(found[-1])[0] > first and len(found) < OLDEST:
        found.append(season_of(season_bounds(found[-1])[0] - 1))
    return tuple(found)
