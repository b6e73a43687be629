"""Which drawn boards an edition is played on, and where their files are."""

from collections.abc import Iterator
from dataclasses import asdict
from functools import cache, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from kamchatka.boards.geometry import BOARDS, from_data, load
from kamchatka.editions import EDITIONS, edition
from kamchatka.texts import languages, translated

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


def named_in_all_languages(data: bytes) -> bytes:
    """A drawn board with its names in every language that is spoken; those that the file has stay as they are."""
    board = msgspec.json.decode(data)
    more = [language for language in languages() if language not in board["names"]]
    if not more:
        return data
    drawn = from_data(board)
    shapes = {**drawn.places, **drawn.heavens}
    for language in more:
        for names in _names(board):
            names[language] = translated(language, **names)
        for group in ("places", "heavens"):
            for place, shape in board[group].items():
                shape["labels"][language] = asdict(shapes[place].label(language))
    return msgspec.json.encode(board)


def _names(board: dict[str, Any]) -> Iterator[dict[str, str]]:
    """Of the board, its zones and its captions."""
    yield board["names"]
    yield from (part["names"] for part in (*board["zones"].values(), *board["captions"]))
