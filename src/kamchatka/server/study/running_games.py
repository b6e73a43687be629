"""Detects positions copied from running games, so that nobody gets advice for a rated game."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from kamchatka.journal import parse
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.state import State
from kamchatka.match import Match
from kamchatka.words.moment import lap_of

ROUNDS = 3  # latest rounds of a running game that are compared
OWNERS = 0.9  # minimum share of places with the same owner, up to exchanged seats and colours
ARMIES = 0.1  # maximum difference in armies, as a share of all


class BoardMark(NamedTuple):
    """Features by which a position is recognised: owner and armies of every place."""

    owners: tuple[int, ...]
    armies: tuple[int, ...]


def mark_of(state: State) -> BoardMark:
    """Return the mark of a position."""
    places = range(len(state.owner))
    return BoardMark(tuple(int(state.owner[n]) for n in places), tuple(int(state.armies[n]) for n in places))


def check_not_running(match: Match, journals: Sequence[bytes]) -> None:
    """Raise a Problem if a position resembles a recent one of a running game of the same edition."""
    asked = mark_of(match.state)
    for journal in journals:
        if any(are_alike(asked, one) for one in latest_marks(journal, match.edition.id)):
            raise Problem("position.running_game")


def latest_marks(journal: bytes, edition: str) -> set[BoardMark]:
    """Return the distinct positions of a game's latest rounds; none if the edition differs."""
    marks: list[tuple[int, BoardMark]] = []

    def entered(match: Match) -> None:
        if match.edition.id == edition:
            marks.append((lap_of(match.state), mark_of(match.state)))

    match = parse(journal, "", entered).match
    return {mark for lap, mark in marks if lap > lap_of(match.state) - ROUNDS}


def are_alike(one: BoardMark, other: BoardMark) -> bool:
    """Whether two positions may belong to the same game: almost the same owners, in any colours, and armies."""
    if len(one.owners) != len(other.owners):
        return False
    meetings = Counter(zip(one.owners, other.owners, strict=True))
    same, partners, others = 0, {-1: -1}, {-1: -1}
    for (mine, theirs), places in meetings.most_common():
        if partners.setdefault(mine, theirs) == theirs and others.setdefault(theirs, mine) == mine:
            same += places
    apart = sum(abs(a - b) for a, b in zip(one.armies, other.armies, strict=True))
    return same >= OWNERS * len(one.owners) and apart <= max(1.0, ARMIES * max(sum(one.armies), sum(other.armies)))
