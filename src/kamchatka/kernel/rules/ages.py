"""The course of ages (years, epochs): bids, then turns with phases in marker order, and the final scoring."""

from typing import ClassVar, Final, final

from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.ages.age import age
from kamchatka.kernel.ages.age_facts import AgeBegan, Reckoned, TurnCleared
from kamchatka.kernel.bits import bit
from kamchatka.kernel.facts import GameEnded, TurnBegan
from kamchatka.kernel.ports import Ending
from kamchatka.kernel.schema.fields import NUMBER, Fields
from kamchatka.kernel.state import NOBODY, Frame, PublicFrame
from kamchatka.kernel.step import AnyStep, Step
from kamchatka.kernel.table import Table


@mypyc_attr(free_list_len=1)
@final
class AgeTurn(PublicFrame):
    """The bottom frame of the agenda: the current seat as its `rank` in turn order, and the next phase to open."""

    FIELDS: ClassVar[Fields] = {"rank": NUMBER, "phase": NUMBER}

    def __init__(self, step: i64, seat: i64, rank: i64, phase: i64) -> None:
        super().__init__(step, seat)
        self.rank: Final[i64] = rank
        self.phase: Final[i64] = phase


@mypyc_attr(allow_interpreted_subclasses=True)
class Measure:
    """A number that ranks seats at the end of the game, with its clause."""

    def __init__(self, clause: str) -> None:
        self.clause: Final = clause

    def of(self, table: Table, seat: i64) -> i64:
        """Return the seat's amount."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Total(Measure):
    """A measure that adds up several parts, which screens show one by one."""

    def parts(self, table: Table, seat: i64) -> list[i64]:
        """Return the seat's amount of each part."""
        raise NotImplementedError

    def of(self, table: Table, seat: i64) -> i64:
        total: i64 = 0
        for part in self.parts(table, seat):
            total += part
        return total


@final
class FinalScoring:
    """Final scoring: the most points win.

    Each further measure breaks ties; seats that are still tied share the victory.
    """

    def __init__(self, measures: list[Measure]) -> None:
        self.measures: Final = measures  # points come first

    def leaders(self, table: Table) -> i64:
        """Return the seats that would win now, as bits."""
        return self.verdict(table)[0]

    def verdict(self, table: Table) -> tuple[i64, str]:
        """Return the winners among the remaining seats as bits, and the clause of the deciding measure."""
        state = table.state
        tied: list[i64] = [seat for seat in range(state.seats) if state.is_alive(seat)]
        clause = "end.shared"
        for measure in self.measures:
            amounts = [measure.of(table, seat) for seat in tied]
            best = max(amounts)
            tied = [tied[i] for i in range(len(tied)) if amounts[i] == best]
            if len(tied) == 1:
                clause = measure.clause
                break
        winners: i64 = 0
        for seat in tied:
            winners |= bit(seat)
        return winners, clause

    def end(self, table: Table) -> None:
        """Score all seats and end the game."""
        state = table.state
        winners, clause = self.verdict(table)
        for seat in range(state.seats):
            if state.is_alive(seat):
                table.note(Reckoned(seat, self.measures[0].of(table, seat)))
        table.note(GameEnded(winners, clause))


@final
class Ages(Step[AgeTurn]):
    """Play ages up to `last`: bids, then the phases of each living seat's turn.

    After the last turn of the last age come the `closing` steps and the final scoring.
    """

    def __init__(
        self, last: i64, bids: AnyStep, phases: list[AnyStep], closing: list[AnyStep], final_scoring: FinalScoring
    ) -> None:
        super().__init__()
        self.last: Final[i64] = last
        self.bids: Final = bids
        self.phases: Final = phases
        self.closing: Final = closing
        self.final_scoring: Final = final_scoring

    def parts(self) -> list[AnyStep]:
        return [self.bids, *self.phases, *self.closing]

    def frame(self, seat: i64) -> Frame:
        return AgeTurn(self.index, NOBODY, 0, 0)

    def arrive(self, table: Table, frame: AgeTurn) -> bool:
        state = table.state
        if state.round == 0:
            self.begin(table, 1)
        elif frame.rank < state.seats:
            self.turn(table, frame, state.order[frame.rank])
        elif age(table).number < self.last:
            self.begin(table, age(table).number + 1)
        elif frame.phase < len(self.closing):
            table.replace_top(AgeTurn(self.index, NOBODY, frame.rank, frame.phase + 1))
            table.open(self.closing[frame.phase].frame(state.order[0]))
        else:
            self.final_scoring.end(table)
        return False

    def begin(self, table: Table, number: i64) -> None:
        """Begin an age and open its bids."""
        table.note(AgeBegan(number, table.state.round + 1))
        table.replace_top(AgeTurn(self.index, NOBODY, 0, 0))
        table.open(self.bids.frame(NOBODY))

    def turn(self, table: Table, frame: AgeTurn, seat: i64) -> None:
        """Open the next phase of a turn; end the turn if the seat has left the game."""
        if frame.phase >= len(self.phases) or not table.state.is_alive(seat):
            table.replace_top(AgeTurn(self.index, NOBODY, frame.rank + 1, 0))
            return
        if frame.phase == 0:
            table.note(TurnBegan(seat, table.state.round))
            table.note(TurnCleared())
        table.replace_top(AgeTurn(self.index, seat, frame.rank, frame.phase + 1))
        table.open(self.phases[frame.phase].frame(seat))


def cut_turn(table: Table) -> None:
    """End the turn at once and drop its remaining decisions."""
    for _ in range(len(table.state.agenda) - 1):
        table.close()


@mypyc_attr(allow_interpreted_subclasses=True)
class LastLeft(Ending):
    """End the game as soon as one seat is left, even during another seat's turn."""

    def is_settled(self, table: Table) -> bool:
        """Return True if nothing is pending that could eliminate the last seat too."""
        return True

    def check(self, table: Table) -> None:
        state = table.state
        if state.fallen == state.seats - 1 and self.is_settled(table):
            for seat in range(state.seats):
                if state.is_alive(seat):
                    table.note(GameEnded(bit(seat), "end.survivor"))
