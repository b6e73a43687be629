"""What the page may know: no edition and no board by name; what it shows of them is their own data."""

import re
from collections.abc import Iterator
from pathlib import Path

from kamchatka.boards.geometry import BOARDS
from kamchatka.editions import EDITIONS
from tests.architecture.project import ROOT
from tools.generate.protocol_types import WIRE

SOURCES = ROOT / "web" / "src"
CODE = (".ts", ".svelte", ".css")
FOLDER_FILES = 17  # what tests beside them leave out: a fuller folder hides the design


def sources() -> Iterator[Path]:
    """Every source of the page, its tests and what is generated left out."""
    for path in sorted(SOURCES.rglob("*")):
        if path.suffix in CODE and path.parent != WIRE and not path.name.endswith(".test.ts"):
            yield path


def test_the_page_names_no_edition_and_no_board() -> None:
    """Nor any piece: a sixth edition gets its card, look, pieces and lesson without a line here."""
    pieces = {piece for edition in EDITIONS.values() for piece in edition.page.pieces}
    words = re.compile(rf"\b({'|'.join(sorted({*EDITIONS, *BOARDS, *pieces}))})\b")
    found = {str(path.relative_to(SOURCES)): words.findall(path.read_text(encoding="utf-8")) for path in sources()}
    assert len(found) > 100
    assert not {name: named for name, named in found.items() if named}


def test_folders_of_the_page_are_small() -> None:
    """A folder that outgrows a screen is divided."""
    sizes: dict[str, int] = {}
    for path in sources():
        folder = str(path.parent.relative_to(SOURCES))
        sizes[folder] = sizes.get(folder, 0) + 1
    assert not {folder: files for folder, files in sizes.items() if files > FOLDER_FILES}
