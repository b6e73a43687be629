"""An edition's notes besides the board, by name, such as the last round, exchanges made or cards played."""

from collections.abc import Mapping
from typing import Any

from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.codecs import UNSEEN, codec_of
from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.kernel.game import Game
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.schema.fields import FLAG, SEAT, SET, Field
from kamchatka.kernel.schema.rows import TABLE, Row
from kamchatka.kernel.state import HIDDEN, NOBODY, State


def note_down(game: Game, state: State, told: Mapping[str, Any]) -> None:
    """Store described notes in a fresh state; raise a Problem for notes that the edition doesn't have.

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
        known = ", ".join(name for row in own.ROWS for name in row.fields) or "nothing"
        raise Problem("protocol.note_unknown", name=min(unknown), known=known)
    own.load(rows)


def _fill(game: Game, row: Row, numbers: list[int], told: Mapping[str, Any], seats: int) -> None:
    """Fill one row: one number per field, or one field with a number for each entry."""
    for place, (name, field) in enumerate(row.fields.items()):
        if name not in told:
            continue
        if row.by == TABLE:
            numbers[place] = _number(game, name, field, told[name], numbers[place], seats)
        elif not isinstance(told[name], list | tuple) or len(told[name]) != len(numbers):
            raise _wrong(name, told[name])
        else:
            both = zip(told[name], numbers, strict=True)
            numbers[:] = [_number(game, name, field, value, blank, seats) for value, blank in both]


def _number(game: Game, name: str, field: Field, told: Any, blank: int, seats: int) -> int:
    """Parse one number: names by the field's noun, null for nobody, "?" for unknown. -1 only if it was -1 before."""
    if told == UNSEEN:
        return HIDDEN
    if told is None and field.noun == SEAT.noun:
        return NOBODY
    number = int(told) if field.noun == FLAG.noun and told in (0, 1) else int(codec_of(field).read(game, told))
    most = (1 << seats) - 1 if field.form == SET else seats - 1
    if number < min(blank, 0) or (field.noun == SEAT.noun and number > most):
        raise _wrong(name, told)
    return number


def read_notes(game: Game, state: State) -> JsonObject:
    """Return the notes of a state in the form that `note_down` reads, by name, without initial values.

    >>> from kamchatka import Match
    >>> match = Match.new("challenge", seats=4)
    >>> note_down(match.game, match.state, {"last_round": 12, "opener": None})
    >>> read_notes(match.game, match.state)
    {'last_round': 12}
    """
    own, found = state.edition_state, JsonObject()
    blank = game.blank(int(state.seats), FastChance(0)).state.edition_state.rows()
    for row, numbers, before in zip(own.ROWS, own.rows(), blank, strict=False):
        for place, (name, field) in enumerate(row.fields.items()):
            if row.by == TABLE and numbers[place] != before[place]:
                found[name] = _describe(game, field, numbers[place])
            elif row.by != TABLE and numbers != before:
                found[name] = [_describe(game, field, number) for number in numbers]
    return found


def _describe(game: Game, field: Field, number: int) -> Any:
    if number == HIDDEN:
        return UNSEEN
    if number == NOBODY and field.noun == SEAT.noun:
        return None
    return bool(number) if field.noun == FLAG.noun else codec_of(field).write(game, number)


def _wrong(name: str, told: object) -> Problem:
    return Problem("protocol.table_senseless", part=name, value=told)
