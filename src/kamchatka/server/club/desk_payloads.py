"""Payloads that only organisers get."""

import msgspec

from kamchatka.server.club.forms import LineForm
from kamchatka.server.club.payloads import Stage
from kamchatka.server.club.phone_payloads import ClaimSeen


class QuestionSeen(msgspec.Struct, frozen=True):
    """An imported line that was set aside and waits for the organiser; `number` is its entry in the trail."""

    number: int
    source: str
    line: int
    text: str
    why: str
    round: int
    table: int


class DoubtSeen(msgspec.Struct, frozen=True):
    """A draw or result in doubt, because its basis has changed or was never decided.

    `again`: drawing the last round again would settle the doubt.
    """

    entry: int  # number in the trail
    title: str  # title of the round
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
    """A result proposed by entrant `by`, a player of the table, which the organiser may accept."""

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
    named: bool  # whether the team has named a line-up; otherwise its first players play


class DeskSeen(msgspec.Struct, frozen=True):
    """The organisers' view of an event, besides the public one."""

    version: int
    questions: tuple[QuestionSeen, ...]
    doubts: tuple[DoubtSeen, ...]
    trail: tuple[EntrySeen, ...]
    codes: dict[int, str]  # by entrant number: the player's key
    draft: DraftSeen | None
    proposals: tuple[ProposalSeen, ...]
    best_draw: bool  # whether OR-tools is installed; otherwise draws are greedy
    teams: tuple[TeamDesk, ...] = ()  # of a team event


class Noted(msgspec.Struct, frozen=True):
    """A stored change. `entries` are its numbers in the trail, for `UndoForm`."""

    version: int
    entries: tuple[int, ...]


class AsideSeen(msgspec.Struct, frozen=True):
    """A line of an imported list that was set aside, and why."""

    line: int
    text: str
    why: str


class TakenSeen(msgspec.Struct, frozen=True):
    """The result of an import: the number of accepted lines, and each line that was set aside."""

    version: int
    entries: tuple[int, ...]
    taken: int
    aside: tuple[AsideSeen, ...]


class HeadingSeen(msgspec.Struct, frozen=True):
    """A heading of a list, and the column that it is taken for (empty: ignored)."""

    text: str
    column: str


class ListProblem(msgspec.Struct, frozen=True):
    """What cannot be read in a list: row, column if it is one cell, the text, and why."""

    line: int
    column: str
    text: str
    why: str


class ListSeen(msgspec.Struct, frozen=True):
    """A list as it is read, before or after it is stored. `sheet` names the sheet of a spreadsheet."""

    sheet: str
    encoding: str  # empty for a spreadsheet
    separator: str
    headings: tuple[HeadingSeen, ...]
    rows: tuple[tuple[str, ...], ...]  # the first ones, by known column
    count: int  # rows that can be read
    changes: int  # what would change: 0 if all of it is known already
    problems: tuple[ListProblem, ...]
    stored: bool
