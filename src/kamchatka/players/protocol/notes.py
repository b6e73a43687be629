"""What an edition notes besides the board, told by name: how near the end is, exchanges made, cards played."""

from collections.abc import Mapping
from typing import Any

from kamchatka.kernel.edges.codecs import codec_of
from kamchatka.kernel.game import Game
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.schema.fields import SEAT
from kamchatka.kernel.schema.rows import TABLE, Row
from kamchatka.kernel.state import State


def note_down(game: Game, state: State, told: Mapping[str, Any]) -> None:
    """Put what was told into the state's own notes; a Problem names what its edition does not note.

    >>> from kamchatka import Match
    >>> match = Match.new("challenge", seats=4)
    >>> note_down(match.game, match.state, {"last_round": 12})
    >>> match.state.edition_state.rows()[0][0]
    12
    """
    own = state.edition_state
    rows = own.rows()
    for row, numbers in zip(own.ROWS, rows, strict=False):
        _fill(game, row, numbers, told, int(state.seats))
    unknown = set(told) - {name for row in own.ROWS for name in row.fields}
    if unknown:
        known = ", ".join(name for row in own.ROWS for name in row.fields)
        raise Problem("protocol.note_unknown", name=min(unknown), known=known)
    own.load(rows)


def _fill(game: Game, row: Row, numbers: list[int], told: Mapping[str, Any], seats: int) -> None:
    """One row: a number for each of its fields, or one field with as many numbers as there are."""
    for place, (name, field) in enumerate(row.fields.items()):
        if name not in told:
            continue
        read = codec_of(field).read
        if row.by == TABLE:
            numbers[place] = int(read(game, told[name]))
        elif not isinstance(told[name], list | tuple) or len(told[name]) != len(numbers):
            raise Problem("protocol.table_senseless", part=name, value=told[name])
        else:
            numbers[:] = [int(read(game, value)) for value in told[name]]
        if field.noun == SEAT.noun and max(numbers if row.by != TABLE else [numbers[place]]) >= seats:
            raise Problem("protocol.table_senseless", part=name, value=told[name])
