"""`make test-changed` finds the tests that a change can affect, the nearest first."""

from pathlib import Path

import pytest

from tools.quality.changed_tests import importers, select_tests

FILES = {
    "src/game/__init__.py": "",
    "src/game/rules.py": "",
    "src/game/server.py": "def start():\n    from game import rules\n",
    "src/game/words.toml": "",
    "tests/conftest.py": "",
    "tests/kit.py": "from game.server import start\n",
    "tests/architecture/test_sizes.py": "",
    "tests/browser/test_page.py": "",
    "tests/rules/test_rules.py": "import game.rules\n",
    "tests/rules/test_other.py": "",
    "tests/server/test_server.py": "from tests.kit import start\n",
    "web/src/page.ts": "",
    "Makefile": "",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a small project."""
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for folder in ("tools", "examples"):
        (tmp_path / folder).mkdir()
    return tmp_path


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        ("src/game/rules.py", ["tests/rules/test_rules.py", "tests/server/test_server.py"]),
        ("src/game/server.py", ["tests/server/test_server.py"]),
        ("src/game/words.toml", ["tests/rules/test_rules.py", "tests/server/test_server.py"]),
        ("tests/kit.py", ["tests/server/test_server.py"]),
        ("tests/rules/test_other.py", ["tests/rules/test_other.py"]),
        ("web/src/page.ts", ["tests/browser/test_page.py"]),
        ("Makefile", ["tests/architecture/test_sizes.py"]),
    ],
)
def test_a_change_selects_the_tests_that_import_it(project: Path, changed: str, tests: list[str]) -> None:
    """A change selects tests that import it, also through other modules and inside functions."""
    graph = importers(project, project / "build" / "imports.json")
    assert select_tests([changed], graph, project) == tests


def test_a_conftest_selects_its_folder(project: Path) -> None:
    graph = importers(project, project / "build" / "imports.json")
    assert len(select_tests(["tests/conftest.py"], graph, project)) == 5


def test_unchanged_files_are_not_parsed_again(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = project / "build" / "imports.json"
    first = importers(project, cache)
    monkeypatch.setattr("tools.quality.changed_tests.find_imports", lambda path: pytest.fail(str(path)))
    assert importers(project, cache) == first


def test_the_graph_of_this_repository_reaches_the_tests() -> None:
    """A rule is close to its own tests, and a server's module to those that start servers."""
    graph = importers()
    near = select_tests(["src/kamchatka/server/tables/room.py"], graph)
    assert "tests/server/test_room.py" in near
    assert "tests/server/test_tables.py" in near
    assert near.index("tests/server/test_room.py") < near.index("tests/server/test_tables.py")
    assert not any(test.startswith("tests/odds/") for test in near)
