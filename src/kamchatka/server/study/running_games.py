"""Detection of positions copied from running games, so that nobody gets advice during a rated game."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from kamchatka.journal import open_journal
from kamchatka.kernel.board import Board
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.state import State
from kamchatka.match import Entry, Follower, Match
from kamchatka.words.decision_fields import lap_of

ROUNDS = 3  # number of latest rounds of a running game that are compared
SHARED = 0.9  # minimum share of the smaller board's places that the other board has too; editions share maps
OWNERS = 0.9  # minimum share of places with the same owner, after exchanging seats and colours
ARMIES = 0.1  # maximum difference in armies, as a share of all armies


class BoardMark(NamedTuple):
    """The features that identify a position: owner and armies of every place."""

    owners: tuple[int, ...]
    armies: tuple[int, ...]


def mark_of(state: State, places: Sequence[int]) -> BoardMark:
    """Return the mark of a position, reduced to these places."""
    return BoardMark(tuple(int(state.owner[n]) for n in places), tuple(int(state.armies[n]) for n in places))


def check_not_running(match: Match, journals: Sequence[bytes]) -> None:
    """Raise a Problem if a position resembles a recent one of a running game, even in another edition with its map."""
    for journal in journals:
        places, marks = latest_marks(journal, match.game.board)
        asked = mark_of(match.state, places)
        if places and any(are_alike(asked, one) for one in marks):
            raise Problem("position.running_game")


def latest_marks(journal: bytes, board: Board) -> tuple[list[int], set[BoardMark]]:
    """Return the board's places that a game also has, and the game's distinct positions on them in its latest rounds.

    If no places are returned, the game is played on another map.
    """
    opened = open_journal(journal, "")
    shared = match_places(board, opened.match.game.board)
    marks = MarkedLaps(opened.match, [theirs for _, theirs in shared])
    opened.replay(marks)
    recent = {mark for lap, mark in marks.found if lap > lap_of(opened.match.state) - ROUNDS}
    return [ours for ours, _ in shared], recent


class MarkedLaps(Follower):
    """Records the mark of a game's position after every entry, with its round."""

    def __init__(self, match: Match, places: Sequence[int]) -> None:
        self.match = match
        self.places = places
        self.found: list[tuple[int, BoardMark]] = []

    def end(self, entry: Entry) -> None:
        """Record the mark of the position."""
        self.found.append((lap_of(self.match.state), mark_of(self.match.state, self.places)))


def match_places(one: Board, other: Board) -> list[tuple[int, int]]:
    """Return the numbers of the shared places on both boards; none if the maps differ."""
    numbers = {place: number for number, place in enumerate(other.places)}
    shared = [(number, numbers[place]) for number, place in enumerate(one.places) if place in numbers]
    return shared if len(shared) >= SHARED * min(len(one.places), len(other.places)) else []


def are_alike(one: BoardMark, other: BoardMark) -> bool:
    """Return True if two positions may belong to the same game: owners (in any colours) and armies are almost equal."""
    if len(one.owners) != len(other.owners):
        return False
    meetings = Counter(zip(one.owners, other.owners, strict=True))
    same, partners, others = 0, {-1: -1}, {-1: -1}
    for (mine, theirs), places in meetings.most_common():
        if partners.setdefault(mine, theirs) == theirs and others.setdefault(theirs, mine) == mine:
            same += places
    apart = sum(abs(a - b) for a, b in zip(one.armies, other.armies, strict=True))
    return same >= OWNERS * len(one.owners) and apart <= max(1.0, ARMIES * max(sum(one.armies), sum(other.armies)))
