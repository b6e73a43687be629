"""Fortifying: paths through the seat's places, also between stations on Earth and landing sites on the Moon."""

from typing import final

from mypy_extensions import i64

from kamchatka.editions.risk2210.state import MOON, edition_state, units
from kamchatka.kernel.ages.age import pieces_at
from kamchatka.kernel.ages.age_facts import PiecePosted
from kamchatka.kernel.bits import members
from kamchatka.kernel.options import Action
from kamchatka.kernel.parties import Parties
from kamchatka.kernel.rules.move import Ways
from kamchatka.kernel.table import Table


def move_pieces(table: Table, seat: i64, target: i64, pieces: i64) -> None:
    """Move these commanders (bits) to a place."""
    for kind in members(pieces):
        table.note(PiecePosted(seat, kind, target))


@final
class WorldWays(Ways):
    """Move MODs and commanders through the seat's places.

    One unit must stay; a station isn't a unit (2210.fortify.7).
    """

    def beyond(self, table: Table, seat: i64, place: i64) -> list[i64]:
        own = edition_state(table)
        if own.world.terrain[place] != MOON:
            return [site for site in own.world.landing] if own.built[place] else []
        if place not in own.world.landing:
            return []
        return [pad for pad in range(table.board.size) if own.built[pad] and own.world.terrain[pad] != MOON]

    def can_spare(self, table: Table, seat: i64, place: i64) -> bool:
        return units(table, place) > 1

    def add(self, table: Table, seat: i64, source: i64, target: i64, parties: Parties) -> None:
        armies = table.state.armies[source]
        parties.add(source, target, 0, armies, pieces_at(table, source), 0, units(table, source) - 1)

    def lead(self, table: Table, seat: i64, source: i64, target: i64, pieces: i64) -> None:
        move_pieces(table, seat, target, pieces)

    def why(self, table: Table, seat: i64, action: Action) -> str:
        beyond = action.n > table.state.armies[action.at] or action.what & ~pieces_at(table, action.at)
        return "fortify.units" if beyond else "fortify.leave_one"
