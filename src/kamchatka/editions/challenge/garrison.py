"""Dice and garrisons of the tournament game: never fewer dice than the defender, two tanks next to an enemy."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.kernel.battle import Battle, Limit, OccupationLimits
from kamchatka.kernel.rules.move import Garrison
from kamchatka.kernel.table import Table


@final
class NeverFewer(Limit):
    """Forbid attacks with fewer dice than the defender will roll."""

    def __init__(self, defender: i64) -> None:
        super().__init__("attack.fewer_dice")
        self.defender: Final[i64] = defender

    def bites(self, table: Table) -> bool:
        return True

    def most(self, table: Table, source: i64, target: i64, most: i64) -> i64:
        return most if most >= min(self.defender, table.state.armies[target]) else 0


def borders_enemy(table: Table, place: i64) -> bool:
    """Return True if a land or sea link joins the place to another seat's place."""
    board = table.board
    owner = table.state.owner
    for i in range(board.first[place], board.first[place + 1]):
        if owner[board.links[i]] != owner[place]:
            return True
    return False


@final
class BorderGarrison(Garrison):
    """Keep `tanks` armies in a place that borders an enemy, and one army in any other place."""

    def __init__(self, tanks: i64) -> None:
        super().__init__("move.garrison")
        self.tanks: Final[i64] = tanks

    def stays(self, table: Table, place: i64) -> i64:
        return self.tanks if borders_enemy(table, place) else 1


@final
class GarrisonedOccupation(OccupationLimits):
    """Limit how many armies may follow those of the last roll, so that a garrison stays.

    With `only_four_three` the garrison also limits the armies of the last roll, unless four tanks attacked with
    three dice. At least one army must always enter.
    """

    def __init__(self, garrison: Garrison, only_four_three: bool) -> None:
        super().__init__("conquest.garrison")
        self.garrison: Final = garrison
        self.only_four_three: Final = only_four_three

    def least(self, table: Table, battle: Battle) -> i64:
        armies = table.state.armies[battle.source]
        if self.only_four_three and armies != 4:  # four tanks always throw three dice
            return max(1, min(battle.dice, armies - self.garrison.stays(table, battle.source)))
        return battle.dice

    def most(self, table: Table, battle: Battle) -> i64:
        armies = table.state.armies[battle.source]
        return max(self.least(table, battle), armies - self.garrison.stays(table, battle.source))
