"""Which drawn boards an edition is played on, and where their files are."""

from collections.abc import Iterator
from dataclasses import asdict
from functools import cache, lru_cache
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from kamchatka.boards.geometry import from_data
from kamchatka.editions import drawn_boards, edition
from kamchatka.texts import languages, translated


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
