"""Payloads of the page that a table's code opens: what was submitted, confirmed and disputed by phone."""

from typing import Annotated, Literal

import msgspec

from kamchatka.server.club.forms import Few, LineForm, Note, Number
from kamchatka.server.club.payloads import ScoreSeen
from kamchatka.server.protocol.payloads import Form

Lines = Annotated[tuple[LineForm, ...], msgspec.Meta(max_length=8)]


class HandInForm(Form, frozen=True):
    """A table's result, submitted by entrant `number`. The same result from a second player confirms it."""

    number: Few
    lines: Annotated[Lines, msgspec.Meta(min_length=1)]


class ConfirmForm(Form, frozen=True):
    """Confirm a score sheet; `version` is its entry in the trail."""

    number: Few
    version: Number


class DisputeForm(Form, frozen=True):
    """Dispute the submitted result `version` with a note, a score sheet that differs (`lines`), or both."""

    number: Few
    version: Number
    lines: Lines = ()
    note: Note = ""


class ClaimSeen(msgspec.Struct, frozen=True):
    """What a player says about a table's result, with its entry in the trail. A dispute may have no score sheet."""

    entry: int
    by: int
    note: str
    lines: tuple[LineForm, ...]
    scores: tuple[ScoreSeen, ...]  # best first


class TableCodeSeen(msgspec.Struct, frozen=True):
    """What the code of a table opens."""

    round: int
    table: int
    title: str  # of the round
    seats: tuple[int, ...]  # entrants, in order of hand
    state: Literal["open", "handed_in", "disputed", "counts", "online"]
    claims: tuple[ClaimSeen, ...]  # the submitted result, then the disputes; empty once a result counts
    scores: tuple[ScoreSeen, ...]  # that count
    behind: tuple[int, ...]  # who submitted and who confirmed the result that counts; empty: the organiser entered it
    you: int  # the entrant whom this phone speaks for, or 0
    whole: int  # version of the event


class TableCode(msgspec.Struct, frozen=True):
    """The code of a table of a round, for the sheet on the table or the wall."""

    round: int
    table: int
    code: str
