"""Common arguments and output of the `kamchatka tournament` commands."""

import getpass
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kamchatka.kernel.text import Worded
from kamchatka.texts import languages

FileArgument = Annotated[Path, typer.Argument(help="The file of the event.")]
Lang = Annotated[str | None, typer.Option("--lang", help="it or en; by default that of the locale.")]
Who = Annotated[str | None, typer.Option("--who", help="Who does it, for the trail; by default the user.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
RoundOption = Annotated[int | None, typer.Option("--round", help="The round; by default the last one drawn.")]


def doer(who: str | None) -> str:
    """Return the name of the organiser, which the trail records."""
    if who is not None:
        return who
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""


def print_json(value: object) -> None:
    """Print data for other programs."""
    typer.echo(msgspec.json.format(msgspec.json.encode(value, enc_hook=_in_every_language), indent=2))


def _in_every_language(value: object) -> dict[str, str]:
    if isinstance(value, Worded):
        return {language: value.text(language) for language in languages()}
    raise NotImplementedError(type(value))


def grid(columns: str, rows: list[list[str]], title: str = "") -> None:
    """Print a table. `columns` are comma-separated; a leading # marks a numeric column."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, title=title or None, title_justify="left")
    for name in columns.split(","):
        table.add_column(name.removeprefix("#"), justify="right" if name.startswith("#") else "left")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    Console(highlight=False).print(table)
