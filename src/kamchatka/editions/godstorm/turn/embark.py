"""Step 8: armies leave heaven for the Underworld (god.embark)."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.editions.godstorm.invasion.capture import Arrival
from kamchatka.editions.godstorm.invasion.forces import is_empty
from kamchatka.editions.godstorm.places import GATES, HEAVENS, LANDS, heaven_of
from kamchatka.kernel.facts import ArmiesMoved
from kamchatka.kernel.options import MOVE, PASS, Action, Options, Pairs
from kamchatka.kernel.ports import OptionalAction
from kamchatka.kernel.state import Frame
from kamchatka.kernel.step import AnyStep, Step
from kamchatka.kernel.table import Table


@final
class Embark(Step[Frame]):
    """Move any number of armies from the seat's heaven to its own spaces and to empty gates."""

    def __init__(self, arrival: Arrival, optional_action: OptionalAction) -> None:
        super().__init__()
        self.arrival: Final = arrival
        self.optional_action: Final = optional_action

    def parts(self) -> list[AnyStep]:
        return self.optional_action.parts()

    def arrive(self, table: Table, frame: Frame) -> bool:
        if self.moves(table, frame.seat).count() > 0 or self.optional_action.asks(table, frame.seat, 0):
            return True
        table.close()
        return False

    def moves(self, table: Table, seat: i64) -> Pairs:
        """Return the possible moves of the armies in heaven."""
        pairs = Pairs(MOVE)
        heaven = heaven_of(table, seat)
        armies = table.state.armies[heaven]
        for space in range(i64(LANDS), i64(HEAVENS)):
            if armies > 0 and self.is_open(table, seat, space):
                pairs.add(heaven, space, 1, armies)
        return pairs

    def is_open(self, table: Table, seat: i64, space: i64) -> bool:
        """Return True for the seat's own spaces and for free gates (god.embark.2-5)."""
        return table.state.owner[space] == seat or (space in GATES and is_empty(table, space))

    def options(self, table: Table, frame: Frame, seat: i64) -> Options:
        options = Options().add(self.moves(table, seat))
        self.optional_action.offer(table, seat, 0, options)
        return options.may(PASS)

    def act(self, table: Table, frame: Frame, seat: i64, action: Action) -> None:
        if action.verb == PASS:
            table.close()
        elif action.verb != MOVE:
            self.optional_action.act(table, seat, action)
        elif table.state.owner[action.to] == seat:
            table.note(ArmiesMoved(action.at, action.to, action.n))
        else:
            self.arrival.enter(table, seat, action.at, action.to, action.n, 0)

    def why(self, table: Table, frame: Frame, seat: i64, action: Action) -> str:
        if action.verb != MOVE:
            return self.optional_action.why(table, seat, 0, action)
        if action.at != heaven_of(table, seat):
            return "embark.heaven_only"
        if not LANDS <= action.to < HEAVENS or not self.is_open(table, seat, action.to):
            return "embark.held" if action.to in GATES else "embark.gates"
        return "embark.armies"
