"""Modules are small and functions short: one that outgrows the limit has more than one subject."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.project import PACKAGE, ROOT, name_of, tree_of

MODULE_LINES = 400
FUNCTION_LINES = 60
FOLDER_FILES = 20
FOLDERS = ("src/kamchatka", "tools", "web/src")
COMMANDS = {"build_web.py", "check_commits.py", "check_web.py"}  # files directly in tools/


def modules() -> Iterator[Path]:
    """Yield every module of the product and of its tools."""
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


def files_per_folder() -> Counter[str]:
    """Return the number of files in each folder of the product and its tools, without build outputs."""
    ignored = re.compile(r"__pycache__|server/static|node_modules")
    paths = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()]
    folders = [path.relative_to(ROOT).parent.as_posix() for path in paths if path.suffix not in {".so", ".pyd"}]
    return Counter(folder for folder in folders if not ignored.search(folder))


def test_large_folders_are_explained() -> None:
    """A folder with more than 20 files is named in ARCHITECTURE.md, and every folder named there is that large."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    paragraph = next(line for line in text.split("\n\n") if "at most 20 files" in line)
    named = set(re.findall(r"`([a-z0-9_/]+)`", paragraph.split("of one kind:")[1]))
    large = {folder for folder, count in files_per_folder().items() if count > FOLDER_FILES}
    assert {folder.removeprefix("src/kamchatka/") for folder in large} == named


def test_tools_lie_in_folders() -> None:
    """Only commands that builds and checks need are directly in tools/."""
    assert {path.name for path in (ROOT / "tools").iterdir() if path.is_file()} == COMMANDS
