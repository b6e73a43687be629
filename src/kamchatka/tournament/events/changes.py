"""All changes to an event, as data.

A change is checked, stored, then folded into the event; it is never overwritten.
"""

from typing import Annotated, Literal

import msgspec

from kamchatka.editions.tournament import PlayerResult
from kamchatka.kernel.problem import Problem
from kamchatka.texts import ENGLISH, languages
from kamchatka.tournament.events.entrants import Details
from kamchatka.tournament.settings.settings import EventSettings

LONGEST = 2000  # characters stored of a line that was set aside
Stage = Literal["round", "semifinal", "consolation", "final", "knockout"]
# Limits for files from any source, far above what the desk program writes.
Number = Annotated[int, msgspec.Meta(ge=-(2**62), le=2**62)]
Word = Annotated[str, msgspec.Meta(max_length=1000)]
Prose = Annotated[str, msgspec.Meta(max_length=20_000)]
Languages = Annotated[dict[Word, Prose], msgspec.Meta(max_length=100)]
Moment = Annotated[float, msgspec.Meta(ge=0.0, le=1e12)]


class DrawnTable(msgspec.Struct, frozen=True):
    """A table of a round, with its players in order of hand."""

    number: Number
    seats: Annotated[tuple[Number, ...], msgspec.Meta(max_length=100)]


class TableReport(msgspec.Struct, frozen=True):
    """A table's result as reported."""

    lines: Annotated[tuple[PlayerResult, ...], msgspec.Meta(max_length=100)]


class Change(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """A change in the trail."""


class EventOpened(Change, frozen=True, tag="opened"):
    """Create the event."""

    name: Word
    settings: EventSettings
    preset: Word = ""
    date: Word = ""


class SettingsChanged(Change, frozen=True, tag="settings"):
    """Replace the settings; stored results are scored again."""

    settings: EventSettings


class PlayerEntered(Change, frozen=True, tag="entered"):
    """Add a player, from the next draw that is open to all entrants."""

    number: Number
    name: Word
    club: Word = ""
    region: Word = ""
    details: Details = Details()


class Amended(Change, frozen=True, tag="amended"):
    """Correct a player's name, club or region."""

    number: Number
    name: Word
    club: Word = ""
    region: Word = ""
    details: Details | None = None  # None: as they were


class Withdrew(Change, frozen=True, tag="withdrew"):
    """Withdraw a player, or readmit one (`back`). Results are kept."""

    number: Number
    back: bool = False


class Drawn(Change, frozen=True, tag="drawn"):
    """Store the tables of a round. `again`: replace a draw of the same round that has no reports yet."""

    round: Number
    stage: Stage
    tables: Annotated[tuple[DrawnTable, ...], msgspec.Meta(max_length=5000)]
    seed: Number
    method: Word
    cost: Number = 0  # weighted cost of the avoidable clashes that remain
    bound: Number = 0  # lower bound of the cost
    again: bool = False


class Absent(Change, frozen=True, tag="absent"):
    """Record a no-show. `substitute` takes the seat; 0 means that the table plays with one player fewer."""

    round: Number
    number: Number
    substitute: Number = 0


class Reported(Change, frozen=True, tag="reported"):
    """Store a table's result. `correction`: replace an earlier result, which stays in the trail."""

    round: Number
    table: Number
    report: TableReport
    correction: bool = False


class SetAside(Change, frozen=True, tag="set_aside"):
    """Store an imported line that could not be accepted, until an organiser settles it."""

    source: Word
    line: Number
    text: Prose
    it: Prose
    en: Prose
    round: Number = 0
    table: Number = 0
    others: Languages = {}  # the reason in the other languages installed when it was written
    column: Word = ""  # the cell that is wrong, if it is one

    @property
    def why(self) -> "Written":
        """The reason, in the languages in which it was written."""
        return Written({**self.others, "it": self.it, ENGLISH: self.en})


class Written(msgspec.Struct, frozen=True):
    """A sentence stored with its translations; languages added later fall back to English."""

    words: dict[str, str]

    def text(self, language: str) -> str:
        """Return the sentence in a language."""
        return self.words.get(language, self.words[ENGLISH])


def set_aside(problem: Problem, source: str, line: int, text: str, round: int = 0, table: int = 0) -> SetAside:
    """Set a line aside, with the reason in every language."""
    said = {language: problem.sentence(language) for language in languages()}
    it, en, column = said.pop("it"), said.pop(ENGLISH), str(problem.fields.get("column", ""))
    return SetAside(source[:100], line, text[:LONGEST], it, en, round, table, said, column)


class Settled(Change, frozen=True, tag="settled"):
    """Settle a line that was set aside. With a `mark`, confirm a doubtful entry instead."""

    question: Number
    note: Prose = ""
    mark: Word = ""


class ClockSet(Change, frozen=True, tag="clock"):
    """Start or stop a table's clock (0: all tables) at a Unix time in seconds."""

    round: Number
    table: Number
    at: Moment
    running: bool


class Hosted(Change, frozen=True, tag="hosted"):
    """Play a table on this platform; `game` is its id."""

    round: Number
    table: Number
    game: Word


class Proposed(Change, frozen=True, tag="proposed"):
    """Submit a result as a player of the table. It counts once another player or an organiser agrees."""

    round: Number
    table: Number
    by: Number
    report: TableReport
    device: Word = ""  # digest of the phone


class Confirmed(Change, frozen=True, tag="confirmed"):
    """Confirm a submitted result as a second player of the table: from now on it counts."""

    round: Number
    table: Number
    by: Number
    version: Number  # trail entry of the result, or of the dispute whose score sheet is confirmed
    device: Word = ""


class Disputed(Change, frozen=True, tag="disputed"):
    """Dispute a submitted result as another player of the table, with a note or a score sheet that differs."""

    round: Number
    table: Number
    by: Number
    version: Number  # trail entry of the result
    note: Word = ""
    report: TableReport | None = None
    device: Word = ""


class EventAbout(msgspec.Struct, frozen=True, omit_defaults=True):
    """An organiser's description of an event: venue, organisers, dates."""

    venue: Word = ""
    organiser: Word = ""
    notes: Prose = ""
    dates: Annotated[tuple[Word, ...], msgspec.Meta(max_length=100)] = ()  # of the rounds, as ISO dates


class EventDescribed(Change, frozen=True, tag="described"):
    """Write down venue, organiser, notes, and the dates of the rounds."""

    about: EventAbout


class BonusGiven(Change, frozen=True, tag="bonus"):
    """Add points to a player's total, or take some off: `hundredths` of a point."""

    number: Number
    hundredths: Annotated[int, msgspec.Meta(ge=-10_000_000, le=10_000_000)]
    reason: Word = ""


class WildCard(Change, frozen=True, tag="wild"):
    """Give a player a wild card, or take it back."""

    number: Number
    back: bool = False


class CaptainNamed(Change, frozen=True, tag="captain"):
    """Name the captain of a team; 0 names nobody."""

    team: Word
    number: Number = 0


class LinedUp(Change, frozen=True, tag="line_up"):
    """Name the players who play a round for a team; none: nobody does."""

    round: Number
    team: Word
    players: Annotated[tuple[Number, ...], msgspec.Meta(max_length=100)]


class CarriedOver(Change, frozen=True, tag="carried"):
    """Make the final of another event the first game of this one: its players share a table in round 1."""

    seats: Annotated[tuple[Number, ...], msgspec.Meta(max_length=100)]
    source: Word = ""  # name of the other event


AnyChange = (
    EventOpened
    | SettingsChanged
    | PlayerEntered
    | Amended
    | Withdrew
    | Drawn
    | Absent
    | Reported
    | SetAside
    | Settled
    | ClockSet
    | Hosted
    | Proposed
    | Confirmed
    | Disputed
    | EventDescribed
    | BonusGiven
    | WildCard
    | CaptainNamed
    | LinedUp
    | CarriedOver
)
