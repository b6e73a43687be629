"""Elimination: a seat with nothing left is out, with all its pending effects. The last seat wins."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.editions.risk2210.battle.battle import FOUGHT, Assault
from kamchatka.editions.risk2210.cards.card_facts import TerritorySpent
from kamchatka.editions.risk2210.cards.orders import Resolving
from kamchatka.editions.risk2210.pieces.energy import pay
from kamchatka.editions.risk2210.state import Calamity, edition_state, terrain_of, unit_total, units
from kamchatka.kernel.ages.age_facts import CardGivenUp, Razed
from kamchatka.kernel.facts import Eliminated, Vacated
from kamchatka.kernel.ports import Ending
from kamchatka.kernel.rules.ages import LastLeft
from kamchatka.kernel.table import Table


def striker(table: Table) -> i64:
    """Return the seat that causes an elimination now: the player of the current card, else the seat in turn."""
    for frame in reversed(table.state.agenda):
        if isinstance(frame, Resolving):
            return frame.seat
    return table.state.turn


def is_being_taken(table: Table, seat: i64) -> bool:
    """Return True if dice have just emptied a place of the seat.

    The place and its station are taken before the seat is eliminated.
    """
    for frame in table.state.agenda:
        if isinstance(frame, Assault) and frame.stage == FOUGHT and table.state.owner[frame.target] == seat:
            return units(table, frame.target) == 0
    return False


@final
class Exile(Ending):
    """After every change, eliminate seats that control nothing (or, as a table option, have no units)."""

    def __init__(self, station_keeps_in: bool) -> None:
        self.station_keeps_in: Final = station_keeps_in

    def check(self, table: Table) -> None:
        state = table.state
        if state.round > 0:
            for seat in range(state.seats):
                if self.is_beaten(table, seat) and state.is_alive(seat):
                    self.banish(table, seat)

    def is_beaten(self, table: Table, seat: i64) -> bool:
        """Return True if the seat is out."""
        if self.station_keeps_in:
            return table.state.lands[seat] == 0
        return unit_total(table, seat) == 0 and not is_being_taken(table, seat)

    def banish(self, table: Table, seat: i64) -> None:
        """Remove the seat's stations, cards, energy and promises from the game (2210.elimination.2-4)."""
        state = table.state
        own = edition_state(table)
        table.note(Eliminated(seat, striker(table)))
        for place in range(table.board.size):
            if state.owner[place] == seat:
                table.note(Razed(place))
                table.note(Vacated(place))
            if own.card[place] == seat:
                table.note(TerritorySpent(seat, terrain_of(table, place), place))
        for card in range(i64(len(state.cards))):
            if state.cards[card] == seat:
                table.note(CardGivenUp(seat, card))
        pay(table, seat, own.purse[seat], "elimination.energy")


@final
class LastCommand(LastLeft):
    """End the game for the last seat, once no effect is pending that may eliminate it too."""

    def is_settled(self, table: Table) -> bool:
        for frame in table.state.agenda:
            if isinstance(frame, Calamity):
                return False
        return True
