"""An edition with a mistake in one of its files is left out, with a warning that locates the mistake."""

import shutil
import sys
import warnings
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from kamchatka.boards import geometry, sheet
from kamchatka.boards.sketch import write
from kamchatka.editions import installed
from kamchatka.kernel.declarations.registry import LEFT_OUT
from kamchatka.match import Match
from tests.editions.test_tutorial import shown_files

OPTION = """
[[option]]
name = "laps"
default = 7
values = [1, 2]
en = "Laps"
it = "Giri"
rules = ["atoll.setup.1"]
"""

BREAKS = {
    "syntax": ("__init__.py", 'SHEET = sheet("atoll", __name__)', "SHEET = sheet(", r"__init__\.py:\d+: SyntaxError"),
    "import": (
        "__init__.py",
        "import Combat, Defence",
        "import Wombat, Defence",
        r"__init__\.py:\d+: ImportError.*Wombat",
    ),
    "compose": ("__init__.py", "divisor=2, least=2", "divisor=2, most=2", r"__init__\.py:\d+: TypeError.*most"),
    "rulebook": ("rulebook.toml", 'kind = "rule"', 'kind = "role"', r"rulebook\.toml: .*Invalid enum value 'role'"),
    "toml": ("rulebook.toml", "[book]", "[book", r"rulebook\.toml: .*Expected ']'"),
    "default": (
        "rulebook.toml",
        "[[phase]]",
        OPTION + "\n[[phase]]",
        r"rulebook\.toml: option laps does not allow its own default 7",
    ),
    "field": ("rulebook.toml", "[[phase]]", OPTION.replace("7", "1") + "\n[[phase]]", r"TableRules has no field.*laps"),
    "words": ("words_en.toml", "[edition.atoll]", "[edition.atoll", r"words_en\.toml: Expected ']'"),
    "board": ("atoll.toml", 'zone = "palms"', 'zone = "plams"', "plams"),
    "drawing": ("atoll.json", "{", "[", r"atoll\.json: "),
}


@pytest.fixture
def atoll(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield the package of the tutorial, drawn and offered as an edition."""
    for name, text in shown_files().items():
        if name.startswith("src/kamchatka_atoll/"):
            file = tmp_path / name.removeprefix("src/")
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
    package = tmp_path / "kamchatka_atoll"
    write(package / "atoll.toml")
    monkeypatch.syspath_prepend(tmp_path)
    ours = installed.find_entry_points()
    point = EntryPoint("atoll", "kamchatka_atoll:ATOLL", installed.GROUP)
    monkeypatch.setattr(installed, "find_entry_points", lambda: (*ours, point))
    sheet.cache_clear()
    geometry.load.cache_clear()
    yield package
    LEFT_OUT.discard("kamchatka_atoll")
    sys.modules.pop("kamchatka_atoll", None)
    shutil.rmtree(package)


def test_a_sound_edition_is_offered(atoll: Path) -> None:
    """Without a mistake, the package that the other tests start from is offered."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert "atoll" in installed.load()


@pytest.mark.parametrize("mistake", BREAKS)
def test_a_mistake_is_named_and_other_editions_are_offered(atoll: Path, mistake: str) -> None:
    file, old, new, message = BREAKS[mistake]
    text = (atoll / file).read_text(encoding="utf-8")
    assert old in text
    (atoll / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.warns(UserWarning, match=rf"(?s)atoll of the package kamchatka_atoll is left out: .*{message}"):
        found = installed.load()
    assert "atoll" not in found
    assert not Match.new("modern", seats=3).is_over
