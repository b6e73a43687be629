"""A release is built, published to a local index, and installed from it."""

import subprocess
import sys

from tests.release.programs import ROOT, program

HUNG = 1800.0  # seconds


def test_a_release_reaches_strangers() -> None:
    """The wheel is built from the source archive; uvx, pipx and a fresh environment run what the index holds."""
    program("pypi-server")
    command = [sys.executable, "-m", "tools.build.rehearse_release", "--python", sys.executable]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=HUNG)
    assert done.returncode == 0, done.stdout + done.stderr
    built, published, installed = done.stdout.splitlines()
    assert built.startswith("built kamchatka-")
    assert published == "published; uvx and pipx run it from the index and from the file"
    assert installed.endswith("menu, odds, game, server")
