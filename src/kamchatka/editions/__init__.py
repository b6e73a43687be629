"""The editions, one folder per booklet. Each composes the kernel's chapters and its own into a game."""

from importlib import resources
from pathlib import Path

from kamchatka.boards import Sheet
from kamchatka.editions.edition import Edition
from kamchatka.editions.installed import load
from kamchatka.editions.rulebook import Rulebook
from kamchatka.kernel.problem import Problem
from kamchatka.texts import add_edition

EDITIONS: dict[str, Edition] = load()
for _edition in EDITIONS.values():
    add_edition(_edition.home, Path(str(resources.files(_edition.home))))


def edition(name: str) -> Edition:
    """The edition of that name; a Problem lists the ones there are.

    >>> edition("modern").seats
    range(3, 7)
    """
    if name not in EDITIONS:
        raise _unknown(name, list(EDITIONS))
    return EDITIONS[name]


def booklets() -> dict[str, Edition]:
    """The booklets, each by its name with the first edition that is played by it.

    >>> booklets()["classic"].id
    'classic'
    """
    found: dict[str, Edition] = {}
    for edition in EDITIONS.values():
        found.setdefault(edition.rulebook.book.edition, edition)
    return found


def rulebook(booklet: str) -> Rulebook:
    """The booklet of that name; a Problem lists the ones there are."""
    known = booklets()
    if booklet not in known:
        raise _unknown(booklet, list(known))
    return known[booklet].rulebook


def drawn_boards() -> dict[str, Sheet]:
    """Every board on which an installed edition is played, by name; ours come first, and a name counts once.

    >>> drawn_boards()["moon"].package
    'kamchatka.boards'
    """
    found: dict[str, Sheet] = {}
    for edition in EDITIONS.values():
        for board in edition.boards:
            found.setdefault(board.id, board)
    return found


def drawn_board(name: str) -> Sheet:
    """The board of that name; a Problem lists the ones there are."""
    boards = drawn_boards()
    if name not in boards:
        known = ", ".join(boards)
        raise Problem("board.unknown", board=name, known=known)
    return boards[name]


def _unknown(name: str, known: list[str]) -> Problem:
    there_are = ", ".join(known)
    return Problem("edition.unknown", name=name, known=there_are)
