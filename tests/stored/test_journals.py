"""Journals of every version open, hold what they held, are proved to the last die, and are played on to their end."""

from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kamchatka.cli import app
from kamchatka.editions import EDITIONS
from kamchatka.journal import Kept, parse, read
from kamchatka.proof import prove
from tests.stored.honesty import is_as_told
from tests.stored.make_games import found
from tests.stored.shelf import SHELF, VERSIONS, departures, kept, named, noted, same, unpacked

JOURNALS = kept("journals/*.jsonl.xz")


@pytest.fixture(params=JOURNALS, ids=named)
def path(request: pytest.FixtureRequest) -> Path:
    """Each journal on the shelf."""
    journal: Path = request.param
    return journal


@cache
def opened(path: Path) -> Kept:
    """The game that a journal holds; no test changes it."""
    return parse(unpacked(path), named(path))


def expected(path: Path) -> dict[str, object]:
    """What the version that wrote it found in it."""
    stored: dict[str, dict[str, object]] = noted(path.parents[1] / "journals.json")
    return stored[path.name.removesuffix(".jsonl.xz")]


def test_it_holds_what_it_held(path: Path) -> None:
    """Folding its facts gives the position, the winners and the marks that there were."""
    assert same(expected(path), found(opened(path)))


def test_every_die_is_the_keys(path: Path) -> None:
    """And every fact follows from the actions, unless a rule was mended since and the departure says so."""
    proof = prove(opened(path))
    assert (proof.entries, proof.draws) == (expected(path)["entries"], expected(path)["draws"])
    is_as_told(named(path), proof)


UNFINISHED = [path for path in JOURNALS if not expected(path)["over"]]
BY_BOTS = [path for path in UNFINISHED if "people" not in path.name]
BY_PEOPLE = [path for path in UNFINISHED if "people" in path.name]


def command(*words: object) -> int:
    """A command of today's program; how it ended."""
    return CliRunner().invoke(app, [*map(str, words), "--lang", "en"], input="", catch_exceptions=False).exit_code


@pytest.mark.parametrize("path", BY_BOTS, ids=named)
def test_bots_play_it_to_its_end(path: Path, tmp_path: Path) -> None:
    """`play --resume` takes it up where it stood, a torn line cut off, and `verify` proves all of it."""
    copy, before = tmp_path / "game.jsonl", opened(path)
    copy.write_bytes(unpacked(path))
    assert command("play", "--resume", copy, "--fast") == 0
    after = read(copy)
    assert after.match.is_over
    assert len(after.match.entries) > len(before.match.entries)
    assert copy.read_bytes().startswith(unpacked(path)[: before.size])
    assert command("verify", copy) == (1 if named(path) in departures("games") else 0)


@pytest.mark.parametrize("path", BY_PEOPLE, ids=named)
def test_people_find_it_as_they_left_it(path: Path, tmp_path: Path) -> None:
    """Whoever opens it and goes away again has changed nothing."""
    copy = tmp_path / "game.jsonl"
    copy.write_bytes(unpacked(path))
    assert command("play", "--resume", copy, "--fast") == 0
    assert copy.read_bytes() == unpacked(path)


@pytest.mark.parametrize("version", VERSIONS)
def test_every_edition_of_a_version_is_there(version: str) -> None:
    """Finished and unfinished, whatever a later version plays besides."""
    stored = noted(SHELF / version / "vocabulary.json")
    games = [(opened(path).header.edition, opened(path).match.is_over) for path in JOURNALS if version in path.parts]
    assert set(games) == {(edition, is_over) for edition in stored for is_over in (True, False)}
    assert set(stored) <= set(EDITIONS)
