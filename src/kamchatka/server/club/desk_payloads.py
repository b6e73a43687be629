"""What only organisers see, and what they are answered."""

import msgspec

from kamchatka.server.club.forms import LineForm
from kamchatka.server.club.payloads import Stage


class QuestionSeen(msgspec.Struct, frozen=True):
    """A line that was set aside; `number` is its entry in the trail."""

    number: int
    source: str
    line: int
    text: str
    why: str
    round: int
    table: int


class DoubtSeen(msgspec.Struct, frozen=True):
    """What stands but rests on something that changed or was never decided; `again`: the last draw can be made anew."""

    entry: int  # of the trail
    title: str  # of the round
    why: str
    round: int
    table: int
    again: bool


class EntrySeen(msgspec.Struct, frozen=True):
    """A line of the trail; `undone`: it no longer stands."""

    number: int
    at: str
    who: str
    text: str
    undoes: int | None
    undone: bool


class DraftSeen(msgspec.Struct, frozen=True):
    """A draw that only organisers see until it is published."""

    seed: int
    round: int
    stage: Stage
    title: str
    tables: tuple[tuple[int, ...], ...]  # entrants in the order of hand
    method: str
    cost: int
    bound: int
    quality: str
    again: bool


class ProposalSeen(msgspec.Struct, frozen=True):
    """A result that a player of the table handed in from a phone; the organiser takes it or not."""

    round: int
    table: int
    by: int
    lines: tuple[LineForm, ...]


class DeskSeen(msgspec.Struct, frozen=True):
    """What only organisers see."""

    version: int
    questions: tuple[QuestionSeen, ...]
    doubts: tuple[DoubtSeen, ...]
    trail: tuple[EntrySeen, ...]
    codes: dict[int, str]  # the personal key of each player
    draft: DraftSeen | None
    proposals: tuple[ProposalSeen, ...]
    best_draw: bool  # whether OR-tools is here; else draws are greedy


class Noted(msgspec.Struct, frozen=True):
    """A change is in the trail: under which numbers, should it be undone."""

    version: int
    entries: tuple[int, ...]


class AsideSeen(msgspec.Struct, frozen=True):
    """A line of a list that was not taken."""

    line: int
    text: str
    why: str


class TakenSeen(msgspec.Struct, frozen=True):
    """What became of a list: how many lines went in, and each that did not."""

    version: int
    entries: tuple[int, ...]
    taken: int
    aside: tuple[AsideSeen, ...]
