"""Players who are not ranked: for the whole season, or for the events of a period.

`Ada Rossi`, `1234` (a membership number), `Ada Rossi@2025`, `1234@2025-03-01..2025-06-30`.
"""

import re

import msgspec

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events.entrants import normalise
from kamchatka.tournament.seasons.season import Season

FORM = re.compile(r"(?P<who>[^@]+)(?:@(?P<first>\d{4}(?:-\d\d){0,2})(?:\.\.(?P<last>\d{4}(?:-\d\d){0,2}))?)?")


class Ban(msgspec.Struct, frozen=True):
    """A player, by name or membership number, and the period; without one, always."""

    who: str
    first: str = ""
    last: str = ""

    def holds(self, date: str) -> bool:
        """Return whether a day is in the period. A year or a month stands for all of its days."""
        return not self.first or (date[: len(self.first)] >= self.first and date[: len(self.last)] <= self.last)


def parse_ban(word: str) -> Ban:
    """Parse a ban; a Problem shows how one is written."""
    found = FORM.fullmatch(word.strip())
    if found is None or not normalise(found["who"]):
        raise Problem("season.bad_ban", word=word[:60])
    first = found["first"] or ""
    return Ban(normalise(found["who"]), first, found["last"] or first)


def is_banned(bans: tuple[Ban, ...], season: Season, key: str, name: str, date: str) -> bool:
    """Return whether the result of a player, by key of the season and by name, does not count."""
    names = {key.removeprefix("#"), normalise(name), normalise(season.merged.get(normalise(name), name))}
    return any(ban.who in names and ban.holds(date) for ban in bans)
