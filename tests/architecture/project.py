"""The project's files, settings and syntax trees, for tests of its structure."""

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
    """Return the content of pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def compiled_modules() -> list[Path]:
    """Return the modules that the wheel's build hook gives to mypyc."""
    return [ROOT / "src" / path for path in hatch_build.compiled_modules(ROOT)]


def tree_of(path: Path) -> ast.Module:
    """Return the syntax tree of a module."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def name_of(path: Path) -> str:
    """Return a file's path in the repository, for messages."""
    return path.relative_to(ROOT).as_posix()


def imports(path: Path) -> Iterator[str]:
    """Return the modules that a module imports, at any level; `from a import b` may mean a or a.b."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
