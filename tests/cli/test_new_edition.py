"""`kamchatka new-edition` creates a package that can be played at once."""

import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kamchatka.cli import app
from tests.editions.outside import with_package
from tests.editions.test_tutorial import shown_files

RUNNER = CliRunner()


def test_a_new_edition_passes_check_and_is_played(tmp_path: Path) -> None:
    home = tmp_path / "two_seas"
    made = RUNNER.invoke(app, ["new-edition", "two_seas", "--folder", str(home), "--lang", "en"])
    assert made.exit_code == 0
    assert "kamchatka check two_seas" in made.stdout
    installed = with_package(home, tmp_path / "environment")
    assert installed.kamchatka("check", "two_seas", "--games", "1", "--lang", "en").strip().endswith("nothing amiss.")
    assert "Two seas, a small conquest" in installed.kamchatka("rules", "two_seas", "--lang", "en")
    rulebook = next(installed.folder.rglob("kamchatka_two_seas/rulebook.toml"))
    rulebook.write_text(rulebook.read_text(encoding="utf-8") + "\n[[option]]\nname = 5\n", encoding="utf-8")
    warned = installed.complete("-m", "kamchatka.cli", "rules", "modern", "--lang", "en")
    assert warned.stderr.startswith("The edition two_seas of the package kamchatka_two_seas is left out: rulebook.toml")
    assert warned.stderr.count("\n") == 1


def test_the_files_are_those_of_the_tutorial(tmp_path: Path) -> None:
    """The tutorial and the templates have the same text."""
    RUNNER.invoke(app, ["new-edition", "atoll", "--folder", str(tmp_path / "atoll")])
    for name, text in shown_files().items():
        written = (tmp_path / "atoll" / name).read_text(encoding="utf-8")
        assert written == text.replace("Atollo", "Atoll")
    pyproject = tomllib.loads((tmp_path / "atoll" / "pyproject.toml").read_text(encoding="utf-8"))
    assert pyproject["project"]["name"] == "kamchatka-atoll"


@pytest.mark.parametrize("name", ["Atoll", "", "7seas", "../x", "a" * 40, "modern", "dir"])
def test_a_bad_name_is_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "dir").mkdir()
    refused = RUNNER.invoke(app, ["new-edition", name, "--lang", "en"])
    assert refused.exit_code == 2
    assert sorted(tmp_path.rglob("*")) == [tmp_path / "dir"]
