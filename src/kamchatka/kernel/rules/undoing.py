"""Undo: a fact that restores the numbers that an action changed."""

from typing import ClassVar, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.kernel.schema.fields import NUMBER, SEAT, Fields, row
from kamchatka.kernel.state import State
from kamchatka.kernel.table import PublicFact, Table

MARKS: Final = ("fallen", "first", "turn", "round", "conquests", "reshuffles")
ORDER: Final = 11  # number of the row with the turn order, which follows the rows of `_vectors` and the marks
EDITION: Final = 12  # number of the first row of the edition's state


@final
class TakenBack(PublicFact):
    """A seat took back its latest action, which had revealed nothing.

    `changes` restore the numbers: each has a row of `numbers_of`, an index and a difference to add. Only public
    actions can be taken back, so the differences reveal nothing.
    """

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "changes": row(NUMBER)}

    def __init__(self, seat: i64, changes: tuple[int, ...]) -> None:
        self.seat: Final[i64] = seat
        self.changes: Final = changes

    def apply(self, table: Table) -> None:
        state, changes = table.state, self.changes
        rows = numbers_of(state)
        for at in range(0, len(changes), 3):
            rows[changes[at]][changes[at + 1]] += changes[at + 2]
        vectors = _vectors(state)
        for number, vector in enumerate(vectors):
            for index, value in enumerate(rows[number]):
                vector[index] = value
        for name, value in zip(MARKS, rows[len(vectors)], strict=True):
            setattr(state, name, value)
        if list(state.order) != rows[ORDER]:
            state.take_turns(rows[ORDER])
        if rows[EDITION:]:
            state.edition_state.load(rows[EDITION:])


def numbers_of(state: State) -> list[list[int]]:
    """Return all numbers of a state that an action may change, by row. The agenda and the ending aren't among them."""
    rows = [[int(number) for number in vector] for vector in _vectors(state)]
    marks = [int(getattr(state, name)) for name in MARKS]
    return [*rows, marks, [int(seat) for seat in state.order], *[list(row) for row in state.edition_state.rows()]]


def _vectors(state: State) -> list[vec[i64]]:
    return [
        state.owner,
        state.armies,
        state.cards,
        state.lands,
        state.held,
        state.stock,
        state.hand,
        state.objective,
        state.colour,
        state.out_by,
    ]
