"""Test an edition of another package before it is offered, so that its errors affect no other game."""

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from traceback import extract_tb

from kamchatka.boards import geometry
from kamchatka.editions.edition import Edition


class BrokenFile(ValueError):
    """A file of an edition can't be used. The message begins with the file's name."""


def probe(edition: Edition) -> None:
    """Read every file of an edition and compose its game. Errors propagate, so that its authors see them first."""
    with _naming("rulebook.toml"):
        _check_options(edition)
    with _naming("page.toml"):
        _ = edition.page
    for file in resources.files(edition.home).iterdir():
        if file.name.startswith("words_") and file.name.endswith(".toml"):
            with _naming(file.name):
                tomllib.loads(file.read_text(encoding="utf-8"))
    for sheet in edition.boards:
        with _naming(f"{sheet.id}.json"):
            geometry.load(sheet.id, sheet.package)
    edition.game(edition.table_rules({}))


def _check_options(edition: Edition) -> None:
    """Raise a ValueError if an option of the booklet isn't a field of the rules."""
    missing = {option.name for option in edition.options} - set(edition.rules.__struct_fields__)
    if missing:
        raise ValueError(f"{edition.rules.__name__} has no field for the options {', '.join(sorted(missing))}")


@contextmanager
def _naming(file: str) -> Iterator[None]:
    """Put the name of a file before the message of any exception."""
    try:
        yield
    except Exception as error:
        raise BrokenFile(f"{file}: {error}") from error


def describe_failure(error: Exception, package: str) -> str:
    """Say what is wrong and where: the file and line in the package that raised the error, if there is one.

    >>> describe_failure(BrokenFile("rulebook.toml: expected `str`"), "kamchatka_atoll")
    'rulebook.toml: expected `str`'
    """
    if isinstance(error, BrokenFile):
        return str(error)
    what = f"{type(error).__name__}: {error}"
    if isinstance(error, SyntaxError) and error.filename:
        return f"{Path(error.filename).name}:{error.lineno}: {type(error).__name__}: {error.msg}"
    frames = [
        frame for frame in extract_tb(error.__traceback__) if package in Path(frame.filename).with_suffix("").parts
    ]
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}: {what}" if frames else what
