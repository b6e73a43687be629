"""Ties: a tie-break is a value with a code and what it computes; a list of them tells equals apart."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Generic, TypeVar

from kamchatka.kernel.text import Text
from kamchatka.tournament.formatting import format_points

T = TypeVar("T")


@dataclass(frozen=True)
class TieBreak(Generic[T]):
    """One way to tell equals apart; the catalogues have its title, and what it says when it decides, by its code."""

    code: str
    compute: Callable[[T], Decimal | None]  # the higher goes first; None: what it needs was not handed in
    show: Callable[[Decimal], str] = format_points

    @property
    def title(self) -> Text:
        """What it is called."""
        return Text("tiebreak", self.code)

    def reason(self, better: Decimal, worse: Decimal) -> Text:
        """What decided, with its numbers."""
        return Text("tiebreak_reason", self.code, better=self.show(better), worse=self.show(worse))


def split_ties(equals: Sequence[T], breaks: Sequence[TieBreak[T]]) -> list[list[T]]:
    """Equals in groups, the better first: players who cannot be told apart, or not yet, stay together."""
    for at, one in enumerate(breaks):
        values = [one.compute(equal) for equal in equals]
        known = sorted({value for value in values if value is not None}, reverse=True)
        if None in values:
            return [list(equals)]
        if len(known) > 1:
            groups = ([equal for equal, value in zip(equals, values, strict=True) if value == best] for best in known)
            return [part for group in groups for part in split_ties(group, breaks[at + 1 :])]
    return [list(equals)]


def deciding_tiebreak(before: T, behind: T, breaks: Sequence[TieBreak[T]]) -> tuple[str, Text] | None:
    """The code of the tie-break that put one before the other, and its reason; None if none did."""
    for one in breaks:
        better, worse = one.compute(before), one.compute(behind)
        if better is None or worse is None:
            return None
        if better != worse:
            return one.code, one.reason(better, worse)
    return None
