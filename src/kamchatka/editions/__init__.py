"""The editions, one folder per booklet. Each composes its game from the kernel's rule modules and its own."""

from importlib import resources
from pathlib import Path

from kamchatka.boards import Sheet
from kamchatka.editions.edition import Edition
from kamchatka.editions.installed import load
from kamchatka.editions.rulebook import Rulebook
from kamchatka.kernel.edges.deprecation import former_name
from kamchatka.kernel.problem import Problem
from kamchatka.texts import add_edition

EDITIONS: dict[str, Edition] = load()
for _edition in EDITIONS.values():
    add_edition(_edition.home, Path(str(resources.files(_edition.home))))


def edition(name: str) -> Edition:
    """Return the edition of that name; a Problem lists the available ones.

    >>> edition("modern").seats
    range(3, 7)
    """
    if name not in EDITIONS:
        raise _unknown(name, list(EDITIONS))
    return EDITIONS[name]


def booklets() -> dict[str, Edition]:
    """Map each booklet's name to the first edition that uses it.

    >>> booklets()["classic"].id
    'classic'
    """
    found: dict[str, Edition] = {}
    for edition in EDITIONS.values():
        found.setdefault(edition.rulebook.book.edition, edition)
    return found


def rulebook(booklet: str) -> Rulebook:
    """Return the booklet of that name; a Problem lists the available ones."""
    known = booklets()
    if booklet not in known:
        raise _unknown(booklet, list(known))
    return known[booklet].rulebook


def find_drawn_boards() -> dict[str, Sheet]:
    """Return every board of the installed editions by name.

    If a name occurs twice, the first edition wins; ours come first.

    >>> find_drawn_boards()["moon"].package
    'kamchatka.boards'
    """
    found: dict[str, Sheet] = {}
    for edition in EDITIONS.values():
        for board in edition.boards:
            found.setdefault(board.id, board)
    return found


def find_drawn_board(name: str) -> Sheet:
    """Return the board of that name; a Problem lists the available ones."""
    boards = find_drawn_boards()
    if name not in boards:
        known = ", ".join(boards)
        raise Problem("board.unknown", board=name, known=known)
    return boards[name]


drawn_boards = former_name("drawn_boards", find_drawn_boards)
drawn_board = former_name("drawn_board", find_drawn_board)


def _unknown(name: str, known: list[str]) -> Problem:
    there_are = ", ".join(known)
    return Problem("edition.unknown", name=name, known=there_are)
