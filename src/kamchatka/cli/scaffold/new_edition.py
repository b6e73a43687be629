"""`kamchatka new-edition`: make a package with a small game that passes `kamchatka check`."""

import re
from importlib import resources
from pathlib import Path
from typing import Annotated

import typer

from kamchatka.boards import sketch
from kamchatka.editions import EDITIONS
from kamchatka.kernel.problem import Problem
from kamchatka.texts import phrases
from kamchatka.texts.language import language

NAME = re.compile(r"[a-z][a-z0-9_]{0,30}")
TEMPLATES = "kamchatka.cli.scaffold"  # the game that docs/add-an-edition.md builds
ENDING = ".template"


def new_edition(
    name: Annotated[str, typer.Argument(help="Its name: small letters, digits and underscores.")],
    folder: Annotated[Path | None, typer.Option("--folder", help="Where to write it; by default ./NAME.")] = None,
    lang: Annotated[str | None, typer.Option("--lang", help="it or en; by default that of the locale.")] = None,
) -> None:
    """Make the package of a new edition: a small game that can be played at once, to change step by step."""
    if not NAME.fullmatch(name):
        raise Problem("edition.bad_name", name=name)
    if name in EDITIONS:
        raise Problem("edition.taken", name=name)
    home = folder or Path(name)
    if home.exists():
        raise Problem("edition.folder_exists", path=str(home))
    write_package(name, home)
    typer.echo(phrases(language(lang)).say("new_edition", "done", name=name, folder=str(home)))


def write_package(name: str, home: Path) -> None:
    """Write all files of the package and draw its board."""
    package = home / "src" / f"kamchatka_{name}"
    package.mkdir(parents=True)
    paths = {
        "pyproject.toml": home / "pyproject.toml",
        "edition.py": package / "__init__.py",
        "board.toml": package / f"{name}.toml",
    }
    for template in resources.files(TEMPLATES).iterdir():
        if template.name.endswith(ENDING):
            file = template.name.removesuffix(ENDING)
            text = fill_in(template.read_text(encoding="utf-8"), name)
            paths.get(file, package / file).write_text(text, encoding="utf-8")
    sketch.write(package / f"{name}.toml")


def fill_in(template: str, name: str) -> str:
    """Replace Atoll, the name of the templates' game, by the new name.

    >>> fill_in('name = "Atollo"; ATOLL = "kamchatka-atoll"', "two_seas")
    'name = "Two seas"; TWO_SEAS = "kamchatka-two-seas"'
    """
    title = name.replace("_", " ").capitalize()
    dashed = "kamchatka-" + name.replace("_", "-")
    template = template.replace("kamchatka-atoll", dashed).replace("ATOLL", name.upper())
    return template.replace("Atollo", title).replace("Atoll", title).replace("atoll", name)
