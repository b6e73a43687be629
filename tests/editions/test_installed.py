"""Editions of other packages: errors in one are reported, and don't affect games of others."""

import sys
import textwrap
import warnings
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from kamchatka.editions import installed
from kamchatka.kernel.declarations.registry import LEFT_OUT
from kamchatka.kernel.game import Game
from kamchatka.kernel.step import Step
from kamchatka.match import Match

NO_FIELDS = """
from kamchatka.kernel.table import PublicFact


class Whirled(PublicFact):
    def __init__(self, storm: int) -> None:
        self.storm = storm


EDITION = object()
"""


@pytest.fixture
def offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[EntryPoint]]:
    """Add entry points to ours, and forget them afterwards."""
    monkeypatch.syspath_prepend(tmp_path)
    points: list[EntryPoint] = []
    ours = installed.find_entry_points()
    monkeypatch.setattr(installed, "find_entry_points", lambda: (*ours, *points))
    before = set(LEFT_OUT)
    yield points
    for name in LEFT_OUT - before:
        sys.modules.pop(name, None)


def offer(points: list[EntryPoint], folder: Path, name: str, text: str) -> None:
    """Return a package that offers an edition."""
    (folder / f"{name}.py").write_text(textwrap.dedent(text))
    points.append(EntryPoint(name, f"{name}:EDITION", installed.GROUP))


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("stray_syntax", "EDITION = (", r"stray_syntax\.py:1: SyntaxError"),
        ("stray_fields", NO_FIELDS, "FIELDS doesn't declare storm"),
        ("stray_thing", "EDITION = 7", "isn't an edition called stray_thing"),
    ],
)
def test_a_broken_edition_is_left_out(
    offered: list[EntryPoint], tmp_path: Path, name: str, text: str, said: str
) -> None:
    """A broken edition is left out with a warning; the others are offered and can be played."""
    offer(offered, tmp_path, name, text)
    with pytest.warns(UserWarning, match=said):
        found = installed.load()
    assert name not in found
    assert "modern" in found
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not Match.new("modern", seats=3).is_over


def test_a_step_that_forgets_its_base_is_named() -> None:
    """An author's step that doesn't call its base class gets a sentence that names it."""

    class Forgetful(Step[Any]):
        def __init__(self) -> None:
            pass

    with pytest.raises(TypeError, match=r"Forgetful.__init__ doesn't call super\(\).__init__\(\)"):
        Game.__new__(Game)._number(Forgetful())
