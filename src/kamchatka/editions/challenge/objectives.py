"""The objectives of the tournament game: the places marked on a card."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.kernel.board import Board
from kamchatka.kernel.rules.objectives import Demand, Objective
from kamchatka.kernel.table import Table


@final
class HoldMarked(Objective):
    """Hold every place marked on the card."""

    def __init__(self, places: list[int]) -> None:
        super().__init__(Demand(places=places))
        self.places: Final = vec[i64](places)

    def least(self, board: Board) -> i64:
        return i64(len(self.places))

    def is_met(self, table: Table, seat: i64) -> bool:
        for place in self.places:
            if table.state.owner[place] != seat:
                return False
        return True

    def marks(self, board: Board) -> list[int]:
        return [int(place) for place in self.places]

    def points(self, table: Table, seat: i64) -> i64:
        """Sum the values of the marked places that the seat holds."""
        total: i64 = 0
        for place in self.places:
            if table.state.owner[place] == seat:
                total += table.board.value[place]
        return total
