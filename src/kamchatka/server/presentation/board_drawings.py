"""The drawn boards of each edition and their files."""

from collections.abc import Iterator
from dataclasses import asdict
from functools import cache, lru_cache
from importlib.resources.abc import Traversable

import msgspec

from kamchatka.boards.geometry import from_data
from kamchatka.editions import edition, find_drawn_boards
from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.texts import languages, translate


@cache
def boards_of(id: str) -> tuple[str, ...]:
    """Return the ids of the drawings, main board first: its sheets, or the boards that make up a joined sheet."""
    return tuple(board.id for board in edition(id).boards)


@lru_cache(maxsize=64)  # bounded, because clients may ask for boards that do not exist
def drawing(board: str, ending: str = "json") -> Traversable | None:
    """Return a board's file from the package that provides it; None if there is none."""
    found = find_drawn_boards().get(board)
    file = found.file(ending) if found else None
    return file if file is not None and file.is_file() else None


def add_languages(data: bytes) -> bytes:
    """Add missing languages to a drawn board's names. Names in the file stay as they are."""
    board = msgspec.json.decode(data)
    more = [language for language in languages() if language not in board["names"]]
    if not more:
        return data
    drawn = from_data(board)
    shapes = {**drawn.places, **drawn.heavens}
    for language in more:
        for names in _names(board):
            names[language] = translate(language, **names)
        for group in ("places", "heavens"):
            for place, shape in board[group].items():
                shape["labels"][language] = asdict(shapes[place].label(language))
    return msgspec.json.encode(board)


def _names(board: JsonObject) -> Iterator[dict[str, str]]:
    """Yield the names of the board, its zones and its captions."""
    yield board["names"]
    yield from (part["names"] for part in (*board["zones"].values(), *board["captions"]))
