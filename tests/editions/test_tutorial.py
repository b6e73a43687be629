"""The files that docs/add-an-edition.md shows, copied into an empty folder, are a playable edition."""

import re
from pathlib import Path

import pytest

from tests.editions.outside import ROOT, Environment, with_package

PAGE = ROOT / "docs" / "add-an-edition.md"
FILE = re.compile(r"^\*\*`(?P<name>[^`]+)`\*\*\n\n```\w+\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


def shown_files() -> dict[str, str]:
    """Return the files that the page shows, by path."""
    return {shown["name"]: shown["text"] for shown in FILE.finditer(PAGE.read_text(encoding="utf-8"))}


@pytest.fixture(scope="module")
def atoll(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Create an environment with the game of the tutorial, as the page describes."""
    folder = tmp_path_factory.mktemp("atoll")
    for name, text in shown_files().items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return with_package(folder, tmp_path_factory.mktemp("tutorial"), "src/kamchatka_atoll/atoll.toml")


def test_nothing_is_amiss(atoll: Environment) -> None:
    assert atoll.kamchatka("check", "atoll", "--games", "2", "--lang", "en").strip().endswith("nothing amiss.")


def test_it_is_told_drawn_and_played(atoll: Environment, tmp_path: Path) -> None:
    assert "Atoll, a small conquest" in atoll.kamchatka("rules", "atoll", "--lang", "en")
    atoll.kamchatka("board", "atoll", "--out", str(tmp_path / "atoll.svg"))
    told = atoll.kamchatka("arena", "--edition", "atoll", "--seats", "captain,cautious", "--games", "4", "--lang", "en")
    assert "4 games of the atoll edition" in told
