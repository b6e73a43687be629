"""Points: the values of one's objective, the ties, and the hundred of a completed one."""

from typing import Any, ClassVar, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.editions.challenge.objectives import HoldMarked
from kamchatka.editions.challenge.state import edition_state
from kamchatka.kernel.bits import bit
from kamchatka.kernel.facts import GameEnded
from kamchatka.kernel.ports import Ending
from kamchatka.kernel.rules.objectives import ObjectiveMet
from kamchatka.kernel.schema.fields import AMOUNT, SEAT, Fields
from kamchatka.kernel.state import NOBODY, State, fill
from kamchatka.kernel.step import Step
from kamchatka.kernel.table import PublicFact, Table

OBJECTIVE: Final = 100  # points for an objective completed in time


@final
class Scored(PublicFact):
    """A seat's points: the values of what it holds of its objective; `outside` are those of its other places."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "points": AMOUNT, "outside": AMOUNT}

    def __init__(self, seat: i64, points: i64, outside: i64) -> None:
        self.seat: Final[i64] = seat
        self.points: Final[i64] = points
        self.outside: Final[i64] = outside

    def apply(self, table: Table) -> None:
        edition_state(table).points[self.seat] = self.points


def hand(state: State, seat: i64) -> i64:
    """Its place in the order of play, counted from the first of hand."""
    return (state.rank(seat) - state.rank(state.first) + state.seats) % state.seats


def leader(state: State, main: vec[i64], second: vec[i64]) -> i64:
    """Who wins: the highest figure; then the highest second one; then whoever plays last."""
    best: i64 = NOBODY
    for seat in range(state.seats):
        if state.is_alive(seat) and (best == NOBODY or beats(state, main, second, seat, best)):
            best = seat
    return best


def ties_broken(state: State, main: vec[i64], second: vec[i64], winner: i64) -> i64:
    """What decided: 0 the figures, 1 the second ones, 2 the order of play."""
    broken: i64 = 0
    for seat in range(state.seats):
        if seat != winner and state.is_alive(seat) and main[seat] == main[winner]:
            broken = max(broken, 2 if second[seat] == second[winner] else 1)
    return broken


def beats(state: State, main: vec[i64], second: vec[i64], seat: i64, other: i64) -> bool:
    """Whether a seat is before another."""
    if main[seat] != main[other]:
        return main[seat] > main[other]
    if second[seat] != second[other]:
        return second[seat] > second[other]
    return hand(state, seat) > hand(state, other)


@final
class Scoring:
    """How a table counts. `late_hundred`: an objective counts 100 after time too; `reveal`: Kingmaker cards follow."""

    def __init__(self, objectives: list[HoldMarked], late_hundred: bool, reveal: Step[Any] | None) -> None:
        self.objectives: Final = objectives
        self.late_hundred: Final = late_hundred
        self.reveal: Final = reveal

    def points(self, table: Table, seat: i64) -> i64:
        """The values of the places of its own objective that a seat holds."""
        objective = table.state.objective[seat]
        return self.objectives[objective].points(table, seat) if objective >= 0 else 0

    def outside(self, table: Table, seat: i64) -> i64:
        """The values of all its other places."""
        total: i64 = 0
        for place in range(table.board.size):
            if table.state.owner[place] == seat:
                total += table.board.value[place]
        return total - self.points(table, seat)

    def count(self, table: Table, winner: i64, prize: i64) -> None:
        """Everybody's points; the winner by objective (or NOBODY) has the prize instead."""
        for seat in range(table.state.seats):
            points = prize if seat == winner else self.points(table, seat)
            table.note(Scored(seat, points, self.outside(table, seat)))

    def prize(self, table: Table, seat: i64) -> i64:
        """What an objective completed now is worth in a ranking."""
        in_time = edition_state(table).last_round == 0
        return OBJECTIVE if in_time or self.late_hundred else self.points(table, seat)

    def finish(self, table: Table) -> None:
        """The game closes without an objective."""
        self.count(table, NOBODY, 0)
        if self.reveal is not None:
            table.open(self.reveal.frame(table.state.first))
        else:
            self.award(table)

    def award(self, table: Table) -> None:
        """The win by points; then by the places outside; then by the order of play."""
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
    """Just before an objective or a sole survivor ends the game: everybody's points, for a ranking."""

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
    """With Kingmaker, if the table likes: an objective is worth 100 points, and the cards decide."""

    def __init__(self, objectives: ObjectiveMet, scoring: Scoring) -> None:
        self.objectives: Final = objectives
        self.scoring: Final = scoring

    def check(self, table: Table) -> None:
        state = table.state
        reveal = self.scoring.reveal
        counted = state.round > 0 and edition_state(table).points[state.turn] != NOBODY
        if reveal is not None and not counted and state.round > 0 and self.objectives.has_won(table, state.turn):
            self.scoring.count(table, state.turn, OBJECTIVE)
            table.open(reveal.frame(state.first))
