"""The strategic move."""
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.armies import can_leave
from kamchatka.kernel.facts import ArmiesMoved
from kamchatka.kernel.options import ATTACK, MOVE, PASS, Action, Options, Pairs
from kamchatka.kernel.state import Frame
from kamchatka.kernel.step import Step
from kamchatka.kernel.table import Table


@mypyc_attr(allow_interpreted_subclasses=True)
class Garrison:
    """How many armies must stay in a place that others leave: one."""

    def __init__(self, clause: str = "move.leave_one") -> None:
        self.clause: Final = clause                     # why no more may leave

    def stays(self, table: Table, place: i64) -> i64:
        """The armies that must stay."""
        return 1


@final
class StrategicMove(Step[Frame]):
    """One move between two neighbouring places of one's own, leaving a garrison; or none."""

    def __init__(self, garrison: Garrison | None = None) -> None:
        super().__init__()
        self.garrison: Final = garrison or Garrison()

    def arrive(self, table: Table, frame: Frame) -> bool:
        if can_leave(table, frame.seat):
            return True
        table.close()
        return False

    def options(self, table: Table, frame: Frame, seat: i64) -> Options:
        board = table.board
        owner = table.state.owner
        armies = table.state.armies
        pairs = Pairs(MOVE)
        for source in range(board.size):
            if owner[source] == seat and armies[source] > 1:
                most = armies[source] - self.garrison.stays(table, source)
                for i in range(board.first[source], board.first[source + 1]):
                    target = board.links[i]
                    if owner[target] == seat and most > 0:
                        pairs.add(source, target, 1, most)
        return Options().add(pairs).may(PASS)

    def act(self, table: Table, frame: Frame, seat: i64, action: Action) -> None:
        table.close()
        if action.verb == MOVE:
            table.note(ArmiesMoved(action.at, action.to, action.n))

    def why(self, table: Table, frame: Frame, seat: i64, action: Action) -> str:
        return why_no_move(table, seat, action, self.garrison.clause)


def why_no_move(table: Table, seat: i64, action: Action, too_many: str) -> str:
    """The clause that forbids a move; `too_many` is the one for armies that must stay besides the last."""
    owner = table.state.owner
    source = action.at
    target = action.to
    if action.verb != MOVE:
        return "move.after_combat" if action.verb == ATTACK else "turn.not_now"
    if not 0 <= source < table.board.size or owner[source] != seat:
        return "move.own_places"
    if not table.board.adjacent(source, target):
        return "move.adjacent"
    if owner[target] != seat:
        return "move.own_places"
    return too_many if 0 < action.n < table.state.armies[source] else "move.leave_one"
