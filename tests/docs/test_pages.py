"""The Python examples of README and docs run as written, from the top of a page to its end."""

import doctest
from pathlib import Path

import pytest

from tests.docs.commands import ROOT, pages

ELSEWHERE = {"docs/learn.md"}  # run by tests/learn/test_example.py, where the extra is installed
NAMES = [
    name
    for page in pages()
    if (name := page.relative_to(ROOT).as_posix()) not in ELSEWHERE and ">>> " in page.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", NAMES)
def test_python_examples_run(name: str) -> None:
    result = doctest.testfile(str(Path(ROOT, name)), module_relative=False)
    assert result.attempted > 0
    assert result.failed == 0


def test_readme_and_tutorials_have_examples() -> None:
    assert {"README.md", "docs/tutorials/first-game.md", "docs/tutorials/write-a-bot.md"} <= set(NAMES)
