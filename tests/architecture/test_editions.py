"""An edition's knowledge lives in its folder: nothing outside `editions/` imports one or depends on its name."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

from kamchatka.editions import EDITIONS
from tests.architecture.project import PACKAGE, imports, name_of, tree_of

ROOT = PACKAGE.parents[1]
FOLDERS = {path.parent.name for path in (PACKAGE / "editions").glob("*/rulebook.toml")}
# The default edition is data, not a decision.
DEFAULTS = {
    "src/kamchatka/arena/dataset/explore.py",
    "src/kamchatka/cli/commands/arena.py",
    "src/kamchatka/cli/commands/bot.py",
    "src/kamchatka/cli/commands/dataset.py",
    "src/kamchatka/cli/commands/odds.py",
    "src/kamchatka/cli/commands/play.py",
    "src/kamchatka/players/protocol/messages.py",
    "src/kamchatka/tournament/settings/settings.py",
}


def outside() -> Iterator[Path]:
    """Return every module outside editions."""
    return (path for path in PACKAGE.rglob("*.py") if "editions" not in path.relative_to(PACKAGE).parts)


def editions_imported(path: Path) -> list[str]:
    """Return those imports that belong to one edition."""
    parts = ((name, name.split(".")) for name in imports(path))
    return [name for name, part in parts if part[:2] == ["kamchatka", "editions"] and part[2:3] and part[2] in FOLDERS]


def test_nothing_outside_imports_an_edition() -> None:
    """Nothing outside editions imports one, so nothing outside can test `isinstance` of an edition's class."""
    assert {name_of(path): found for path in outside() if (found := editions_imported(path))} == {}
    assert editions_imported(PACKAGE / "editions" / "challenge" / "__init__.py")  # such an import would be found


def test_the_contract_names_every_folder_and_every_room() -> None:
    """The contract of import-linter names every existing folder and room."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    closed = next(one for one in contracts if one["name"] == "Nothing outside editions imports an edition")
    layers = next(one for one in contracts if one["name"] == "Rooms know only the rooms below them")["layers"]
    assert {name.rpartition(".")[2] for name in closed["forbidden_modules"]} == FOLDERS
    assert {name.rpartition(".")[2] for name in closed["source_modules"]} == set(layers) - {"editions"}


def test_no_name_of_an_edition_decides_anything() -> None:
    """No code outside an edition names its id, except as the default edition."""
    named = {
        name_of(path)
        for path in outside()
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Constant) and node.value in EDITIONS
    }
    assert named <= DEFAULTS
