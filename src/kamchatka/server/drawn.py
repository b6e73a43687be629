"""Which drawn boards an edition is played on."""

from functools import cache

from kamchatka.editions import edition


@cache
def boards_of(id: str) -> tuple[str, ...]:
    """The drawings, main board first: its sheets, or the boards of which a joined sheet is made."""
    return tuple(board.id for board in edition(id).boards)
