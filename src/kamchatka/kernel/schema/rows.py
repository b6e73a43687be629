"""Declarations of the rows in an edition's own state, for the observations of learning bots.

`EditionState.rows` returns plain numbers. `ROWS` declares how each row is indexed and what its numbers mean. A class
without `ROWS` still works, but learning bots see bare numbers.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.schema.fields import Fields

TABLE: Final = "table"  # one number per field
BY_PLACE: Final = "place"  # one field, one number per place; the next rows are similar
BY_SEAT: Final = "seat"
BY_CARD: Final = "card"
BY_KIND: Final = "kind"
EACH: Final = "each"  # one field of variable length


@final
class Row:
    """One row: its index, its fields, and the second index of each seat's part."""

    def __init__(self, by: str, fields: Fields, per: str = "") -> None:
        self.by: Final = by
        self.fields: Final = fields
        self.per: Final = per  # a second index, as in seat by kind; the row's length is the product of both


Rows = tuple[Row, ...]


@mypyc_attr(allow_interpreted_subclasses=True)
class RowReader:
    """Interface for reading an edition's rows one after the other without building lists."""

    def row(self, values: vec[i64]) -> None:
        """Read the next row. It belongs to the state and must not be changed."""
        raise NotImplementedError
