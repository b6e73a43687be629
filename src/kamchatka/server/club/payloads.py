"""Payloads about events: presets and settings, and the public view of an event."""

from typing import Literal

import msgspec

from kamchatka.server.club.forms import LineForm

Stage = Literal["round", "semifinal", "consolation", "final", "knockout"]
Phase = Literal["entries", "playing", "between", "over"]
Format = Literal["ranking", "knockout", "finals", "teams"]


# ------------------------------------------------------------------ presets and settings
class SettingSeen(msgspec.Struct, frozen=True):
    """A setting of an event; `value` has the notation of forms: 90, true, 50,25 or 3:75,5:125."""

    name: str
    title: str
    type: Literal["bool", "int", "float", "enum", "list", "table"]
    value: str
    values: tuple[str, ...] = ()  # values of an enum


class PresetSeen(msgspec.Struct, frozen=True):
    """A preset for events; `source` says where its numbers come from, `departs` where it differs from the booklet."""

    id: str
    title: str
    source: str
    settings: tuple[SettingSeen, ...]
    departs: tuple[str, ...]
    formula: str  # the whole formula in a paragraph


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
    """The id of a new event, and the organiser's key, which goes into the header X-Event-Key."""

    id: str
    key: str


class Badge(msgspec.Struct, frozen=True):
    """The holder of the key that was sent: the organiser (number 0) or a player."""

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
    wild: bool = False  # has a wild card
    bonus: str = ""  # points added to the total or taken off, such as +5 or -2.5


class ClockSeen(msgspec.Struct, frozen=True):
    """A table's clock at the time `EventSeen.now`.

    Once time has run out (`over`), the current round of turns is the penultimate one.
    """

    phase: Literal["stopped", "running", "over"]
    left: int  # seconds; negative after time has run out
    runs: bool  # whether the clock is running, even after time has run out


class ScoreSeen(msgspec.Struct, frozen=True):
    """A player's score at a table: `how` says where the points come from, `tie` how a tie was broken."""

    entrant: int
    place: int
    won: bool
    table_points: int
    points: str  # as displayed: 87 or 12.86
    how: str
    tie: str


class RoundTable(msgspec.Struct, frozen=True):
    """A table of a round: its players in order of hand, its clock, and its reported result."""

    number: int
    seats: tuple[int, ...]  # entrants
    clock: ClockSeen
    lines: tuple[LineForm, ...]  # as entered; empty before the report
    scores: tuple[ScoreSeen, ...]  # best first; empty while the result does not count
    left_out: str  # why the result does not count
    game: str  # table id on this server, if it is played online
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
    quality: str  # quality of the draw, in words
    complete: bool
    hosted: bool  # whether it is played on this server


class NextSeen(msgspec.Struct, frozen=True):
    """The round to draw next; `missing` says why it cannot be drawn yet, or that the event is over.

    `asks` is a warning for the organiser; if it is not empty, a draw needs `DrawForm.anyway`.
    """

    title: str
    stage: Stage | None
    players: int
    sizes: tuple[int, ...]
    missing: str
    asks: str


class ResultSeen(msgspec.Struct, frozen=True):
    """A game in the standings; `counted` is False if it is discarded."""

    round: int
    table: int
    points: str
    counted: bool
    won: bool


class StandingSeen(msgspec.Struct, frozen=True):
    """A player in the standings; `tie` says why they rank before the next player with equal points."""

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
    """A player who would qualify by the results so far, and the rule that says so."""

    entrant: int
    final: bool  # straight to the final; otherwise to a semifinal
    rule: str


class EventSeen(msgspec.Struct, frozen=True, tag_field="type", tag="event"):
    """The public view of an event. Its socket sends it again whenever the event changes."""

    id: str
    version: int  # entries in the log
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
    placings: tuple[PlacingSeen, ...]  # empty until a stage beyond the rounds is drawn
    teams: tuple[TeamSeen, ...]
    waiting: int  # number of open lines, results that do not count, and doubts
    late: str  # from when on a new entrant would play; empty before the first draw
    formula: str  # the whole formula in a paragraph
    qualifying: tuple[QualifyingSeen, ...]  # until semifinals or final are drawn, best first
    missing: str = ""  # which tables have no result yet
