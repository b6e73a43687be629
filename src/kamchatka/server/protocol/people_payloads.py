"""HTTP payloads about people: profiles, leaderboards, game history, friends, reports and moderation."""

from typing import Annotated, Literal

import msgspec

from kamchatka.server.protocol.payloads import Form

Pace = Literal["live", "days"]


class SkillSeen(msgspec.Struct, frozen=True):
    """A rating in one edition, live or over days. `doubt` is its uncertainty in points.

    `place` is the position in the leaderboard, 0 while the rating is provisional.
    """

    edition: str
    edition_name: str
    pace: Pace
    points: int
    doubt: int
    provisional: bool
    games: int
    wins: int
    left: int  # rated games that the player left, counted as lost
    place: int


class PlayedSeen(msgspec.Struct, frozen=True):
    """A game that the player has finished; `table` is empty if the table was private."""

    table: str
    edition: str
    edition_name: str
    pace: Pace
    ended: int  # milliseconds
    seat: int
    seats: int
    opponents: tuple[str, ...]
    place: int | None  # 1: won; None if the game was called off
    left: bool
    rating: str  # as in `TableRow`
    points: int | None = None  # points after a rated game
    change: int | None = None  # change of points by the game


class TallySeen(msgspec.Struct, frozen=True):
    """Games and wins in one category."""

    name: str
    games: int
    wins: int


class LuckSeen(msgspec.Struct, frozen=True):
    """Luck with the dice: armies lost and beaten in all throws, and their exact expected values."""

    games: int
    throws: int
    lost: int
    lost_mean: float
    beaten: int
    beaten_mean: float
    armies: float  # ahead of the expected values, in armies; negative: bad luck


class StatisticsSeen(msgspec.Struct, frozen=True):
    """Statistics of a player's finished games."""

    games: int
    wins: int
    left: int
    rounds: float  # per game, on average
    minutes: float  # per live game, on average
    editions: tuple[TallySeen, ...]
    seats: tuple[TallySeen, ...]  # by the order at the table
    objectives: tuple[TallySeen, ...]
    zones: tuple[TallySeen, ...]  # held completely at the end
    luck: LuckSeen | None = None  # None without games that have dice statistics


class StrengthSeen(msgspec.Struct, frozen=True):
    """A bot's measured strength: its share of wins in `games` games, alone against three bots of another kind."""

    edition: str
    edition_name: str
    against: str  # bot id
    games: int
    share: float  # share of games won; a quarter is fair
    low: float  # bounds of the 95 % confidence interval
    high: float


class TitleSeen(msgspec.Struct, frozen=True):
    """A title that a player has earned by playing, and the date of the game that earned it."""

    id: str
    name: str
    text: str  # what it was earned for
    since: int  # milliseconds since 1970


class ProfileSeen(msgspec.Struct, frozen=True, kw_only=True):
    """The public profile of a player or a bot."""

    name: str
    kind: Literal["person", "bot"]
    about: str = ""  # a bot's level and style
    since: int = 0  # milliseconds since 1970
    avatar: str = ""
    titles: tuple[TitleSeen, ...] = ()
    ratings: tuple[SkillSeen, ...] = ()
    statistics: StatisticsSeen | None = None
    games: tuple[PlayedSeen, ...] = ()  # the latest games
    strengths: tuple[StrengthSeen, ...] = ()


class RankRow(msgspec.Struct, frozen=True):
    """A player in a leaderboard."""

    place: int
    name: str
    points: int
    doubt: int
    games: int
    wins: int
    avatar: str = ""


class RankList(msgspec.Struct, frozen=True):
    """The leaderboard of an edition, live or over days.

    `count` is the number of rated players; `rows` lists the best whose rating is not provisional.
    """

    edition: str
    edition_name: str
    pace: Pace
    count: int
    rows: tuple[RankRow, ...]


# ------------------------------------------------------------------ friends
PlayerName = Annotated[str, msgspec.Meta(min_length=1, max_length=20)]


class NameForm(Form, frozen=True):
    """The name of an account."""

    name: PlayerName


class BlockForm(Form, frozen=True):
    """Whether to block a user."""

    name: PlayerName
    on: bool = True


class FriendSeen(msgspec.Struct, frozen=True):
    """A friend: whether they are in the match queue, and the public table at which they wait for players, if any."""

    name: str
    waits: bool
    table: str = ""
    avatar: str = ""


class PeopleSeen(msgspec.Struct, frozen=True):
    """The user's friends, received (`asking`) and sent (`asked`) requests, blocked users, and moderator flag."""

    friends: tuple[FriendSeen, ...]
    asking: tuple[str, ...]
    asked: tuple[str, ...]
    blocked: tuple[str, ...]
    moderator: bool
    sanctions: tuple["SanctionSeen", ...]  # the user's own active sanctions
    leaves: int  # games left among the latest ten rated ones, if two or more; shown to all at rated tables


# ------------------------------------------------------------------ reports and moderation
Reason = Literal["talk", "stalling", "leaving", "cheating", "name", "other"]
SanctionKind = Literal["mute", "suspension"]


class ReportForm(Form, frozen=True):
    """A report to the moderators. The server attaches the chat of the table."""

    name: PlayerName
    reason: Reason
    table: Annotated[str, msgspec.Meta(max_length=32)] = ""
    text: Annotated[str, msgspec.Meta(max_length=1000)] = ""


class OutcomeForm(Form, frozen=True):
    """The moderator's decision on a report."""

    outcome: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class SanctionForm(Form, frozen=True):
    """A sanction to impose for a number of hours: no chat, or no games. The user is told the reason."""

    name: PlayerName
    kind: SanctionKind
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
    hours: Annotated[int, msgspec.Meta(ge=1, le=87_600)]


class SanctionSeen(msgspec.Struct, frozen=True):
    """A sanction on a user, its reason, and when it ends."""

    id: int
    name: str
    kind: SanctionKind
    reason: str
    at: int  # milliseconds since 1970
    until: int


class RemarkSeen(msgspec.Struct, frozen=True):
    """A chat remark in a report."""

    name: str
    text: str
    at: int


class ReportSeen(msgspec.Struct, frozen=True):
    """A report as moderators see it: user `by` reports user `about`."""

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
    """An entry of the audit trail. `by` is empty if the server's operator did it."""

    at: int
    by: str
    deed: str
    about: str
    detail: str


class ModerationSeen(msgspec.Struct, frozen=True):
    """The moderators' page: open reports, the latest closed ones, active sanctions, and the audit trail."""

    open: tuple[ReportSeen, ...]
    closed: tuple[ReportSeen, ...]
    sanctions: tuple[SanctionSeen, ...]
    trail: tuple[DeedSeen, ...]
