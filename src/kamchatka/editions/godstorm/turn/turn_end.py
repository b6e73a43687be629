"""Steps of a turn without decisions: plague (god.plague) and the end of the turn (god.turn_end)."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.editions.godstorm.armies.casualties import Afterlife, strike_with_plague
from kamchatka.editions.godstorm.gods.labours import Labours
from kamchatka.editions.godstorm.places import LANDS
from kamchatka.editions.godstorm.state import is_plagued
from kamchatka.kernel.state import Frame
from kamchatka.kernel.step import Step
from kamchatka.kernel.table import Table


@final
class Plague(Step[Frame]):
    """Step 5: halve armies, rounding losses down, and banish gods in the plagued territories of the seat in turn."""

    def __init__(self, afterlife: Afterlife) -> None:
        super().__init__()
        self.afterlife: Final = afterlife

    def arrive(self, table: Table, frame: Frame) -> bool:
        table.close()
        for place in range(i64(LANDS)):
            if table.state.owner[place] == frame.seat and is_plagued(table, place):
                strike_with_plague(table, place, table.state.armies[place], self.afterlife)
        return False


@final
class TurnEnd(Step[Frame]):
    """Step 10: draw a Death card if the seat holds a crypt and has the Death god in play."""

    def __init__(self, labours: Labours) -> None:
        super().__init__()
        self.labours: Final = labours

    def arrive(self, table: Table, frame: Frame) -> bool:
        table.close()
        self.labours.turn_ends(table, frame.seat)
        return False
