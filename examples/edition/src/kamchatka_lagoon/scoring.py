"""The end: after the last round the values of all places count, and every complete island adds its bonus."""

from typing import ClassVar, Final, final

from mypy_extensions import i64

from kamchatka.kernel.armies import forces
from kamchatka.kernel.bits import bit, size
from kamchatka.kernel.board import Board
from kamchatka.kernel.facts import GameEnded
from kamchatka.kernel.rules.turn import TurnOrder, last_seat
from kamchatka.kernel.schema.fields import AMOUNT, SEAT, Fields
from kamchatka.kernel.state import NOBODY, State
from kamchatka.kernel.table import PublicFact, Table


@final
class Tallied(PublicFact):
    """A seat's final points and armies."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "points": AMOUNT, "armies": AMOUNT}
    CITES: ClassVar[str] = "end.points"

    def __init__(self, seat: i64, points: i64, armies: i64) -> None:
        self.seat: Final[i64] = seat
        self.points: Final[i64] = points
        self.armies: Final[i64] = armies

    def apply(self, table: Table) -> None:
        pass  # nothing changes, because the points follow from the board


def points(board: Board, state: State, seat: i64) -> i64:
    """Return the values of a seat's places, and the bonuses of its complete islands."""
    total: i64 = 0
    for place in range(board.size):
        if state.owner[place] == seat:
            total += board.value[place]
    for zone in range(board.zones):
        if state.held[seat * board.zones + zone] == board.zone_size[zone]:
            total += board.bonus[zone]
    return total


@final
class CountedRounds(TurnOrder):
    """End after a fixed number of rounds: most points win, then most armies; tied players share the win."""

    def __init__(self, rounds: i64) -> None:
        self.rounds: Final[i64] = rounds

    def following(self, table: Table, seat: i64) -> i64:
        following = table.state.next_alive(seat)
        if table.state.round < self.rounds or not table.state.passes(seat, following, last_seat(table)):
            return following
        self.count_points(table)
        return NOBODY

    def count_points(self, table: Table) -> None:
        """Count the points, record them, and end the game."""
        scores: dict[int, tuple[int, int]] = {}
        for seat in range(table.state.seats):
            if table.state.is_alive(seat):
                scores[seat] = (points(table.board, table.state, seat), forces(table, seat))
                table.note(Tallied(seat, *scores[seat]))
        best = max(scores.values())
        level = sum(1 for total, _ in scores.values() if total == best[0])
        winners: i64 = 0
        for seat, score in scores.items():
            if score == best:
                winners |= bit(seat)
        clause = "end.points" if level == 1 else "end.armies" if size(winners) == 1 else "end.shared"
        table.note(GameEnded(winners, clause))
