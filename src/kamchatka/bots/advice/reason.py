"""Reasons as data: the key of a sentence, its figures, and the places it speaks of. They get words where shown."""

from dataclasses import dataclass, field
from typing import NamedTuple


class Noun(NamedTuple):
    """Something that has a name at a table: a place, a zone, a seat, a kind, a card; by its number."""

    noun: str
    number: int


def place(number: int) -> Noun:
    """A place by its number."""
    return Noun("place", int(number))


def zone(number: int) -> Noun:
    """A zone by its number."""
    return Noun("zone", int(number))


def seat(number: int) -> Noun:
    """A seat by its number."""
    return Noun("seat", int(number))


def kind(number: int) -> Noun:
    """A kind of pieces, or of cards, by its number."""
    return Noun("kind", int(number))


def percent(chance: float) -> int:
    """A chance in whole hundredths; what is only nearly sure, or nearly hopeless, is not called so.

    >>> percent(0.824), percent(0.999), percent(1.0), percent(0.001)
    (82, 99, 100, 1)
    """
    return round(100 * chance) if chance in (0.0, 1.0) else min(99, max(1, round(100 * chance)))


@dataclass(frozen=True)
class AdviceReason:
    """A sentence of the table `[advice]` in the catalogues: its key, and the fields it names."""

    key: str
    fields: dict[str, int | Noun] = field(default_factory=dict)

    @property
    def places(self) -> list[int]:
        """The places it speaks of."""
        return [value.number for value in self.fields.values() if isinstance(value, Noun) and value.noun == "place"]


def because(key: str, **fields: int | Noun) -> AdviceReason:
    """A reason.

    >>> because("attack.card").places
    []
    """
    return AdviceReason(key, fields)
