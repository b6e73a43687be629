"""Scoring: points for the places of a seat's objective, tie-breaks, and 100 points for a completed objective."""

from typing import ClassVar, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.editions.challenge.objectives import HoldMarked
from kamchatka.editions.challenge.state import edition_state
from kamchatka.kernel.bits import bit
from kamchatka.kernel.facts import GameEnded
from kamchatka.kernel.ports import Ending
from kamchatka.kernel.rules.objectives import ObjectiveMet
from kamchatka.kernel.schema.fields import AMOUNT, SEAT, Fields, revealed
from kamchatka.kernel.state import NOBODY, State, fill
from kamchatka.kernel.step import AnyStep
from kamchatka.kernel.table import PublicFact, Table

OBJECTIVE: Final = 100  # points for an objective completed in time


@final
class Scored(PublicFact):
    """A seat's points: the values of its places in its objective. `outside` is the sum of its other places."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "points": revealed(AMOUNT), "outside": revealed(AMOUNT)}

    def __init__(self, seat: i64, points: i64, outside: i64) -> None:
        self.seat: Final[i64] = seat
        self.points: Final[i64] = points
        self.outside: Final[i64] = outside

    def apply(self, table: Table) -> None:
        edition_state(table).points[self.seat] = self.points


def hand(state: State, seat: i64) -> i64:
    """Return the seat's position in the order of play, counted from the first of hand."""
    return (state.rank(seat) - state.rank(state.first) + state.seats) % state.seats


def leader(state: State, main: vec[i64], second: vec[i64]) -> i64:
    """Return the winner. Ties in `main` are broken by `second`, then in favour of the seat that plays last."""
    best: i64 = NOBODY
    for seat in range(state.seats):
        if state.is_alive(seat) and (best == NOBODY or beats(state, main, second, seat, best)):
            best = seat
    return best


def ties_broken(state: State, main: vec[i64], second: vec[i64], winner: i64) -> i64:
    """Return what decided: 0 for the main figure, 1 for the second, 2 for the order of play."""
    broken: i64 = 0
    for seat in range(state.seats):
        if seat != winner and state.is_alive(seat) and main[seat] == main[winner]:
            broken = max(broken, 2 if second[seat] == second[winner] else 1)
    return broken


def beats(state: State, main: vec[i64], second: vec[i64], seat: i64, other: i64) -> bool:
    """Return True if a seat ranks before another."""
    if main[seat] != main[other]:
        return main[seat] > main[other]
    if second[seat] != second[other]:
        return second[seat] > second[other]
    return hand(state, seat) > hand(state, other)


@final
class Scoring:
    """How a game is scored.

    `late_hundred`: an objective completed after time also scores 100. `reveal`: Kingmaker cards are revealed at the
    end.
    """

    def __init__(self, objectives: list[HoldMarked], late_hundred: bool, reveal: "AnyStep | None") -> None:
        self.objectives: Final = objectives
        self.late_hundred: Final = late_hundred
        self.reveal: Final = reveal

    def points(self, table: Table, seat: i64) -> i64:
        """Sum the values of a seat's places in its own objective."""
        objective = table.state.objective[seat]
        return self.objectives[objective].points(table, seat) if objective >= 0 else 0

    def outside(self, table: Table, seat: i64) -> i64:
        """Sum the values of a seat's places outside its objective."""
        total: i64 = 0
        for place in range(table.board.size):
            if table.state.owner[place] == seat:
                total += table.board.value[place]
        return total - self.points(table, seat)

    def count(self, table: Table, winner: i64, prize: i64) -> None:
        """Record the points of every seat. The winner by objective gets the prize instead; NOBODY if there is none."""
        for seat in range(table.state.seats):
            points = prize if seat == winner else self.points(table, seat)
            table.note(Scored(seat, points, self.outside(table, seat)))

    def prize(self, table: Table, seat: i64) -> i64:
        """Return the ranking points for an objective that is completed now."""
        in_time = edition_state(table).last_round == 0
        return OBJECTIVE if in_time or self.late_hundred else self.points(table, seat)

    def finish(self, table: Table) -> None:
        """End a game in which nobody has completed an objective."""
        self.count(table, NOBODY, 0)
        if self.reveal is not None:
            table.open(self.reveal.frame(table.state.first))
        else:
            self.award(table)

    def award(self, table: Table) -> None:
        """Decide by points, then by points outside the objective, then by the order of play."""
        state = table.state
        points = edition_state(table).points
        outside = fill(state.seats, 0)
        for seat in range(state.seats):
            outside[seat] = self.outside(table, seat)
        winner = leader(state, points, outside)
        ties = ties_broken(state, points, outside, winner)
        table.note(
            GameEnded(bit(winner), "end.points" if ties == 0 else "end.outside" if ties == 1 else "end.last_hand")
        )


@final
class FinalScores(Ending):
    """Record all points for a ranking, just before an objective or the last survivor ends the game."""

    def __init__(self, objectives: ObjectiveMet, scoring: Scoring) -> None:
        self.objectives: Final = objectives
        self.scoring: Final = scoring

    def check(self, table: Table) -> None:
        state = table.state
        if state.round > 0 and self.objectives.has_won(table, state.turn):
            self.scoring.count(table, state.turn, self.scoring.prize(table, state.turn))
        elif state.fallen == state.seats - 1:
            self.scoring.count(table, NOBODY, 0)


@final
class HundredThenReveal(Ending):
    """With Kingmaker, score the prize for a completed objective (rtu.10.5), then let the cards decide.

    This is a table option. The last survivor wins without the cards (rtu.7.1b).
    """

    def __init__(self, objectives: ObjectiveMet, scoring: Scoring) -> None:
        self.objectives: Final = objectives
        self.scoring: Final = scoring

    def check(self, table: Table) -> None:
        state = table.state
        reveal = self.scoring.reveal
        if reveal is None or state.round == 0 or edition_state(table).points[state.turn] != NOBODY:
            return
        if self.objectives.has_won(table, state.turn):
            self.scoring.count(table, state.turn, self.scoring.prize(table, state.turn))
            if state.fallen < state.seats - 1:
                table.open(reveal.frame(state.first))
