"""The pseudo-language, generated once."""

from pathlib import Path

import pytest

from kamchatka.texts import catalogue
from tests.pseudo import write


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the language, generated from English."""
    made = tmp_path_factory.mktemp("texts")
    write(made)
    return made


@pytest.fixture
def spoken(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the language available."""
    monkeypatch.setattr(catalogue, "ROOTS", (*catalogue.ROOTS, folder))
    monkeypatch.setenv(catalogue.FOLDERS, str(folder))  # for commands that run as processes
