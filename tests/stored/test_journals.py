"""Journals of every version open with the same content, can be verified, and are played to their end."""

from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kamchatka.cli import app
from kamchatka.editions import EDITIONS
from kamchatka.journal import Kept, parse, read
from kamchatka.proof import prove
from tests.stored.honesty import is_as_told
from tests.stored.make_games import describe_journal
from tests.stored.shelf import (
    SHELF,
    VERSIONS,
    departures,
    read_unpacked,
    recorded_result,
    same,
    shelf_name,
    stored_files,
)

JOURNALS = stored_files("journals/*.jsonl.xz")


@pytest.fixture(params=JOURNALS, ids=shelf_name)
def path(request: pytest.FixtureRequest) -> Path:
    """Yield each stored journal."""
    journal: Path = request.param
    return journal


@cache
def open_journal(path: Path) -> Kept:
    """Return the game in a journal; no test changes it."""
    return parse(read_unpacked(path), shelf_name(path))


def recorded_journal(path: Path) -> dict[str, object]:
    """Return what the version that wrote it found in it."""
    stored: dict[str, dict[str, object]] = recorded_result(path.parents[1] / "journals.json")
    return stored[path.name.removesuffix(".jsonl.xz")]


def test_it_holds_what_it_held(path: Path) -> None:
    """The facts of a journal give the same position, winners and commitments as before."""
    assert same(recorded_journal(path), describe_journal(open_journal(path)))


def test_every_die_is_the_keys(path: Path) -> None:
    """Every die follows from the key, and every fact from the actions, apart from rules listed in departures.toml."""
    proof = prove(open_journal(path))
    assert (proof.entries, proof.draws) == (recorded_journal(path)["entries"], recorded_journal(path)["draws"])
    is_as_told(shelf_name(path), proof)


UNFINISHED = [path for path in JOURNALS if not recorded_journal(path)["over"]]
BY_BOTS = [path for path in UNFINISHED if "people" not in path.name]
BY_PEOPLE = [path for path in UNFINISHED if "people" in path.name]


def command(*words: object) -> int:
    """Run a command of today's program, and return its result."""
    return CliRunner().invoke(app, [*map(str, words), "--lang", "en"], input="", catch_exceptions=False).exit_code


@pytest.mark.parametrize("path", BY_BOTS, ids=shelf_name)
def test_bots_play_it_to_its_end(path: Path, tmp_path: Path) -> None:
    """`play --resume` continues where the journal stopped, without a torn line, and `verify` accepts the whole game."""
    copy, before = tmp_path / "game.jsonl", open_journal(path)
    copy.write_bytes(read_unpacked(path))
    assert command("play", "--resume", copy, "--fast") == 0
    after = read(copy)
    assert after.match.is_over
    assert len(after.match.entries) > len(before.match.entries)
    assert copy.read_bytes().startswith(read_unpacked(path)[: before.size])
    assert command("verify", copy) == (1 if shelf_name(path) in departures("games") else 0)


@pytest.mark.parametrize("path", BY_PEOPLE, ids=shelf_name)
def test_people_find_it_as_they_left_it(path: Path, tmp_path: Path) -> None:
    """Opening a journal and leaving again changes nothing."""
    copy = tmp_path / "game.jsonl"
    copy.write_bytes(read_unpacked(path))
    assert command("play", "--resume", copy, "--fast") == 0
    assert copy.read_bytes() == read_unpacked(path)


@pytest.mark.parametrize("version", VERSIONS)
def test_every_edition_of_a_version_is_there(version: str) -> None:
    """Every version has finished and unfinished games of each of its editions."""
    stored = recorded_result(SHELF / version / "vocabulary.json")
    games = [
        (open_journal(path).header.edition, open_journal(path).match.is_over)
        for path in JOURNALS
        if version in path.parts
    ]
    assert set(games) == {(edition, is_over) for edition in stored for is_over in (True, False)}
    assert set(stored) <= set(EDITIONS)
