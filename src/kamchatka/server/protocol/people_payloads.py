"""What travels over HTTP about people: profiles, rank lists, history; friends, reports, moderators."""

from typing import Annotated, Literal

import msgspec

from kamchatka.server.protocol.payloads import Form

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


class LuckSeen(msgspec.Struct, frozen=True):
    """Armies in all throws of so many games, and what such throws take on average: exact, from every throw's odds."""

    games: int
    throws: int
    lost: int
    lost_mean: float
    beaten: int
    beaten_mean: float
    armies: float  # ahead of the average; below nought: bad luck


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
    luck: LuckSeen | None = None  # none before the first game of which it was reckoned


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


# ------------------------------------------------------------------ friends
PlayerName = Annotated[str, msgspec.Meta(min_length=1, max_length=20)]


class NameForm(Form, frozen=True):
    """Somebody with an account."""

    name: PlayerName


class BlockForm(Form, frozen=True):
    """Whether one wants nothing more to do with somebody."""

    name: PlayerName
    on: bool = True


class FriendSeen(msgspec.Struct, frozen=True):
    """A friend: whether they wait for a game right now, and a public table at which they sit."""

    name: str
    waits: bool
    table: str = ""


class PeopleSeen(msgspec.Struct, frozen=True):
    """One's friends, who has asked to be one, whom one has asked, whom one has blocked; whether one is a moderator."""

    friends: tuple[FriendSeen, ...]
    asking: tuple[str, ...]
    asked: tuple[str, ...]
    blocked: tuple[str, ...]
    moderator: bool
    sanctions: tuple["SanctionSeen", ...]  # one's own that hold
    leaves: int  # of one's latest ten rated games so many were left, if two or more: told to everybody at rated tables


# ------------------------------------------------------------------ reports and moderators
Reason = Literal["talk", "stalling", "leaving", "cheating", "name", "other"]
SanctionKind = Literal["mute", "suspension"]


class ReportForm(Form, frozen=True):
    """Something a moderator should look at. What was said at the table comes along by itself."""

    name: PlayerName
    reason: Reason
    table: Annotated[str, msgspec.Meta(max_length=32)] = ""
    text: Annotated[str, msgspec.Meta(max_length=1000)] = ""


class OutcomeForm(Form, frozen=True):
    """What a moderator made of a report."""

    outcome: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class SanctionForm(Form, frozen=True):
    """Somebody may not talk, or may not play, for so many hours; the reason is told to them."""

    name: PlayerName
    kind: SanctionKind
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
    hours: Annotated[int, msgspec.Meta(ge=1, le=87_600)]


class SanctionSeen(msgspec.Struct, frozen=True):
    """What somebody may not do, why, and until when."""

    id: int
    name: str
    kind: SanctionKind
    reason: str
    at: int  # milliseconds
    until: int


class RemarkSeen(msgspec.Struct, frozen=True):
    """Something that was said at a table."""

    name: str
    text: str
    at: int


class ReportSeen(msgspec.Struct, frozen=True):
    """A report, for moderators."""

    id: int
    by: str
    about: str
    table: str
    reason: Reason
    text: str
    talk: tuple[RemarkSeen, ...]
    at: int
    outcome: str = ""


class DeedSeen(msgspec.Struct, frozen=True):
    """A line of the audit trail; `by` is empty for whoever runs the server."""

    at: int
    by: str
    deed: str
    about: str
    detail: str


class ModerationSeen(msgspec.Struct, frozen=True):
    """The moderators' page: reports that are open and the latest closed ones, sanctions that hold, the audit trail."""

    open: tuple[ReportSeen, ...]
    closed: tuple[ReportSeen, ...]
    sanctions: tuple[SanctionSeen, ...]
    trail: tuple[DeedSeen, ...]
