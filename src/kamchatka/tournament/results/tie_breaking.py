"""Tie-breaks: each has a code and a function that computes its value. A list of them separates tied players."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Generic, TypeVar

from kamchatka.kernel.text import Text
from kamchatka.tournament.formatting import format_points

T = TypeVar("T")


@dataclass(frozen=True)
class TieBreak(Generic[T]):
    """One way to separate tied players. The catalogues hold its title and its reason under its code."""

    code: str
    compute: Callable[[T], Decimal | None]  # higher ranks first; None: the value was not reported
    show: Callable[[Decimal], str] = format_points

    @property
    def title(self) -> Text:
        """The title of the tie-break."""
        return Text("tiebreak", self.code)

    def reason(self, better: Decimal, worse: Decimal) -> Text:
        """Describe what decided the tie, with both values."""
        return Text("tiebreak_reason", self.code, better=self.show(better), worse=self.show(worse))


def split_ties(equals: Sequence[T], breaks: Sequence[TieBreak[T]]) -> list[list[T]]:
    """Split tied players into groups, best first. Players who cannot be separated, or not yet, stay together."""
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
    """Return the code and the reason of the tie-break that separated two players; None if none did."""
    for one in breaks:
        better, worse = one.compute(before), one.compute(behind)
        if better is None or worse is None:
            return None
        if better != worse:
            return one.code, one.reason(better, worse)
    return None
