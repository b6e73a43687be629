"""Turns: the phases in order, and the choice of the next seat."""

from typing import ClassVar, Final, final

from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.facts import TurnBegan
from kamchatka.kernel.schema.fields import NUMBER, Fields
from kamchatka.kernel.state import NOBODY, Frame, PublicFrame
from kamchatka.kernel.step import AnyStep, Step
from kamchatka.kernel.table import Table

OVER: Final = 99  # returned instead of a phase to cut the turn short


@mypyc_attr(free_list_len=1)
@final
class Turn(PublicFrame):
    """The bottom frame of the agenda. `phase` is the next phase to open."""

    FIELDS: ClassVar[Fields] = {"phase": NUMBER}

    def __init__(self, step: i64, seat: i64, phase: i64) -> None:
        super().__init__(step, seat)
        self.phase: Final[i64] = phase


@mypyc_attr(allow_interpreted_subclasses=True)
class TurnOrder:
    """The order of play. The game goes on forever; editions with a last round override this."""

    def following(self, table: Table, seat: i64) -> i64:
        """Return the next seat, or NOBODY if the game has just ended."""
        return table.state.next_alive(seat)


def last_seat(table: Table) -> i64:
    """Return the seat that closes a round, which is the one before the first."""
    state = table.state
    return state.order[(state.rank(state.first) + state.seats - 1) % state.seats]


@final
class Turns(Step[Turn]):
    """Run the phases of each turn. A round ends when play passes the first seat."""

    def __init__(self, phases: list[AnyStep], turn_order: TurnOrder) -> None:
        super().__init__()
        self.phases: Final = phases
        self.turn_order: Final = turn_order

    def parts(self) -> list[AnyStep]:
        return self.phases

    def frame(self, seat: i64) -> Frame:
        return Turn(self.index, seat, 0)

    def arrive(self, table: Table, frame: Turn) -> bool:
        state = table.state
        seat = frame.seat
        phase = frame.phase
        if state.round == 0:
            table.note(TurnBegan(seat, 1))
        elif phase >= len(self.phases):
            seat = self.turn_order.following(table, frame.seat)
            if seat == NOBODY:
                return False
            round = state.round + 1 if state.passes(frame.seat, seat, last_seat(table)) else state.round
            table.note(TurnBegan(seat, round))
            phase = 0
        table.replace_top(Turn(self.index, seat, phase + 1))
        table.open(self.phases[phase].frame(seat))
        return False
