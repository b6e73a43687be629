"""What tournaments may know: no edition by name, and among their own folders only the ones below."""

import ast
from collections.abc import Iterator
from pathlib import Path

from kamchatka.editions import EDITIONS
from tests.architecture.project import PACKAGE, name_of, tree_of

ROOM = PACKAGE / "tournament"
SHARED = [ROOM, PACKAGE / "cli" / "tournament"]
FOLDERS = {one.booklet for one in EDITIONS.values()}
ORDER = ["settings", "events", "results", "standings", "draw", "documents"]  # each imports only those before it
MOST_FILES = 15


def imports(path: Path) -> Iterator[str]:
    """The modules that a module imports, wherever in it; `from a import b` may mean a or a.b."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def is_an_edition(module: str) -> bool:
    """Whether a module is of one edition; what editions share (`editions.tournament`) is of none."""
    return module.startswith("kamchatka.editions.") and module.split(".")[2] in FOLDERS


def test_tournaments_import_no_edition() -> None:
    """What a table scores is asked of the edition's port; no class and no constant of one is imported."""
    found = {
        name_of(path): modules
        for folder in SHARED
        for path in folder.rglob("*.py")
        if (modules := sorted(module for module in imports(path) if is_an_edition(module)))
    }
    assert not found


def test_an_import_of_an_edition_would_be_seen() -> None:
    """The test above looks for what is really there."""
    assert {"challenge", "modern"} <= FOLDERS
    challenge = PACKAGE / "editions" / "challenge" / "__init__.py"
    assert any(is_an_edition(module) for module in imports(challenge))


def test_no_name_of_an_edition_decides_anything() -> None:
    """An edition's id stands nowhere in the room's code but as what an event plays unless it says so."""
    found = {
        name_of(path): node.value
        for folder in SHARED
        for path in folder.rglob("*.py")
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Constant) and node.value in EDITIONS
    }
    assert found == {"src/kamchatka/tournament/settings/settings.py": "challenge"}


def test_folders_import_only_those_below() -> None:
    """Settings, events, results, standings, draws, documents: in this order."""
    above = [
        f"{name_of(path)}: {module}"
        for at, folder in enumerate(ORDER)
        for path in (ROOM / folder).glob("*.py")
        for module in imports(path)
        for other in ORDER[at + 1 :]
        if module.startswith(f"kamchatka.tournament.{other}.")
    ]
    assert not above


def test_folders_are_small() -> None:
    """Anyone can read a folder's list of files at a glance."""
    folders = [ROOM, *(path for path in ROOM.rglob("*") if path.is_dir()), PACKAGE / "cli" / "tournament"]
    counts = {name_of(folder): len(list(folder.glob("*.py"))) for folder in folders}
    assert not {name: count for name, count in counts.items() if count > MOST_FILES}
