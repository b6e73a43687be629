"""Reasons as data: a sentence key, its figures, and the places it mentions. Catalogues supply the text."""

from dataclasses import dataclass, field
from typing import NamedTuple


class Noun(NamedTuple):
    """A named object of the game, by number: a place, zone, seat, kind or card."""

    noun: str
    number: int


def place(number: int) -> Noun:
    """Return a place by its number."""
    return Noun("place", int(number))


def zone(number: int) -> Noun:
    """Return a zone by its number."""
    return Noun("zone", int(number))


def seat(number: int) -> Noun:
    """Return a seat by its number."""
    return Noun("seat", int(number))


def kind(number: int) -> Noun:
    """Return a kind of piece or card by its number."""
    return Noun("kind", int(number))


def percent(chance: float) -> int:
    """Round a probability to a percentage; only exact 0 and 1 become 0 % and 100 %.

    >>> percent(0.824), percent(0.999), percent(1.0), percent(0.001)
    (82, 99, 100, 1)
    """
    return round(100 * chance) if chance in (0.0, 1.0) else min(99, max(1, round(100 * chance)))


@dataclass(frozen=True)
class AdviceReason:
    """A sentence of the catalogue table `[advice]`: its key and its fields."""

    key: str
    fields: dict[str, int | Noun] = field(default_factory=dict)

    @property
    def places(self) -> list[int]:
        """The places that the reason mentions."""
        return [value.number for value in self.fields.values() if isinstance(value, Noun) and value.noun == "place"]


def because(key: str, **fields: int | Noun) -> AdviceReason:
    """Create a reason.

    >>> because("attack.card").places
    []
    """
    return AdviceReason(key, fields)
