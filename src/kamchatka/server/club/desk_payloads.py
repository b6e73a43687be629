"""Payloads that only organisers receive."""

import msgspec

from kamchatka.server.club.forms import LineForm
from kamchatka.server.club.payloads import Stage
from kamchatka.server.club.phone_payloads import ClaimSeen


class QuestionSeen(msgspec.Struct, frozen=True):
    """A rejected line of an import, which the organiser must settle; `number` is its entry in the trail."""

    number: int
    source: str
    line: int
    text: str
    why: str
    round: int
    table: int


class DoubtSeen(msgspec.Struct, frozen=True):
    """A draw or result that may be wrong, because it is based on something that has changed or was never decided.

    `again`: drawing the last round again would settle it.
    """

    entry: int  # entry number in the trail
    title: str  # the round's title
    why: str
    round: int
    table: int
    again: bool


class EntrySeen(msgspec.Struct, frozen=True):
    """An entry of the trail. `undoes` is the entry that it undoes; `undone` says that it was itself undone."""

    number: int
    at: str
    who: str
    text: str
    undoes: int | None
    undone: bool


class DraftSeen(msgspec.Struct, frozen=True):
    """A draw that has not been published; only organisers see it."""

    seed: int
    round: int
    stage: Stage
    title: str
    tables: tuple[tuple[int, ...], ...]  # entrants in playing order
    method: str
    cost: int
    bound: int
    quality: str
    again: bool


class ProposalSeen(msgspec.Struct, frozen=True):
    """A result proposed by entrant `by`, who played at the table. The organiser may accept it."""

    round: int
    table: int
    by: int
    lines: tuple[LineForm, ...]
    disputes: tuple[ClaimSeen, ...] = ()


class TeamDesk(msgspec.Struct, frozen=True):
    """A team: its captain (0: none), its players, and those who play the next round."""

    team: str
    captain: int
    players: tuple[int, ...]
    next: tuple[int, ...]
    named: bool  # True if the team has named a line-up; otherwise its first players play


class DeskSeen(msgspec.Struct, frozen=True):
    """What organisers see of an event in addition to the public view."""

    version: int
    questions: tuple[QuestionSeen, ...]
    doubts: tuple[DoubtSeen, ...]
    trail: tuple[EntrySeen, ...]
    codes: dict[int, str]  # the players' keys, by entrant number
    draft: DraftSeen | None
    proposals: tuple[ProposalSeen, ...]
    best_draw: bool  # True if OR-tools is installed; otherwise draws are greedy
    teams: tuple[TeamDesk, ...] = ()  # only in team events


class Noted(msgspec.Struct, frozen=True):
    """The answer to a stored change. `entries` are its numbers in the trail, for `UndoForm`."""

    version: int
    entries: tuple[int, ...]


class AsideSeen(msgspec.Struct, frozen=True):
    """A rejected line of an imported list, with the reason."""

    line: int
    text: str
    why: str


class TakenSeen(msgspec.Struct, frozen=True):
    """The result of an import: the number of accepted lines, and each rejected line."""

    version: int
    entries: tuple[int, ...]
    taken: int
    aside: tuple[AsideSeen, ...]


class HeadingSeen(msgspec.Struct, frozen=True):
    """A heading of a list, and the column that it stands for ("": the heading is ignored)."""

    text: str
    column: str


class ListProblem(msgspec.Struct, frozen=True):
    """What cannot be read in a list: the row, the column if it is a single cell, the text, and the reason."""

    line: int
    column: str
    text: str
    why: str


class ListSeen(msgspec.Struct, frozen=True):
    """How a list was read, before or after it is stored. `sheet` names the sheet of a spreadsheet."""

    sheet: str
    encoding: str  # "" for a spreadsheet
    separator: str
    headings: tuple[HeadingSeen, ...]
    rows: tuple[tuple[str, ...], ...]  # the first rows, by known column
    count: int  # number of rows that can be read
    changes: int  # number of changes; 0 if everything is already stored
    problems: tuple[ListProblem, ...]
    stored: bool
