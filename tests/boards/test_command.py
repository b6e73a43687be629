"""`kamchatka board`: files of three kinds, positions from notation, and a sentence if something is missing."""

import importlib
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from kamchatka.boards import browser, poster
from kamchatka.boards.styles import stylesheet
from kamchatka.cli import app
from kamchatka.kernel.edges.notation import print_position
from tests.kit import position
from tests.rules.godstorm.scene import scene as godstorm
from tests.rules.risk2210.scene import scene

# A fake Chromium that writes the requested file and logs its arguments.
BROWSER = """#!/bin/sh
for word in "$@"; do
  case "$word" in
    --screenshot=*) printf picture > "${word#--screenshot=}" ;;
    --print-to-pdf=*) printf page > "${word#--print-to-pdf=}" ;;
  esac
done
echo "$@" > "$(dirname "$0")/orders"
"""


# Run the command in its own process, as Playwright allows one driver per thread and the page's tests have it.
WITHOUT_RESVG = """
from kamchatka.boards import poster
from kamchatka.cli import main

poster._module = lambda name: None
main()
"""


def ask(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["board", *words, "--lang", "en"])
    return result.exit_code, result.output


@pytest.fixture
def commanded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Provide a machine with a browser, without Playwright and resvg."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "chromium").write_text(BROWSER)
    (folder / "chromium").chmod(0o755)
    monkeypatch.setenv("KAMCHATKA_BROWSER", str(folder / "chromium"))
    monkeypatch.setattr(poster, "_module", lambda name: None)
    monkeypatch.setattr(browser, "_playwright", lambda: None)
    return folder


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Provide a machine without any renderer."""
    monkeypatch.setattr(browser, "find", lambda: None)
    monkeypatch.setattr(poster, "_module", lambda name: None)


def test_an_svg_needs_nothing_else(tmp_path: Path, bare: None) -> None:
    """An SVG needs no renderer; it contains the theme, and the legend unless disabled."""
    out = tmp_path / "moon.svg"
    assert ask("moon", "--out", str(out), "--theme", "dark") == (0, "")
    assert stylesheet("dark", "lunar") in out.read_text(encoding="utf-8")
    assert 'class="legend"' in out.read_text(encoding="utf-8")
    ask("moon", "--out", str(out), "--no-legend")
    assert 'class="legend"' not in out.read_text(encoding="utf-8")


def test_a_position_is_drawn_from_its_notation(tmp_path: Path) -> None:
    """A position is drawn from its notation, which may be in a file, with the seats' colours."""
    match = position({"brazil": (0, 7)}, rest=(1, 2), colours=("green", "red", "blue", "black"))
    text = print_position(match.game, match.table.state)
    out = tmp_path / "game.svg"
    assert ask("planisphere", "--out", str(out), "--position", text) == (0, "")
    drawing = out.read_text(encoding="utf-8")
    assert 'id="brazil" class="place land shade-' in drawing
    assert drawing.count('class="badge seat-3"') == 1
    assert drawing.count('class="badge seat-1"') == 41
    saved = tmp_path / "position.txt"
    saved.write_text(text + "\n", encoding="utf-8")
    ask("planisphere", "--out", str(tmp_path / "again.svg"), "--position", str(saved))
    assert (tmp_path / "again.svg").read_text(encoding="utf-8") == drawing


def test_a_position_of_another_board_is_refused(tmp_path: Path) -> None:
    """A position of another board is rejected: modern games are not played on the Moon."""
    match = position({})
    text = print_position(match.game, match.table.state)
    assert ask("moon", "--out", str(tmp_path / "x.svg"), "--position", text) == (
        2,
        "This position is played on planisphere.\n",
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("atlantis", "--out", "x.svg"), "There is no board “atlantis”"),
        (("moon", "--out", "x.svg", "--theme", "sepia"), "There is no theme “sepia”"),
        (("moon", "--out", "x.gif"), "“x.gif” cannot be written: the name must end in .svg, .png or .pdf."),
        (("moon", "--out", "no/such/folder/x.svg"), "cannot be written: No such file or directory."),
        (("planisphere", "--out", "x.svg", "--position", "tiddlywinks/2 a1"), "There is no edition “tiddlywinks”"),
    ],
)
def test_mistakes_end_in_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    """A mistake ends in one sentence without a traceback."""
    status, output = ask(*words)
    assert status == 2
    assert sentence in output
    assert output.count("\n") == 1


@pytest.mark.parametrize("kind", [".png", ".pdf"])
def test_without_a_renderer_the_sentence_says_what_to_install(tmp_path: Path, bare: None, kind: str) -> None:
    """Without a renderer the sentence names what to install, and that SVG always works."""
    status, output = ask("moon", "--out", str(tmp_path / f"moon{kind}"))
    assert status == 2
    assert f"A {kind} file needs a renderer, and there is none: install kamchatka[posters] or Chromium" in output


def test_a_browser_prints_and_photographs(tmp_path: Path, commanded: Path) -> None:
    """A browser writes PDF and PNG in the size of the board, times the scale of the requested width."""
    assert ask("moon", "--out", str(tmp_path / "moon.png"), "--width", "3000")[0] == 0
    assert (tmp_path / "moon.png").read_text() == "picture"
    orders = (commanded / "orders").read_text()
    assert "--window-size=1000,1000" in orders
    assert "--force-device-scale-factor=3.0000" in orders
    assert ask("moon", "--out", str(tmp_path / "moon.pdf"))[0] == 0
    assert (tmp_path / "moon.pdf").read_text() == "page"


@pytest.mark.skipif(not browser.LAUNCHER.is_file(), reason="this platform has no packed Chromium")
def test_the_browser_of_the_environment_draws(tmp_path: Path) -> None:
    """The Chromium that tests use, driven by Playwright, writes a PNG of the requested width and a PDF."""
    own = {**os.environ, "PATH": str(tmp_path), "KAMCHATKA_BROWSER": ""}
    for name in ("moon.png", "moon.pdf"):
        words = ["board", "moon", "--out", str(tmp_path / name), "--width", "500"]
        done = subprocess.run([sys.executable, "-c", WITHOUT_RESVG, *words], env=own, text=True, capture_output=True)
        assert (done.returncode, done.stderr) == (0, "")
    picture = (tmp_path / "moon.png").read_bytes()
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(picture[16:20], "big") == 500
    assert (tmp_path / "moon.pdf").read_bytes().startswith(b"%PDF")


def test_the_browser_is_the_one_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """KAMCHATKA_BROWSER comes before the environment's browser, that before those on the PATH, and that before None."""
    for name in ("asked", "launcher", "chromium"):
        (tmp_path / name).touch(mode=0o755)
    monkeypatch.setattr(browser, "LAUNCHER", tmp_path / "launcher")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("KAMCHATKA_BROWSER", str(tmp_path / "asked"))
    assert browser.find() == str(tmp_path / "asked")
    monkeypatch.delenv("KAMCHATKA_BROWSER")
    assert browser.find() == str(tmp_path / "launcher")
    (tmp_path / "launcher").unlink()
    assert browser.find() == str(tmp_path / "chromium")
    (tmp_path / "chromium").unlink()
    assert browser.find() is None


def test_the_posters_extra_needs_no_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """resvg gets the drawing, the width and the package's fonts, and no other fonts."""
    asked: dict[str, object] = {}

    def svg_to_bytes(**options: object) -> list[int]:
        asked.update(options)
        return list(b"picture")

    monkeypatch.setattr(browser, "find", lambda: None)
    monkeypatch.setattr(poster, "_module", lambda name: SimpleNamespace(svg_to_bytes=svg_to_bytes))
    assert ask("moon", "--out", str(tmp_path / "moon.png"), "--width", "777")[0] == 0
    assert (tmp_path / "moon.png").read_bytes() == b"picture"
    assert asked["width"] == 777
    assert asked["skip_system_fonts"] is True
    assert isinstance(asked["font_files"], list)
    assert all(Path(font).is_file() for font in asked["font_files"])


def test_an_optional_module_is_found_or_not() -> None:
    """A module that isn't installed is not used."""
    assert poster._module("json") is importlib.import_module("json")
    assert poster._module("no_such_module_anywhere") is None


@pytest.mark.parametrize(
    ("name", "drawn", "missing"),
    [
        ("earth_2210", {"naval_commander", "station", "devastation"}, {"space_commander"}),
        ("moon", {"space_commander"}, {"naval_commander", "station"}),
    ],
)
def test_commanders_stations_and_devastation_are_drawn_on_their_board(
    tmp_path: Path, name: str, drawn: set[str], missing: set[str]
) -> None:
    match = scene(
        "Fortify",
        {"japan": (0, 3), "tycho": (0, 2)},
        devastated=["siberia"],
        stations=["japan"],
        commanders={0: {"naval": "japan", "space": "tycho"}},
    )
    assert ask(name, "--position", match.position(), "--out", str(tmp_path / "board.svg")) == (0, "")
    svg = (tmp_path / "board.svg").read_text(encoding="utf-8")
    assert {kind for kind in drawn | missing if re.search(rf'class="token[^"]* {kind}"', svg)} == drawn


def test_gods_temples_plague_and_heavens_are_drawn(tmp_path: Path) -> None:
    """Both boards of a position are drawn: the Ancient Earth with its pieces, the Underworld with armies in heaven."""
    match = godstorm(
        "Invade",
        {"egypt": (0, 7), "corsica": (2, 3)},
        gods={0: {"war": "egypt"}},
        temples=["egypt"],
        plague=["roma"],
        below={"u05": (1, 4)},
        heaven={0: 9},
    )
    drawn = {}
    for name in ("ancient_earth", "underworld"):
        assert ask(name, "--position", match.position(), "--out", str(tmp_path / "board.svg")) == (0, "")
        drawn[name] = (tmp_path / "board.svg").read_text(encoding="utf-8")
    for piece in ("war", "temple", "plague"):
        assert re.search(f'class="token[^"]* {piece}"', drawn["ancient_earth"])
    assert re.findall(r'class="count"[^>]*>(\d+)<', drawn["underworld"]) == ["4", "9"]
    assert re.search(r'<path id="kurnugia" class="[^"]*owned seat-2"', drawn["underworld"])
