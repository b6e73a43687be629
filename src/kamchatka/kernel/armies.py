"""Army counts and options that several rule modules share."""

from mypy_extensions import i64

from kamchatka.kernel.bits import has
from kamchatka.kernel.facts import ArmiesForgone, ArmiesGranted
from kamchatka.kernel.options import COLOUR, Choice, Spots
from kamchatka.kernel.table import Table


def forces(table: Table, seat: i64) -> i64:
    """Count a seat's armies on the board."""
    state = table.state
    armies: i64 = 0
    for place in range(table.board.size):
        if state.owner[place] == seat:
            armies += state.armies[place]
    return armies


def grant(table: Table, seat: i64, armies: i64, cap: i64, clause: str) -> None:
    """Grant armies to a seat. `cap` limits its armies on the board and in hand together (0: no limit)."""
    if cap > 0:
        room = max(0, cap - forces(table, seat) - table.state.stock[seat])
        if armies > room:
            table.note(ArmiesForgone(seat, armies - room))
            armies = room
    if armies > 0:
        table.note(ArmiesGranted(seat, armies, clause))


def can_leave(table: Table, seat: i64) -> bool:
    """Return True if any place of the seat holds more than the one army that must stay."""
    owner = table.state.owner
    armies = table.state.armies
    for place in range(table.board.size):
        if armies[place] > 1 and owner[place] == seat:
            return True
    return False


def own_places(table: Table, seat: i64, verb: i64, most: i64) -> Spots:
    """Return the choice of one of the seat's places, with an amount from 1 to `most`."""
    spots = Spots(verb, 1, most)
    owner = table.state.owner
    for place in range(table.board.size):
        if owner[place] == seat:
            spots.add(place)
    return spots


def free_colours(table: Table, colours: i64, retired: i64 = 0) -> Choice:
    """Return the colours that no seat has, out of the first `colours`. Only old games use `retired` ones (bits)."""
    free = Choice(COLOUR)
    for colour in range(colours):
        if colour not in table.state.colour and not has(retired, colour):
            free.add(colour)
    return free
