"""The deal: a die decides how many territories and armies a seat receives in its go."""

from typing import final

from kamchatka.kernel.facts import ArmiesGranted, ArmiesPlaced, Dealt, DieThrown
from kamchatka.kernel.state import Frame
from kamchatka.kernel.step import Step
from kamchatka.kernel.table import Table


@final
class DealByDice(Step[Frame]):
    """Deal in turn order from the first seat until no place is left, with one army on each place."""

    def arrive(self, table: Table, frame: Frame) -> bool:
        table.close()
        seat = frame.seat
        deck = [place for place in range(table.board.size)]
        while deck:
            pips = table.die()
            table.note(DieThrown(seat, pips))
            due = min(pips, len(deck))
            table.note(ArmiesGranted(seat, due, "muster.stock"))
            for _ in range(due):
                place = deck.pop(table.chance.below(len(deck)))
                table.note(Dealt(place, seat))
                table.note(ArmiesPlaced(seat, place, 1))
            seat = table.state.after(seat)
        return False
