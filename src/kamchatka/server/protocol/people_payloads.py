"""What travels over HTTP about people: profiles, rank lists, history."""

from typing import Literal

import msgspec

Pace = Literal["live", "days"]


class SkillSeen(msgspec.Struct, frozen=True):
    """A rating in one edition, live or over days; `place` in its rank list is 0 while it is provisional."""

    edition: str
    edition_name: str
    pace: Pace
    points: int
    doubt: int
    provisional: bool
    games: int
    wins: int
    left: int  # rated games that were left, and counted as lost
    place: int


class PlayedSeen(msgspec.Struct, frozen=True):
    """A game somebody has finished."""

    table: str
    edition: str
    edition_name: str
    pace: Pace
    ended: int  # milliseconds
    seat: int
    seats: int
    opponents: tuple[str, ...]
    place: int | None  # 1: won; none when it was called off
    left: bool
    rating: str  # as in `TableRow`
    points: int | None = None  # after a rated game …
    change: int | None = None  # … and what it brought


class TallySeen(msgspec.Struct, frozen=True):
    """Games and wins of a kind."""

    name: str
    games: int
    wins: int


class StatisticsSeen(msgspec.Struct, frozen=True):
    """What somebody's finished games come to."""

    games: int
    wins: int
    left: int
    rounds: float  # of a game, on average
    minutes: float  # of a game in one sitting, on average
    editions: tuple[TallySeen, ...]
    seats: tuple[TallySeen, ...]  # by the order at the table
    objectives: tuple[TallySeen, ...]
    zones: tuple[TallySeen, ...]  # held whole at the end


class StrengthSeen(msgspec.Struct, frozen=True):
    """What was measured of a bot: of so many games one of its kind won these against three of another."""

    edition: str
    edition_name: str
    against: str  # its id
    games: int
    share: float  # of the games won; a quarter is fair
    low: float  # 95 % lie between
    high: float


class ProfileSeen(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody as everybody may see them."""

    name: str
    kind: Literal["person", "bot"]
    about: str = ""  # of a bot: how it plays
    since: int = 0  # milliseconds
    ratings: tuple[SkillSeen, ...] = ()
    statistics: StatisticsSeen | None = None
    games: tuple[PlayedSeen, ...] = ()  # the latest
    strengths: tuple[StrengthSeen, ...] = ()


class RankRow(msgspec.Struct, frozen=True):
    """A line of a rank list."""

    place: int
    name: str
    points: int
    doubt: int
    games: int
    wins: int


class RankList(msgspec.Struct, frozen=True):
    """Who plays an edition best, live or over days; `count` have a rating, those of `rows` are sure enough."""

    edition: str
    edition_name: str
    pace: Pace
    count: int
    rows: tuple[RankRow, ...]
