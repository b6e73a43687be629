"""The kernel knows no edition and no edge, and contains nothing that mypyc compiles wrongly."""

import ast
import re
import tomllib
from pathlib import Path

from tests.architecture.project import KERNEL, PACKAGE, compiled_modules, name_of, tree_of

EDGES = "kamchatka.kernel.edges"
ABOVE = ("words", "server")  # rooms above the edges, some of whose modules are compiled


def words_in(path: Path) -> set[str]:
    """Return the words of a module's names and strings, without docstrings and comments."""
    tree, words = tree_of(path), set[str]()
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            words.update(re.findall(r"\w+", node.value))
        names = [getattr(node, field, None) for field in ("id", "name", "attr", "arg", "module")]
        words.update(word for name in names if isinstance(name, str) for word in re.split(r"[._]", name))
    return words


def edition_words() -> set[str]:
    """Return the editions' names and the first word of their rule ids."""
    books = sorted((PACKAGE / "editions").glob("*/rulebook.toml"))
    ids = {tomllib.loads(path.read_text(encoding="utf-8"))["book"]["id"] for path in books}
    return ids | {path.parent.name for path in books}


def test_no_edition_in_the_kernel() -> None:
    """The kernel names no edition and cites no booklet: clauses are neutral, rulebooks map them."""
    assert not {name_of(path): found for path in KERNEL.rglob("*.py") if (found := words_in(path) & edition_words())}


def test_compiled_modules_do_not_import_the_edges() -> None:
    """Wire, record, codecs and notation depend on the compiled kernel, never the reverse, even if compiled too."""
    found = [
        f"{name_of(path)}:{node.lineno}"
        for path in compiled_modules()
        if path.relative_to(PACKAGE).parts[0] not in ABOVE and path.parent.name != "edges"
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith(EDGES)
    ]
    assert not found


def test_no_shift_falls_into_the_compilers_trap() -> None:
    """mypyc makes `i64(1) << n` a 32-bit shift, silently wrong from bit 31; `x << 8` and `x <<= n` are right."""
    shifts = [
        f"{name_of(path)}:{node.lineno}"
        for path in compiled_modules()
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift)
        if isinstance(node.left, ast.Call) or not isinstance(node.right, ast.Constant)
    ]
    assert not shifts
