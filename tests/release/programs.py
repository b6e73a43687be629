"""Third-party programs for tests of a release, from the environment that `make test-release` creates."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".venv-release" / "bin"


def program(name: str) -> Path:
    """Return the path of a program; skip the test if it isn't installed."""
    if not (FOLDER / name).is_file():
        pytest.skip(f"{name} is missing: make test-release installs it")
    return FOLDER / name
