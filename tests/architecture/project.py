"""The project as its own tests see it: its files, its settings and the syntax trees of its modules."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hatch_build

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "kamchatka"
KERNEL = PACKAGE / "kernel"


def settings() -> dict[str, Any]:
    """pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def compiled_modules() -> list[Path]:
    """The modules that the wheel's build hook gives to mypyc."""
    return [ROOT / "src" / path for path in hatch_build.compiled_modules(ROOT)]


def tree_of(path: Path) -> ast.Module:
    """The syntax tree of a module."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def name_of(path: Path) -> str:
    """How a message names a file: its path in the repository."""
    return path.relative_to(ROOT).as_posix()


def imports(path: Path) -> Iterator[str]:
    """The modules that a module imports, wherever in it; `from a import b` may mean a or a.b."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
