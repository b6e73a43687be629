"""What the rows of an edition's own state stand for, said once in the class: observations of learners go by it.

`EditionState.rows` are plain numbers. A class that declares them in `ROWS` says what each is counted by and what it
names; one that declares nothing is still whole, but whoever learns from it sees bare numbers.
"""

from typing import Final, final

from kamchatka.kernel.schema.fields import Fields

TABLE: Final = "table"  # one number for each field
BY_PLACE: Final = "place"  # one field, a number for each place; so for the others
BY_SEAT: Final = "seat"
BY_CARD: Final = "card"
BY_KIND: Final = "kind"
EACH: Final = "each"  # one field, as many numbers as there are


@final
class Row:
    """One row: what its numbers are counted by, the fields, and what each seat's part is counted by in turn."""

    def __init__(self, by: str, fields: Fields, per: str = "") -> None:
        self.by: Final = by
        self.fields: Final = fields
        self.per: Final = per  # by seat and kind, by seat and seat: the row is as long as both together


Rows = tuple[Row, ...]
