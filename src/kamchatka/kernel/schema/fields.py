"""Declarations of what the fields of facts and frames mean.

Every class of facts or frames declares its fields once, in `FIELDS`. All code that writes, reads, names or hides
fields uses these declarations: journals and positions (`kernel.edges.record`), sentences (`words.names`), and the
protocol's types (`server.protocol.fact_types`), from which the page's types are generated.
"""

from typing import Final, final

ONE: Final = "one"  # one number
SET: Final = "set"  # several numbers as the bits of one
ROW: Final = "row"  # a tuple of numbers


@final
class Field:
    """What a field refers to, its form, whether it is or was secret, and its former names."""

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

# Nouns with ids in the edition's files; values are written as ids.
PLACE: Final = Field("place")
ZONE: Final = Field("zone")
CARD: Final = Field("card")
OBJECTIVE: Final = Field("objective")
COLOUR: Final = Field("colour")
KIND: Final = Field("kind")  # kinds of pieces and of their cards
CARDS: Final = Field("card", SET)
PLACES: Final = Field("place", SET)
PIECES: Final = Field("kind", SET)

# Seats and plain numbers.
SEAT: Final = Field("seat")
SEATS: Final = Field("seat", SET)
AMOUNT: Final = Field("amount")  # a number of armies, points, dice or pips
NUMBER: Final = Field("number")  # the number of a round or phase, or a position in a row
FLAG: Final = Field("flag")

# Other types.
DICE: Final = Field("dice")  # packed dice (`kernel.dice`)
CLAUSE: Final = Field("clause")  # key of the rule behind the fact
FRAME: Final = Field("frame")
STEP: Final = Field("step")


def row(field: Field) -> Field:
    """Declare a tuple of values of a field."""
    return Field(field.noun, ROW)


def secret(field: Field) -> Field:
    """Declare a value that some seats may not know; `seen_by` replaces it with HIDDEN."""
    return Field(field.noun, field.form, is_secret=True)


def revealed(field: Field) -> Field:
    """Declare a value that is public from now on, although it was secret or reveals a secret."""
    return Field(field.noun, field.form, is_revealed=True)


def optional(field: Field) -> Field:
    """Declare a value that may be missing."""
    return Field(field.noun, field.form, is_optional=True)


def renamed(field: Field, *former: str) -> Field:
    """Declare the former names of a field in stored games."""
    return Field(field.noun, field.form, field.is_secret, field.is_optional, field.is_revealed, former)
