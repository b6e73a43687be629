"""The reach of invasions: links, launches, landfalls, required commanders and truces."""

from mypy_extensions import i64

from kamchatka.editions.risk2210.state import MOON, NAVAL, SEA, SPACE, edition_state, units
from kamchatka.kernel.ages.age import has_piece
from kamchatka.kernel.bits import has
from kamchatka.kernel.table import Table


def reaches(table: Table, source: i64, target: i64) -> bool:
    """Return True if a place can be invaded from another: along a link, by a launch, or by a landfall from the Moon."""
    if table.board.adjacent(source, target):
        return True
    own = edition_state(table)
    if own.world.terrain[source] == MOON:
        return own.landfall[target] == 1
    return own.built[source] == 1 and target in own.world.landing


def why_out_of_reach(table: Table, source: i64, target: i64) -> str:
    """Return the clause that forbids a target because it is out of reach."""
    own = edition_state(table)
    terrain = own.world.terrain
    if terrain[source] == MOON and terrain[target] != MOON:
        pad = own.built[target] == 1 and source in own.world.landing
        return "invade.one_way" if pad else "invade.landfall"
    return "invade.launch" if terrain[source] != MOON and terrain[target] == MOON else "attack.adjacent"


def bars_target(table: Table, seat: i64, source: i64, target: i64) -> str:
    """Return the clause that forbids a seat to invade a place within reach, or ""."""
    defender = table.state.owner[target]
    if defender == seat:
        return "attack.enemy"
    own = edition_state(table)
    terrain = own.world.terrain
    if own.hazard[target]:
        return "invade.devastated"
    if defender >= 0 and has(own.truce, defender):
        return "invade.truce"
    if (terrain[source] == SEA or terrain[target] == SEA) and not has_piece(table, seat, NAVAL):
        return "invade.naval" if terrain[target] == SEA else "invade.naval_out"
    if (terrain[source] == MOON or terrain[target] == MOON) and not has_piece(table, seat, SPACE):
        return "invade.space" if terrain[target] == MOON else "invade.space_out"
    return ""


def bars_invasion(table: Table, seat: i64, source: i64, target: i64) -> str:
    """Return the clause that forbids an invasion, or ""."""
    size = table.board.size
    if not 0 <= source < size or table.state.owner[source] != seat:
        return "attack.own_place"
    if not 0 <= target < size or not reaches(table, source, target):
        return why_out_of_reach(table, source, target) if 0 <= target < size else "attack.adjacent"
    return "attack.leave_one" if units(table, source) < 2 else bars_target(table, seat, source, target)
