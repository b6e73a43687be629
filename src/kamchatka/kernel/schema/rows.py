"""Declarations of the rows in an edition's own state, which observations for learners use.

`EditionState.rows` returns plain numbers. `ROWS` declares how each row is indexed and what its numbers mean. A class
without it still works, but learners see bare numbers.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.schema.fields import Fields

TABLE: Final = "table"  # one number per field
BY_PLACE: Final = "place"  # one field, one number per place; likewise below
BY_SEAT: Final = "seat"
BY_CARD: Final = "card"
BY_KIND: Final = "kind"
EACH: Final = "each"  # one field of any length


@final
class Row:
    """One row: its index, its fields, and the second index of each seat's part."""

    def __init__(self, by: str, fields: Fields, per: str = "") -> None:
        self.by: Final = by
        self.fields: Final = fields
        self.per: Final = per  # a second index, as in seat by kind; the row's length is the product


Rows = tuple[Row, ...]


@mypyc_attr(allow_interpreted_subclasses=True)
class RowReader:
    """Interface of whatever reads an edition's rows one after the other, without lists in between."""

    def row(self, values: vec[i64]) -> None:
        """Read the next row, which belongs to the state and must not be changed."""
        raise NotImplementedError
