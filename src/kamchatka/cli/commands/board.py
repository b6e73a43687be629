"""`kamchatka board`: draw a board, empty or with a position, as an image or a poster."""

from pathlib import Path
from typing import Annotated

import typer

from kamchatka.boards.drawing import Position, draw
from kamchatka.boards.geometry import Geometry, load
from kamchatka.boards.poster import save
from kamchatka.editions import edition, find_drawn_board
from kamchatka.kernel.edges.notation import parse_position
from kamchatka.kernel.problem import Problem
from kamchatka.match.drawn_position import standing
from kamchatka.texts.language import language


def board(
    name: Annotated[
        str, typer.Argument(help="The board of an edition: planisphere, moon …; an unknown name lists them.")
    ],
    out: Annotated[Path, typer.Option("--out", help="The file to write: .svg, .png or .pdf.")],
    position: Annotated[
        str | None, typer.Option("--position", help="A position in notation, or a file that holds one.")
    ] = None,
    theme: Annotated[str, typer.Option("--theme", help="light, dark, colour-blind, high-contrast or print.")] = "light",
    lang: Annotated[str | None, typer.Option("--lang", help="it or en; by default that of the locale.")] = None,
    width: Annotated[int, typer.Option("--width", min=200, max=12000, help="Width of a PNG in pixels.")] = 2400,
    legend: Annotated[bool, typer.Option(help="Title, zones and their worth in a corner.")] = True,
    optional: Annotated[bool, typer.Option(help="Lanes that a table option can switch off.")] = True,
) -> None:
    """Draw a board, empty or with a position on it."""
    shapes = load(name, find_drawn_board(name).package)
    standing = _standing(shapes, position) if position else None
    svg = draw(shapes, standing, theme=theme, language=language(lang), legend=legend, optional=optional)
    save(svg, shapes.size, out, width)


def _standing(shapes: Geometry, text: str) -> Position:
    """Convert a position in notation to what stands on this board."""
    text = _read(text)
    played = edition(text.partition("/")[0])
    game = played.game(played.table_rules({}))
    shown = standing(played, game, parse_position(game, text), shapes)
    if not shown.armies:
        boards = ", ".join(board.id for board in played.boards)
        raise Problem("board.other_position", boards=boards)
    return shown


def _read(text: str) -> str:
    """Return the position itself or, if the argument names a file, its content. No position is a valid file name."""
    if " " in text or not Path(text).is_file():
        return text
    return Path(text).read_text(encoding="utf-8").strip()
