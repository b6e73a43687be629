"""Forms for a season's organisers, and payloads of the season pages."""

from typing import Annotated, Literal

import msgspec

from kamchatka.server.club.forms import Choices, Number, Word
from kamchatka.server.protocol.payloads import Form

SeasonWord = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]


# ------------------------------------------------------------------ forms
class SeasonForm(Form, frozen=True):
    """A new season. `choices` overrides settings, such as `best` = 8."""

    name: SeasonWord
    choices: Choices = msgspec.field(default_factory=dict)


class SeasonSettingsForm(Form, frozen=True):
    """Settings of a season to change."""

    choices: Choices


class SeasonEventForm(Form, frozen=True):
    """An event of this server that is over, with its class. After a correction, it replaces its earlier places."""

    event: SeasonWord
    kind: Word = ""


class RemoveForm(Form, frozen=True):
    """An event to remove from a season."""

    name: SeasonWord
    date: Word


class MergeForm(Form, frozen=True):
    """Two names of the same player. Results of `name` count for `into`."""

    name: SeasonWord
    into: SeasonWord


class SeasonUndoForm(Form, frozen=True):
    """A change of a season to undo. It may be an undo itself."""

    number: Number


# ------------------------------------------------------------------ answers
class SeasonLine(msgspec.Struct, frozen=True):
    """A season in the list."""

    id: str
    name: str
    events: int


class SeasonKey(msgspec.Struct, frozen=True):
    """The id of a new season, and the organiser's key, which is sent in the header X-Event-Key."""

    id: str
    key: str


class SeasonNoted(msgspec.Struct, frozen=True):
    """The answer to a stored change: how many changes the season has now."""

    version: int


class SeasonSettingSeen(msgspec.Struct, frozen=True):
    """A setting of a season. `value` is written as in forms, such as 8, places or A:2000,B:1000."""

    name: str
    title: str
    value: str


class SeasonEventSeen(msgspec.Struct, frozen=True):
    """An event of a season."""

    name: str
    date: str
    kind: str
    players: int
    tables: int
    winner: str


class SeasonResultSeen(msgspec.Struct, frozen=True):
    """A player's result in an event. `counted` is False if the result is discarded."""

    event: str
    date: str
    place: int
    players: int
    points: str
    club: str
    counted: bool


class SeasonStanding(msgspec.Struct, frozen=True):
    """A player in the standings of a season."""

    place: int
    name: str
    club: str
    member: str
    total: str
    wins: int
    games: int
    results: tuple[SeasonResultSeen, ...]


class SeasonRecords(msgspec.Struct, frozen=True):
    """The records of a season: most events, most wins and largest event."""

    most_events: str
    events: int
    most_wins: str
    wins: int
    largest: str
    players: int


class SeasonSeen(msgspec.Struct, frozen=True):
    """The public view of a season.

    `running` is an unfinished event, which counts with its current places but isn't stored.
    """

    id: str
    version: int
    name: str
    by: Literal["places", "players", "live"]
    settings: tuple[SeasonSettingSeen, ...]
    classes: tuple[str, ...]
    events: tuple[SeasonEventSeen, ...]  # latest event first
    standings: tuple[SeasonStanding, ...]
    records: SeasonRecords | None
    running: str


class ClubYears(msgspec.Struct, frozen=True):
    """A club of a player, and the years of membership."""

    club: str
    years: str


class SeasonPlayerSeen(msgspec.Struct, frozen=True):
    """The page of a player in a season. `names` are those that were merged into this one."""

    season: str
    standing: SeasonStanding
    clubs: tuple[ClubYears, ...]
    names: tuple[str, ...]


class SeasonChangeSeen(msgspec.Struct, frozen=True):
    """A change to a season, as organisers see it."""

    number: int
    at: str
    text: str
    can_undo: bool  # True for every change but the first
    undone: bool
