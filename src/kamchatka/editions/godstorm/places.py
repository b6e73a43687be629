"""The places of the joined board: the Ancient Earth, the Underworld below it, and the five heavens."""

from typing import Final

from mypy_extensions import i64

from kamchatka.editions.godstorm.state import edition_state
from kamchatka.kernel.bits import has
from kamchatka.kernel.table import Table

LANDS: Final = 42  # number of territories of the Ancient Earth: places 0 to 41
SPACES: Final = 55  # number of spaces of the Underworld: places 42 to 54
HEAVENS: Final = 55  # followed by one heaven per pantheon, in the order of the pantheons
CONTINENTS: Final = 6  # zones 0 to 5; the Underworld has zones of its own
ATLANTIS: Final = 4  # the zone that a miracle can sink
GATES: Final = (42, 45, 49)
CRYPTS: Final = (43, 46, 48, 51)
ALTARS: Final = (44, 50)


def heaven_of(table: Table, seat: i64) -> i64:
    """Return the heaven of a seat's pantheon."""
    return HEAVENS + table.state.colour[seat]


def is_sunk(table: Table, place: i64) -> bool:
    """Return True if the place has sunk (god.info.18)."""
    return edition_state(table).sunk and table.board.zone[place] == ATLANTIS


def is_open(table: Table, source: i64, target: i64) -> bool:
    """Return True if the way between two linked places is open: no maelstrom and no sunken land (god.invade.5)."""
    own = edition_state(table)
    if own.sunk and ATLANTIS in (table.board.zone[source], table.board.zone[target]):
        return False
    return not (has(own.maelstrom, source) and has(own.maelstrom, target))


def neighbours(table: Table, place: i64) -> list[i64]:
    """Return the places one step away over open links."""
    board = table.board
    return [
        board.links[i]
        for i in range(board.first[place], board.first[place + 1])
        if is_open(table, place, board.links[i])
    ]


def lands_of(table: Table, seat: i64) -> i64:
    """Count the seat's territories of the Ancient Earth: all its places except those below."""
    base = seat * table.board.zones
    lands = table.state.lands[seat]
    for zone in range(i64(CONTINENTS), table.board.zones):
        lands -= table.state.held[base + zone]
    return lands


def holds_continent(table: Table, seat: i64, zone: i64) -> bool:
    """Return True if the seat controls every territory of a continent. Sunken land has no owner."""
    return table.state.held[seat * table.board.zones + zone] == table.board.zone_size[zone]


def count_controlled(table: Table, seat: i64, spaces: tuple[int, ...]) -> i64:
    """Count the seat's places among these spaces, such as crypts or altars."""
    count: i64 = 0
    for place in spaces:
        if table.state.owner[place] == seat:
            count += 1
    return count
