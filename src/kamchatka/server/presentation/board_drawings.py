"""Which drawn boards an edition is played on, and where their files are."""

from functools import cache, lru_cache
from importlib.resources.abc import Traversable

from kamchatka.editions import drawn_boards, edition


@cache
def boards_of(id: str) -> tuple[str, ...]:
    """The drawings, main board first: its sheets, or the boards of which a joined sheet is made."""
    return tuple(board.id for board in edition(id).boards)


@lru_cache(maxsize=64)  # people may ask for boards that do not exist
def drawing(board: str, ending: str = "json") -> Traversable | None:
    """The file of a board, in the package that says it has it."""
    found = drawn_boards().get(board)
    file = found.file(ending) if found else None
    return file if file is not None and file.is_file() else None
