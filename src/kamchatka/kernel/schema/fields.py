"""What the fields of facts and frames stand for.

Every class of facts or frames declares its own fields once, in `FIELDS`. Whatever writes, reads, names, hides or shows
them goes by that declaration: journals and positions (`kernel.edges.record`), sentences (`words.names`), the
protocol's types (`server.protocol.fact_types`) and, from those, the page's.
"""

from typing import Final, final

ONE: Final = "one"  # a number of its own
SET: Final = "set"  # several, as bits of one number
ROW: Final = "row"  # a tuple of numbers, written as they are


@final
class Field:
    """What a field names, in which form; whether it is or was a secret; what it was called before."""

    def __init__(
        self,
        noun: str,
        form: str = ONE,
        is_secret: bool = False,
        is_optional: bool = False,
        is_revealed: bool = False,
        former: tuple[str, ...] = (),
    ) -> None:
        self.noun: Final = noun
        self.form: Final = form
        self.is_secret: Final = is_secret
        self.is_optional: Final = is_optional
        self.is_revealed: Final = is_revealed
        self.former: Final = former


Fields = dict[str, Field]

# What has an id in the edition's files, and is written by it.
PLACE: Final = Field("place")
ZONE: Final = Field("zone")
CARD: Final = Field("card")
OBJECTIVE: Final = Field("objective")
COLOUR: Final = Field("colour")
KIND: Final = Field("kind")  # of piece, and of the cards that go with it
CARDS: Final = Field("card", SET)
PLACES: Final = Field("place", SET)
PIECES: Final = Field("kind", SET)

# Seats, and plain numbers.
SEAT: Final = Field("seat")
SEATS: Final = Field("seat", SET)
AMOUNT: Final = Field("amount")  # armies, points, dice, pips: how many
NUMBER: Final = Field("number")  # a round, a phase, a place in a row: which
FLAG: Final = Field("flag")

# What isn't a plain number.
DICE: Final = Field("dice")  # a throw, packed (`kernel.dice`)
CLAUSE: Final = Field("clause")  # the rule behind it, as code cites it
FRAME: Final = Field("frame")
STEP: Final = Field("step")


def row(field: Field) -> Field:
    """A tuple of such things."""
    return Field(field.noun, ROW)


def secret(field: Field) -> Field:
    """The same, which not every seat may know: `seen_by` puts HIDDEN in its place."""
    return Field(field.noun, field.form, is_secret=True)


def revealed(field: Field) -> Field:
    """The same, open to all from now on, though it was or follows from somebody's secret."""
    return Field(field.noun, field.form, is_revealed=True)


def optional(field: Field) -> Field:
    """The same, or nothing."""
    return Field(field.noun, field.form, is_optional=True)


def renamed(field: Field, *former: str) -> Field:
    """The same under another name than games stored by earlier versions give it."""
    return Field(field.noun, field.form, field.is_secret, field.is_optional, field.is_revealed, former)
