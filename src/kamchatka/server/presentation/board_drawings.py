"""Which drawn boards an edition is played on, and where their files are."""

from functools import cache, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable

from kamchatka.boards.geometry import BOARDS, load
from kamchatka.editions import EDITIONS, edition

COMMON = "kamchatka.boards"


@cache
def boards_of(id: str) -> tuple[str, ...]:
    """The drawings, main board first: its sheets, or the boards that a joined sheet holds whole."""
    sheets = [sheet.id for sheet in edition(id).sheets]
    if all(drawing(sheet) for sheet in sheets):
        return tuple(sheets)
    places = {place.id for sheet in edition(id).sheets for place in sheet.places}
    return tuple(board for board in BOARDS if set(load(board).places) <= places)


@lru_cache(maxsize=64)  # people may ask for boards that do not exist
def drawing(board: str, ending: str = "json") -> Traversable | None:
    """The file of a board: one of ours, or one beside the edition that is played on it."""
    own = (one.home for one in EDITIONS.values() if any(sheet.id == board for sheet in one.sheets))
    packages = (COMMON,) if board in BOARDS else tuple(own)
    files = (resources.files(package).joinpath(f"{board}.{ending}") for package in packages)
    return next((file for file in files if file.is_file()), None)
