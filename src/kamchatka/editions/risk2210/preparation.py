"""Preparation: the land in play, the first energy, and the neutral army in games for two."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.editions.risk2210.pieces.energy import gain
from kamchatka.editions.risk2210.state import LAND, MOON, SEA, edition_state, terrain_of
from kamchatka.kernel.ports import Territories
from kamchatka.kernel.rules.neutral import NeutralsMustered, NeutralsPlaced
from kamchatka.kernel.state import Frame
from kamchatka.kernel.step import Step
from kamchatka.kernel.table import Table

FIRST_ENERGY: Final = 3
NEUTRAL_MODS: Final = 3  # armies on every neutral territory
NEUTRAL_PLACES: Final = ((LAND, 16), (SEA, 6), (MOON, 6))


@final
class UndevastatedLand(Territories):
    """The land territories that aren't devastated. Sea and Moon start empty (2210.setup.12)."""

    def holds(self, table: Table, place: i64) -> bool:
        return terrain_of(table, place) == LAND and not edition_state(table).hazard[place]


@final
class FirstEnergy(Step[Frame]):
    """Give every seat three energy."""

    def arrive(self, table: Table, frame: Frame) -> bool:
        table.close()
        for seat in range(table.state.seats):
            gain(table, seat, FIRST_ENERGY, "setup.energy")
        return False


@final
class NeutralForces(Step[Frame]):
    """Place the neutral army by drawing territory cards, which go back into their decks (2210.two_player.2-3)."""

    def arrive(self, table: Table, frame: Frame) -> bool:
        table.close()
        total: i64 = 0
        for _, count in NEUTRAL_PLACES:
            total += count * NEUTRAL_MODS
        table.note(NeutralsMustered(total))
        for terrain, count in NEUTRAL_PLACES:
            deck = [
                place
                for place in range(table.board.size)
                if terrain_of(table, place) == terrain and not edition_state(table).hazard[place]
            ]
            for _ in range(count):
                table.note(NeutralsPlaced(deck.pop(table.chance.below(len(deck))), NEUTRAL_MODS))
        return False
