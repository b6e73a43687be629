"""Everything that can happen to an event, as data. A change is checked, stored, then folded; never overwritten."""

from typing import Literal

import msgspec

from kamchatka.editions.tournament import PlayerResult
from kamchatka.kernel.problem import Problem
from kamchatka.texts import ENGLISH, languages
from kamchatka.tournament.settings.settings import EventSettings

Stage = Literal["round", "semifinal", "final", "knockout"]


class DrawnTable(msgspec.Struct, frozen=True):
    """A table of a round: who sits there, in the order of hand."""

    number: int
    seats: tuple[int, ...]


class TableReport(msgspec.Struct, frozen=True):
    """A table's result as it was handed in."""

    lines: tuple[PlayerResult, ...]


class Change(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """One entry of the trail."""


class EventOpened(Change, frozen=True, tag="opened"):
    """The event exists."""

    name: str
    settings: EventSettings
    preset: str = ""
    date: str = ""


class SettingsChanged(Change, frozen=True, tag="settings"):
    """Other settings from now on; what is stored is scored anew."""

    settings: EventSettings


class PlayerEntered(Change, frozen=True, tag="entered"):
    """A player takes part, from the next draw that is open to everybody."""

    number: int
    name: str
    club: str = ""
    region: str = ""


class Amended(Change, frozen=True, tag="amended"):
    """A player's name, club or region was written wrongly."""

    number: int
    name: str
    club: str = ""
    region: str = ""


class Withdrew(Change, frozen=True, tag="withdrew"):
    """A player goes home, or comes back (`back`); results stay."""

    number: int
    back: bool = False


class Drawn(Change, frozen=True, tag="drawn"):
    """A round's tables. `again`: instead of a draw of the same round that nobody has reported on yet."""

    round: int
    stage: Stage
    tables: tuple[DrawnTable, ...]
    seed: int
    method: str
    cost: int = 0  # weighted clashes that remain, beyond those nobody can avoid
    bound: int = 0  # no draw has less than this
    again: bool = False


class Absent(Change, frozen=True, tag="absent"):
    """A player did not come to the table; `substitute` takes the seat, or 0: the table plays with one less."""

    round: int
    number: int
    substitute: int = 0


class Reported(Change, frozen=True, tag="reported"):
    """A table's result. `correction`: in the place of an earlier one, which stays in the trail."""

    round: int
    table: int
    report: TableReport
    correction: bool = False


class SetAside(Change, frozen=True, tag="set_aside"):
    """A line that could not be taken: it waits, named with its line, until somebody settles it."""

    source: str
    line: int
    text: str
    it: str
    en: str
    round: int = 0
    table: int = 0
    others: dict[str, str] = {}  # the same in the other languages that were spoken when it was written

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
    return SetAside(source, line, text, said.pop("it"), said.pop(ENGLISH), round, table, said)


class Settled(Change, frozen=True, tag="settled"):
    """What was set aside is dealt with; with a `mark`, a doubt about an entry was looked at and may stand."""

    question: int
    note: str = ""
    mark: str = ""


class ClockSet(Change, frozen=True, tag="clock"):
    """A table's clock (0: every table's) starts or stops at a moment, in seconds since 1970."""

    round: int
    table: int
    at: float
    running: bool


class Hosted(Change, frozen=True, tag="hosted"):
    """A table is played on this program: `game` is where."""

    round: int
    table: int
    game: str


class Proposed(Change, frozen=True, tag="proposed"):
    """A player of the table hands in its result; it counts once an organiser has reported it."""

    round: int
    table: int
    by: int
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
