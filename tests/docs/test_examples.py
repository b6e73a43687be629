"""The examples in docstrings run, in every module of the package and every tool that has one."""

import doctest
import os
from importlib import import_module
from pathlib import Path

import pytest

import kamchatka

PACKAGE = Path(kamchatka.__file__).parent
TOOLS = Path(__file__).parents[2] / "tools"


def modules_with_examples() -> list[str]:
    """Return the full names of modules with examples."""
    names = list[str]()
    for folder in (PACKAGE, TOOLS):
        found = sorted(path for path in folder.rglob("*.py") if ">>> " in path.read_text(encoding="utf-8"))
        names += [path.relative_to(folder.parent).with_suffix("").as_posix().replace("/", ".") for path in found]
    return [name.removesuffix(".__init__") for name in names]


@pytest.mark.skipif(os.environ.get("KAMCHATKA_BUILD") == "compiled", reason="compiled functions hide their docstrings")
@pytest.mark.parametrize("name", modules_with_examples())
def test_examples_run(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0
