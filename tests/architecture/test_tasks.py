"""Every task of the server is started by its supervisor, so that none can die unnoticed."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.project import PACKAGE, name_of, tree_of

SERVER = PACKAGE / "server"
SUPERVISION = SERVER / "supervision.py"
STARTERS = {"create_task", "ensure_future", "TaskGroup", "run_coroutine_threadsafe"}


def bare_tasks(tree: ast.Module) -> Iterator[int]:
    """Return the lines that use an asyncio function which starts a task."""
    for node in ast.walk(tree):
        named = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
        if named in STARTERS or (isinstance(node, ast.alias) and node.name in STARTERS):
            yield getattr(node, "lineno", 0)


def test_no_module_of_the_server_starts_a_task_by_itself() -> None:
    modules: list[Path] = [path for path in SERVER.rglob("*.py") if path != SUPERVISION]
    assert [f"{name_of(path)}:{line}" for path in modules for line in bare_tasks(tree_of(path))] == []


def test_the_rule_sees_tasks() -> None:
    """The check finds tasks in a sample, so that an empty list means something."""
    assert list(bare_tasks(tree_of(SUPERVISION)))
