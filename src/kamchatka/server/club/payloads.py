"""What the page is told about an event: how it may be played, and the whole of it as everybody may see it."""

from typing import Literal

import msgspec

from kamchatka.server.club.forms import LineForm

Stage = Literal["round", "semifinal", "final", "knockout"]
Phase = Literal["entries", "playing", "between", "over"]
Format = Literal["ranking", "knockout", "finals", "teams"]


# ------------------------------------------------------------------ before an event
class SettingSeen(msgspec.Struct, frozen=True):
    """A setting of an event; `value` is written as forms take it: 90, true, 50,25 or 3:75,5:125."""

    name: str
    title: str
    type: Literal["bool", "int", "float", "enum", "list", "table"]
    value: str
    values: tuple[str, ...] = ()  # of an enum


class PresetSeen(msgspec.Struct, frozen=True):
    """A way to play that is ready; `departs`: where it is not as the booklet says."""

    id: str
    title: str
    source: str
    settings: tuple[SettingSeen, ...]
    departs: tuple[str, ...]


class EventRow(msgspec.Struct, frozen=True):
    """An event in the list."""

    id: str
    name: str
    date: str
    preset: str
    preset_title: str
    entrants: int
    rounds: int
    phase: Phase


class EventKey(msgspec.Struct, frozen=True):
    """A new event and the organiser's key, to be sent as the header X-Event-Key."""

    id: str
    key: str


class Badge(msgspec.Struct, frozen=True):
    """Whom a key opens the event to: its organiser (number 0) or a player."""

    role: Literal["organiser", "player"]
    number: int
    name: str


# ------------------------------------------------------------------ an event for everybody
class EntrantSeen(msgspec.Struct, frozen=True):
    """A player of the event."""

    number: int
    name: str
    club: str
    region: str
    withdrawn: bool


class ClockSeen(msgspec.Struct, frozen=True):
    """A table's clock at the moment `EventSeen.now`; below zero: the penultimate round is under way."""

    phase: Literal["stopped", "running", "over"]
    left: int  # seconds
    runs: bool  # whether it goes on counting, also below zero


class ScoreSeen(msgspec.Struct, frozen=True):
    """What a player has from a table, and where it comes from."""

    entrant: int
    place: int
    won: bool
    table_points: int
    points: str  # as people write it: 87 or 12.86
    how: str
    tie: str


class RoundTable(msgspec.Struct, frozen=True):
    """A table of a round: who sits there in the order of hand, its clock, and what it reported."""

    number: int
    seats: tuple[int, ...]  # entrants
    clock: ClockSeen
    lines: tuple[LineForm, ...]  # as handed in; none: not reported yet
    scores: tuple[ScoreSeen, ...]  # best first; none while it does not count
    left_out: str  # why a result does not count
    game: str  # the table on this server where it is played, if it is


class RoundSeen(msgspec.Struct, frozen=True):
    """A round that was drawn."""

    number: int
    stage: Stage
    title: str
    tables: tuple[RoundTable, ...]
    seed: int
    method: str
    quality: str  # how good the draw is, in words
    complete: bool
    hosted: bool  # whether it is played on this server


class NextSeen(msgspec.Struct, frozen=True):
    """The round that would be drawn next; `missing` says why it cannot be yet, or that the event is over.

    `asks`: what an organiser should think of first; a draw then wants `DrawForm.anyway`.
    """

    title: str
    stage: Stage | None
    players: int
    sizes: tuple[int, ...]
    missing: str
    asks: str


class ResultSeen(msgspec.Struct, frozen=True):
    """A game in the standings; `counted` is False for a discard."""

    round: int
    table: int
    points: str
    counted: bool
    won: bool


class StandingSeen(msgspec.Struct, frozen=True):
    """A line of the standings; `tie` says why before the next, who has as many points."""

    place: int
    entrant: int
    total: str
    wins: int
    played: int
    results: tuple[ResultSeen, ...]
    tie: str


class PlacingSeen(msgspec.Struct, frozen=True):
    """A final place and what made it."""

    place: int
    entrant: int
    how: str


class TeamSeen(msgspec.Struct, frozen=True):
    """A team in the standings, with the results that count."""

    place: int
    team: str
    total: str
    wins: int
    results: tuple[str, ...]


class EventSeen(msgspec.Struct, frozen=True, tag_field="type", tag="event"):
    """The whole event as everybody may see it; the socket sends it anew whenever it changes."""

    id: str
    version: int  # entries of the trail
    now: float  # the server's clock, in seconds since 1970
    name: str
    date: str
    preset: str
    preset_title: str
    format: Format
    minutes: int
    army_cap: int
    phase: Phase
    settings: tuple[SettingSeen, ...]
    departs: tuple[str, ...]  # where it is not as the booklet says
    entrants: tuple[EntrantSeen, ...]
    rounds: tuple[RoundSeen, ...]
    next: NextSeen
    standings: tuple[StandingSeen, ...]
    placings: tuple[PlacingSeen, ...]  # once a stage beyond the rounds was drawn
    teams: tuple[TeamSeen, ...]
    waiting: int  # lines, results and doubts that wait to be settled
    late: str  # when somebody who enters now would play; nothing before the first draw
