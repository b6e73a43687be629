"""Everything that can happen to an event, as data. A change is checked, stored, then folded; never overwritten."""

from typing import Annotated, Literal

import msgspec

from kamchatka.editions.tournament import PlayerResult
from kamchatka.kernel.problem import Problem
from kamchatka.texts import ENGLISH, languages
from kamchatka.tournament.settings.settings import EventSettings

LONGEST = 2000  # letters of a line that was set aside
Stage = Literal["round", "semifinal", "final", "knockout"]
# Far more than any desk writes: what a file may hold at all, whoever made it.
Number = Annotated[int, msgspec.Meta(ge=-(2**62), le=2**62)]
Word = Annotated[str, msgspec.Meta(max_length=1000)]
Prose = Annotated[str, msgspec.Meta(max_length=20_000)]
Languages = Annotated[dict[Word, Prose], msgspec.Meta(max_length=100)]
Moment = Annotated[float, msgspec.Meta(ge=0.0, le=1e12)]


class DrawnTable(msgspec.Struct, frozen=True):
    """A table of a round: who sits there, in the order of hand."""

    number: Number
    seats: Annotated[tuple[Number, ...], msgspec.Meta(max_length=100)]


class TableReport(msgspec.Struct, frozen=True):
    """A table's result as it was handed in."""

    lines: Annotated[tuple[PlayerResult, ...], msgspec.Meta(max_length=100)]


class Change(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """One entry of the trail."""


class EventOpened(Change, frozen=True, tag="opened"):
    """The event exists."""

    name: Word
    settings: EventSettings
    preset: Word = ""
    date: Word = ""


class SettingsChanged(Change, frozen=True, tag="settings"):
    """Other settings from now on; what is stored is scored anew."""

    settings: EventSettings


class PlayerEntered(Change, frozen=True, tag="entered"):
    """A player takes part, from the next draw that is open to everybody."""

    number: Number
    name: Word
    club: Word = ""
    region: Word = ""


class Amended(Change, frozen=True, tag="amended"):
    """A player's name, club or region was written wrongly."""

    number: Number
    name: Word
    club: Word = ""
    region: Word = ""


class Withdrew(Change, frozen=True, tag="withdrew"):
    """A player goes home, or comes back (`back`); results stay."""

    number: Number
    back: bool = False


class Drawn(Change, frozen=True, tag="drawn"):
    """A round's tables. `again`: instead of a draw of the same round that nobody has reported on yet."""

    round: Number
    stage: Stage
    tables: Annotated[tuple[DrawnTable, ...], msgspec.Meta(max_length=5000)]
    seed: Number
    method: Word
    cost: Number = 0  # weighted clashes that remain, beyond those nobody can avoid
    bound: Number = 0  # no draw has less than this
    again: bool = False


class Absent(Change, frozen=True, tag="absent"):
    """A player did not come to the table; `substitute` takes the seat, or 0: the table plays with one less."""

    round: Number
    number: Number
    substitute: Number = 0


class Reported(Change, frozen=True, tag="reported"):
    """A table's result. `correction`: in the place of an earlier one, which stays in the trail."""

    round: Number
    table: Number
    report: TableReport
    correction: bool = False


class SetAside(Change, frozen=True, tag="set_aside"):
    """A line that could not be taken: it waits, named with its line, until somebody settles it."""

    source: Word
    line: Number
    text: Prose
    it: Prose
    en: Prose
    round: Number = 0
    table: Number = 0
    others: Languages = {}  # the same in the other languages that were spoken when it was written

    @property
    def why(self) -> "Written":
        """The reason, in whatever language it was written."""
        return Written({**self.others, "it": self.it, ENGLISH: self.en})


class Written(msgspec.Struct, frozen=True):
    """A sentence that was stored in words, in the languages spoken then; others read it in English."""

    words: dict[str, str]

    def text(self, language: str) -> str:
        """The sentence in a language."""
        return self.words.get(language, self.words[ENGLISH])


def set_aside(problem: Problem, source: str, line: int, text: str, round: int = 0, table: int = 0) -> SetAside:
    """A line that could not be taken, with the reason in every language."""
    said = {language: problem.sentence(language) for language in languages()}
    return SetAside(source[:100], line, text[:LONGEST], said.pop("it"), said.pop(ENGLISH), round, table, said)


class Settled(Change, frozen=True, tag="settled"):
    """What was set aside is dealt with; with a `mark`, a doubt about an entry was looked at and may stand."""

    question: Number
    note: Prose = ""
    mark: Word = ""


class ClockSet(Change, frozen=True, tag="clock"):
    """A table's clock (0: every table's) starts or stops at a moment, in seconds since 1970."""

    round: Number
    table: Number
    at: Moment
    running: bool


class Hosted(Change, frozen=True, tag="hosted"):
    """A table is played on this program: `game` is where."""

    round: Number
    table: Number
    game: Word


class Proposed(Change, frozen=True, tag="proposed"):
    """A player of the table hands in its result; it counts once an organiser has reported it."""

    round: Number
    table: Number
    by: Number
    report: TableReport


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
)
