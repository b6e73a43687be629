"""Preparation with two seats: both place their own armies and neutral ones in turns."""

from typing import ClassVar, Final, final

from mypy_extensions import i64

from kamchatka.kernel.armies import own_places
from kamchatka.kernel.facts import ArmiesPlaced
from kamchatka.kernel.options import PLACE, Action, Options
from kamchatka.kernel.rules.neutral import NeutralsPlaced
from kamchatka.kernel.schema.fields import AMOUNT, Fields
from kamchatka.kernel.state import NOBODY, Frame, PublicFrame
from kamchatka.kernel.step import Step
from kamchatka.kernel.table import Table


@final
class Pairing(PublicFrame):
    """The number of its own and of neutral armies that a seat must still place in this go."""

    FIELDS: ClassVar[Fields] = {"own": AMOUNT, "neutral": AMOUNT}

    def __init__(self, step: i64, seat: i64, own: i64, neutral: i64) -> None:
        super().__init__(step, seat)
        self.own: Final[i64] = own
        self.neutral: Final[i64] = neutral


@final
class MusterWithNeutrals(Step[Pairing]):
    """In each go, a seat places two own armies and one neutral army, until all are placed."""

    def frame(self, seat: i64) -> Frame:
        return Pairing(self.index, seat, 2, 1)

    def arrive(self, table: Table, frame: Pairing) -> bool:
        state = table.state
        neutrals = state.edition_state.neutrals()
        if (frame.own > 0 and state.stock[frame.seat] > 0) or (frame.neutral > 0 and neutrals.stock > 0):
            return True
        other = state.after(frame.seat)
        if state.stock[other] > 0 or neutrals.stock > 0:
            table.replace_top(self.frame(other))
        else:
            table.close()
        return False

    def options(self, table: Table, frame: Pairing, seat: i64) -> Options:
        own = frame.own > 0 and table.state.stock[seat] > 0
        spots = own_places(table, seat, PLACE, frame.own) if own else own_places(table, NOBODY, PLACE, frame.neutral)
        return Options().add(spots)

    def act(self, table: Table, frame: Pairing, seat: i64, action: Action) -> None:
        if table.state.owner[action.at] == NOBODY:
            table.replace_top(Pairing(self.index, seat, frame.own, frame.neutral - action.n))
            table.note(NeutralsPlaced(action.at, action.n))
        else:
            table.replace_top(Pairing(self.index, seat, frame.own - action.n, frame.neutral))
            table.note(ArmiesPlaced(seat, action.at, action.n))

    def why(self, table: Table, frame: Pairing, seat: i64, action: Action) -> str:
        if action.verb != PLACE:
            return "turn.not_now"
        if not 0 <= action.at < table.board.size or table.state.owner[action.at] == table.state.after(seat):
            return "muster.own_places"
        if table.state.owner[action.at] == NOBODY and frame.own > 0:
            return "muster.neutral_last"
        return "muster.pairs"
