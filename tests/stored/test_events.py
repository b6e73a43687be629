"""Events of every version open with the same standings, and those in progress continue."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from kamchatka.tournament.documents.csv_import import RESULTS, results_from
from kamchatka.tournament.documents.csv_reader import parse_csv
from kamchatka.tournament.events.event_file import EventFile
from tests.stored.make_events import Organiser, describe_event
from tests.stored.shelf import Json, holds, read_unpacked, recorded_result, shelf_name, stored_files

EVENTS = stored_files("events/*.kam.xz")


@pytest.fixture(params=EVENTS, ids=shelf_name)
def stored(request: pytest.FixtureRequest) -> Path:
    """Yield each stored event."""
    path: Path = request.param
    return path


@pytest.fixture
def file(stored: Path, tmp_path: Path) -> EventFile:
    """Return a copy of the event's file."""
    return open_copy(stored, tmp_path)


def open_copy(stored: Path, folder: Path) -> EventFile:
    """Open a copy of an event."""
    path = folder / stored.name.removesuffix(".xz")
    path.write_bytes(read_unpacked(stored))
    return EventFile.open(path)


def recorded_event(stored: Path) -> Json:
    """Return the description by the version that wrote the event."""
    events: dict[str, Json] = recorded_result(stored.parent / "events.json")
    return events[stored.name.removesuffix(".kam.xz")]


def test_it_says_what_it_said(stored: Path, file: EventFile) -> None:
    """An event still has the same tables, results, undone changes and standings."""
    assert recorded_event(stored).items() <= describe_event(file.event(), file.entries()).items()


@pytest.mark.parametrize("stored", stored_files("**/*.kam.xz"), ids=shelf_name)
def test_no_line_of_the_trail_loses_anything(file: EventFile) -> None:
    """Every line of the trail is written again as it was read, so that no unknown field is lost."""
    with closing(sqlite3.connect(file.path)) as connection:
        written = [text for (text,) in connection.execute("SELECT change FROM trail ORDER BY number")]
    for text, entry in zip(written, file.entries(), strict=True):
        assert text is None or holds(json.loads(msgspec.json.encode(entry.change)), json.loads(text))


def test_what_was_undone_comes_back(stored: Path, file: EventFile) -> None:
    """An undo and its undo add two lines to the trail, and change nothing else."""
    desk, before = Organiser(file.path), describe_event(file.event(), file.entries())
    last = desk.last()
    desk.run("undo", last)
    assert len(file.entries()) == last + 1
    assert last in describe_event(file.event(), file.entries())["undone"]
    desk.run("undo", last + 1)
    after = describe_event(file.event(), file.entries())
    assert all(after[part] == before[part] for part in ("standings", "placings", "teams", "reported", "tables"))


def test_its_lists_are_read(stored: Path, file: EventFile, tmp_path: Path) -> None:
    """Exported entrants can be imported into another event, and exported results equal those of the event."""
    event, lists = file.event(), stored.name.removesuffix(".kam.xz")
    people = read_unpacked(stored.with_name(f"{lists}-entrants.csv.xz")).decode("utf-8-sig")
    other = Organiser(tmp_path / "other.kam")
    other.run("new", "--name", "Again", "--preset", "evening")
    other.take_in("entrants", *people.splitlines())
    assert EventFile.open(other.path).event().names == event.names
    sheet = parse_csv(read_unpacked(stored.with_name(f"{lists}-results.csv.xz")), "results.csv", RESULTS)
    assert len(sheet.rows) == sum(len(report.lines) for round in event.rounds for report in round.reports.values())
    assert results_from(event, sheet, len(event.rounds)) == []
    places = read_unpacked(stored.with_name(f"{lists}-standings.csv.xz")).decode("utf-8-sig").splitlines()[1:]
    assert [line.split(",")[1] for line in places] == [
        event.names[number] for _, number in recorded_event(stored)["placings"]
    ]


@pytest.mark.parametrize("stored", [path for path in EVENTS if path.name.startswith("under_way")], ids=shelf_name)
def test_an_event_under_way_goes_on(stored: Path, tmp_path: Path) -> None:
    """An event in progress goes on: questions settled, tables reported, the next round drawn, undone and played."""
    file = open_copy(stored, tmp_path)
    desk, before = Organiser(file.path), recorded_event(stored)
    desk.run("settle", *before["questions"])
    desk.play(*before["reported"][-1])
    event = file.event()
    assert event.rounds[-1].is_complete
    assert not event.rounds[-1].proposals
    assert all(row[4] == len(event.rounds) for row in describe_event(event, file.entries())["standings"])
    desk.run("draw", "--seed", 3, "--method", "greedy")
    assert len(file.event().rounds) == len(event.rounds) + 1
    desk.run("undo", desk.last())
    assert file.event() == event
    desk.run("undo", desk.last())
    desk.play()
    assert describe_event(file.event(), file.entries())["reported"][-1] == [1, 2, 3]
