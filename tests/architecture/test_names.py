"""Each class name has one meaning, and folders stay small enough to show the design."""

import ast
from collections import Counter

from tests.architecture.project import PACKAGE, name_of, tree_of

FILES_IN_A_FOLDER = 20
TWICE = {"Said"}  # one is a message of the server, the other a sentence of tournaments


def test_no_two_classes_have_one_name() -> None:
    """Every class has a unique name."""
    names = Counter(
        node.name
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.ClassDef)
    )
    assert {name for name, count in names.items() if count > 1} <= TWICE


def test_folders_are_small() -> None:
    """No folder exceeds its size limit; a larger one is divided, so that the tree shows what belongs together."""
    folders = [path for path in PACKAGE.rglob("*") if path.is_dir() and path.name != "__pycache__"]
    sizes = {name_of(folder): len(list(folder.glob("*.py"))) for folder in folders}
    assert not {name: count for name, count in sizes.items() if count > FILES_IN_A_FOLDER}
