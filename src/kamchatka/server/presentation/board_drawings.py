"""Which drawn boards an edition is played on."""

from functools import cache

from kamchatka.boards.geometry import BOARDS, load
from kamchatka.editions import edition


@cache
def boards_of(id: str) -> tuple[str, ...]:
    """The drawings, main board first: its sheets, or the boards that a joined sheet holds whole."""
    sheets = [sheet.id for sheet in edition(id).sheets]
    if all(sheet in BOARDS for sheet in sheets):
        return tuple(sheets)
    places = {place.id for sheet in edition(id).sheets for place in sheet.places}
    return tuple(board for board in BOARDS if set(load(board).places) <= places)
