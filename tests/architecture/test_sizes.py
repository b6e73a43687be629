"""Small modules and short functions: what outgrows its size has found a second subject."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.project import PACKAGE, ROOT, name_of, tree_of

MODULE_LINES = 400
FUNCTION_LINES = 60


def modules() -> Iterator[Path]:
    """Every module of the product and of its tools."""
    yield from sorted([*PACKAGE.rglob("*.py"), *(ROOT / "tools").rglob("*.py")])


def test_modules_are_small() -> None:
    """No module is longer than 400 lines."""
    sizes = {name_of(path): len(path.read_text(encoding="utf-8").splitlines()) for path in modules()}
    assert not {name: lines for name, lines in sizes.items() if lines > MODULE_LINES}


def test_functions_are_short() -> None:
    """No function is longer than 60 lines."""
    functions = [
        (f"{name_of(path)}:{node.lineno} {node.name}", (node.end_lineno or node.lineno) - node.lineno + 1)
        for path in modules()
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    assert not [(name, lines) for name, lines in functions if lines > FUNCTION_LINES]
