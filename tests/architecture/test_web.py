"""The page names no edition and no board; what it shows of them comes from their own data."""

import re
from collections.abc import Iterator
from pathlib import Path

from kamchatka.boards.geometry import BOARDS
from kamchatka.editions import EDITIONS
from tests.architecture.project import ROOT
from tools.generate.protocol_types import WIRE, typescript

SOURCES = ROOT / "web" / "src"
CODE = (".ts", ".svelte", ".css")
FOLDER_FILES = 17  # maximum number of files per folder without tests; a fuller folder hides the design


def sources() -> Iterator[Path]:
    """Yield every source of the page, without tests and generated files."""
    for path in sorted(SOURCES.rglob("*")):
        if path.suffix in CODE and path.parent != WIRE and not path.name.endswith(".test.ts"):
            yield path


def test_the_types_of_the_page_are_the_servers() -> None:
    """Messages, facts and their descriptions are generated from the server's."""
    for path, text in typescript().items():
        assert path.read_text(encoding="utf-8") == text, "python -m tools.generate.protocol_types writes them anew"


def test_the_page_names_no_edition_and_no_board() -> None:
    """The page names no edition, board or piece: a new edition brings its own card, look, pieces and lesson."""
    pieces = {piece for edition in EDITIONS.values() for piece in edition.page.pieces}
    words = re.compile(rf"\b({'|'.join(sorted({*EDITIONS, *BOARDS, *pieces}))})\b")
    found = {str(path.relative_to(SOURCES)): words.findall(path.read_text(encoding="utf-8")) for path in sources()}
    assert len(found) > 100
    assert not {name: named for name, named in found.items() if named}


def test_folders_of_the_page_are_small() -> None:
    """Folders of the page are small: one that outgrows a screen is divided."""
    sizes: dict[str, int] = {}
    for path in sources():
        folder = str(path.parent.relative_to(SOURCES))
        sizes[folder] = sizes.get(folder, 0) + 1
    assert not {folder: files for folder, files in sizes.items() if files > FOLDER_FILES}
