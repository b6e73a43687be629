"""The environment includes the browser; a missing one is reported in one sentence."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from kamchatka.boards import browser as found
from tests.server.running import ROOT

FOLDER = "tests/browser"


def pytest_in(path: Path, test: str, **more: str) -> str:
    """Run pytest on other tests with a PATH that holds one empty folder; return its output."""
    path.mkdir()
    own = {**os.environ, "PATH": str(path), **more}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        f"--ignore={__file__}",
        test,
    ]
    return subprocess.run(command, cwd=ROOT, env=own, text=True, capture_output=True).stdout


@pytest.mark.skipif(not found.LAUNCHER.is_file(), reason="this platform has no packed Chromium")
def test_no_browser_of_the_machine_is_needed(tmp_path: Path) -> None:
    """With an empty PATH, a page opens in the environment's own browser."""
    said = pytest_in(tmp_path / "bin", f"{FOLDER}/test_page.py::test_the_first_load_is_light", KAMCHATKA_BROWSER="")
    assert "1 passed" in said, said


def test_a_missing_browser_is_one_sentence(tmp_path: Path) -> None:
    """If the browser is missing, the first test says what to do and the others are skipped."""
    said = pytest_in(tmp_path / "bin", FOLDER, KAMCHATKA_BROWSER=str(tmp_path / "no-browser"))
    assert re.search(r"^(?:\d+ passed, )?\d+ skipped, 1 error in ", said, re.MULTILINE), said
    assert "python -m tools.build.install_browser" in said
    assert "KAMCHATKA_BROWSER=PATH" in said
    assert "Traceback" not in said


def test_the_pinned_browser_is_the_one_in_use(browser: Browser) -> None:
    """Tests use the browser that web/package-lock.json pins unless another is asked for."""
    if os.environ.get(found.OVERRIDE) or not found.LAUNCHER.is_file():
        pytest.skip("another browser was asked for, or this platform has no packed one")
    locked = re.search(
        r'"node_modules/@sparticuz/chromium": \{\s*"version": "(\d+)', (ROOT / "web" / "package-lock.json").read_text()
    )
    assert locked
    assert browser.version.split(".")[0] == locked[1]
