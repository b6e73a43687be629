"""Payloads about events: presets and settings, and the public view of an event."""

from typing import Literal

import msgspec

from kamchatka.server.club.forms import LineForm

Stage = Literal["round", "semifinal", "consolation", "final", "knockout"]
Phase = Literal["entries", "playing", "between", "over"]
Format = Literal["ranking", "knockout", "finals", "teams"]


# ------------------------------------------------------------------ presets and settings
class SettingSeen(msgspec.Struct, frozen=True):
    """A setting of an event. `value` is written as in forms, such as 90, true, 50,25 or 3:75,5:125."""

    name: str
    title: str
    type: Literal["bool", "int", "float", "enum", "list", "table"]
    value: str
    values: tuple[str, ...] = ()  # possible values, if the setting has a fixed list


class PresetSeen(msgspec.Struct, frozen=True):
    """A preset for events. `source` names the source of its numbers, `departs` says how it differs from the booklet."""

    id: str
    title: str
    source: str
    settings: tuple[SettingSeen, ...]
    departs: tuple[str, ...]
    formula: str  # the complete scoring formula in a paragraph


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
    """The id of a new event, and the organiser's key, which is sent in the header X-Event-Key."""

    id: str
    key: str


class Badge(msgspec.Struct, frozen=True):
    """The holder of the key that the client sent: the organiser (number 0) or a player."""

    role: Literal["organiser", "player"]
    number: int
    name: str
    code: str = ""  # of the table where a player sits in the last round


# ------------------------------------------------------------------ the public view
class EntrantSeen(msgspec.Struct, frozen=True):
    """A player of the event."""

    number: int
    name: str
    club: str
    region: str
    withdrawn: bool
    wild: bool = False  # True for a player with a wild card
    bonus: str = ""  # points added to or deducted from the total, such as +5 or -2.5


class ClockSeen(msgspec.Struct, frozen=True):
    """A table's clock at the time `EventSeen.now`.

    When time has run out (`over`), the current round of turns is the penultimate one.
    """

    phase: Literal["stopped", "running", "over"]
    left: int  # seconds left; negative after time has run out
    runs: bool  # True if the clock is running, even after time has run out


class ScoreSeen(msgspec.Struct, frozen=True):
    """A player's score at a table. `how` says where the points come from, `tie` how a tie was broken."""

    entrant: int
    place: int
    won: bool
    table_points: int
    points: str  # as it is displayed, such as 87 or 12.86
    how: str
    tie: str


class RoundTable(msgspec.Struct, frozen=True):
    """A table of a round: its players in playing order, its clock, and its reported result."""

    number: int
    seats: tuple[int, ...]  # entrants
    clock: ClockSeen
    lines: tuple[LineForm, ...]  # the report as it was entered; empty before
    scores: tuple[ScoreSeen, ...]  # best first; empty if the result doesn't count
    left_out: str  # why the result doesn't count
    game: str  # id of the table on this server, if it is played online
    phones: Literal["", "handed_in", "disputed", "confirmed"] = ""  # what its players have done by phone
    speakers: tuple[int, ...] = ()  # who submitted, then who confirmed or disputed
    step: int = 0  # entry in the trail of the last step by phone while the table has no result


class RoundSeen(msgspec.Struct, frozen=True):
    """A round that has been drawn."""

    number: int
    stage: Stage
    title: str
    tables: tuple[RoundTable, ...]
    seed: int
    method: str
    quality: str  # the quality of the draw, in words
    complete: bool
    hosted: bool  # True if it is played on this server


class NextSeen(msgspec.Struct, frozen=True):
    """The round to draw next. `missing` says why it cannot be drawn yet, or that the event is over.

    `asks` is a warning for the organiser. If it isn't empty, a draw needs `DrawForm.anyway`.
    """

    title: str
    stage: Stage | None
    players: int
    sizes: tuple[int, ...]
    missing: str
    asks: str


class ResultSeen(msgspec.Struct, frozen=True):
    """A game in the standings. `counted` is False if the game is discarded."""

    round: int
    table: int
    points: str
    counted: bool
    won: bool


class StandingSeen(msgspec.Struct, frozen=True):
    """A player in the standings. `tie` says why they rank above the next player with equal points."""

    place: int
    entrant: int
    total: str
    wins: int
    played: int
    results: tuple[ResultSeen, ...]
    tie: str


class PlacingSeen(msgspec.Struct, frozen=True):
    """A final place in the event, and what decided it."""

    place: int
    entrant: int
    how: str


class TeamSeen(msgspec.Struct, frozen=True):
    """A team in the team standings, with the results that count."""

    place: int
    team: str
    total: str
    wins: int
    results: tuple[str, ...]


class QualifyingSeen(msgspec.Struct, frozen=True):
    """A player who would qualify with the results so far, and the rule that says so."""

    entrant: int
    final: bool  # True if straight for the final, otherwise for a semifinal
    rule: str


class EventSeen(msgspec.Struct, frozen=True, tag_field="type", tag="event"):
    """The public view of an event. The socket sends it again whenever the event changes."""

    id: str
    version: int  # number of entries in the log
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
    departs: tuple[str, ...]  # differences from the rulebook
    entrants: tuple[EntrantSeen, ...]
    rounds: tuple[RoundSeen, ...]
    next: NextSeen
    standings: tuple[StandingSeen, ...]
    placings: tuple[PlacingSeen, ...]  # empty until a stage after the normal rounds is drawn
    teams: tuple[TeamSeen, ...]
    waiting: int  # number of open lines, uncounted results and doubts
    late: str  # when a new entrant would start to play; empty before the first draw
    formula: str  # the complete scoring formula in a paragraph
    qualifying: tuple[QualifyingSeen, ...]  # best first, until semifinals or final are drawn
    missing: str = ""  # names the tables that have no result yet
