"""The file of an event: an append-only trail in one copyable file, with every change undoable."""

import shutil
import sqlite3
from pathlib import Path

import msgspec
import pytest

from kamchatka.editions.tournament import PlayerResult
from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events.changes import (
    Absent,
    Amended,
    AnyChange,
    ClockSet,
    Drawn,
    DrawnTable,
    EventOpened,
    PlayerEntered,
    SetAside,
    SettingsChanged,
    Settled,
    Withdrew,
)
from kamchatka.tournament.events.descriptions import describe
from kamchatka.tournament.events.event_file import EventFile
from kamchatka.tournament.events.trail import find_undone
from kamchatka.tournament.settings.settings import EventSettings
from tests.tournament.kit import report_change, settings

LINES = [PlayerResult(1, 20), PlayerResult(2, 15), PlayerResult(3, 10), PlayerResult(4, 5)]
TABLE = (DrawnTable(1, (1, 2, 3, 4)),)
# One of each kind, in a valid order.
ALL: list[AnyChange] = [
    *(PlayerEntered(number, name) for number, name in enumerate(["Ada", "Bruno", "Carla", "Dino", "Eva"], start=1)),
    SettingsChanged(settings("ranking", "minutes=105")),
    Amended(5, "Eva Rossi", "Roma"),
    Withdrew(5),
    Drawn(1, "round", TABLE, 7, "greedy"),
    Withdrew(5, back=True),
    Absent(1, 4, 5),
    Absent(1, 5, 4),
    ClockSet(1, 0, 1000.0, True),
    SetAside("x.csv", 3, "?", "no", "no"),
    Settled(15, "fatto"),
    report_change(1, 1, LINES),
    report_change(1, 1, [PlayerResult(1, 21), *LINES[1:]], correction=True),
]


@pytest.fixture
def full_event(tmp_path: Path) -> EventFile:
    """Create an event with one change of every kind."""
    file = EventFile.create(tmp_path / "event.kam", EventOpened("Prova", EventSettings()), "Gina")
    file.add(ALL, "Gina")
    return file


def test_an_event_is_read_back_from_its_file(full_event: EventFile) -> None:
    """The event's authors are restored too, even from a plain copy of the file."""
    copy = full_event.path.with_name("copy.kam")
    shutil.copy(full_event.path, copy)
    assert [path.name for path in sorted(full_event.path.parent.iterdir())] == ["copy.kam", "event.kam"]
    event = EventFile.open(copy).event()
    assert event == full_event.event()
    assert (event.settings.minutes, event.entrants[5].name) == (105, "Eva Rossi")
    assert event.rounds[0].reports[1].lines[0].points == 21
    assert [entry.change for entry in full_event.entries()][1:] == ALL
    assert {entry.who for entry in full_event.entries()} == {"Gina"}


def test_every_change_can_be_undone_and_brought_back(full_event: EventFile) -> None:
    """Undoing entries one by one restores each earlier state; undoing the undos restores the event."""
    wanted, events = full_event.event(), list[object]()
    for number in range(len(full_event.entries()), 1, -1):
        events.append(full_event.event())
        full_event.undo([number])
    assert full_event.event().entrants == {}
    assert full_event.event().settings == EventSettings()
    undoings = [entry.number for entry in full_event.entries() if entry.undoes is not None]
    for number in reversed(undoings):
        full_event.undo([number])
        assert full_event.event() == events.pop()
    assert full_event.event() == wanted


def test_undoing_leaves_a_trail(full_event: EventFile) -> None:
    """An undone correction stays in the trail, marked as undone."""
    before = full_event.entries()
    last = before[-1].number
    full_event.undo([last], "Hugo")
    after = full_event.entries()
    assert after[:-1] == before
    assert (after[-1].undoes, after[-1].who) == (last, "Hugo")
    assert find_undone(after) == {last}
    assert full_event.event().rounds[0].reports[1].lines[0].points == 20


def test_what_others_rest_on_is_not_undone_alone(full_event: EventFile) -> None:
    """The dependent change is named; both can be undone together."""
    with pytest.raises(Problem, match="Entry 2 cannot be undone alone, entry 10 rests on it: No entrant has"):
        full_event.undo([2])
    assert find_undone(full_event.entries()) == set()
    with pytest.raises(Problem, match="entry 18 rests on it"):
        full_event.undo([17])
    full_event.undo([17, 18])
    assert full_event.event().rounds[0].reports == {}


@pytest.mark.parametrize("number", [0, 1, 99, -1])
def test_what_cannot_be_undone(full_event: EventFile, number: int) -> None:
    """The opening can't, nor can missing entries."""
    with pytest.raises(Problem, match=f"Entry {number} cannot be undone"):
        full_event.undo([number])


def test_what_is_undone_is_not_undone_again(full_event: EventFile) -> None:
    """The refusal has a message."""
    full_event.undo([18])
    with pytest.raises(Problem, match="is undone already"):
        full_event.undo([18])


def test_changes_go_in_all_or_none(full_event: EventFile) -> None:
    """A duplicate in the middle leaves the file unchanged."""
    before = full_event.path.read_bytes()
    with pytest.raises(Problem, match="“ADA” is already entered as number 1"):
        full_event.add([PlayerEntered(6, "Fabio"), PlayerEntered(7, "ADA")])
    assert full_event.path.read_bytes() == before


def test_the_database_itself_refuses_to_rewrite_the_trail(full_event: EventFile) -> None:
    """Even manual SQL is refused."""
    other = sqlite3.connect(full_event.path)
    for statement in ("UPDATE trail SET who = 'nobody'", "DELETE FROM trail WHERE number = 3"):
        with pytest.raises(sqlite3.IntegrityError, match="the trail only grows"):
            other.execute(statement)
    other.close()


def test_a_trail_that_was_tampered_with_is_not_believed(full_event: EventFile) -> None:
    """Removing the triggers breaks the seal."""
    other = sqlite3.connect(full_event.path)
    other.execute("DROP TRIGGER trail_is_never_changed")
    other.execute("UPDATE trail SET change = replace(change, 'Bruno', 'Brunello') WHERE number = 3")
    other.commit()
    other.close()
    with pytest.raises(Problem, match="Entry 3 of the trail is not as it was written"):
        full_event.event()


def test_two_desks_on_one_file(full_event: EventFile) -> None:
    """Two desks see each other's changes, and both are stored."""
    other = EventFile.open(full_event.path)
    other.add([PlayerEntered(6, "Fabio")])
    full_event.add([PlayerEntered(7, "Gina")])
    assert list(other.event().entrants) == [1, 2, 3, 4, 5, 6, 7]


def test_a_file_that_is_in_use_is_a_sentence(full_event: EventFile, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no traceback when another program locks it."""
    other = sqlite3.connect(full_event.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    monkeypatch.setattr("kamchatka.tournament.events.event_file.PATIENCE", 0.01)
    with pytest.raises(Problem, match="cannot be written: database is locked"):
        full_event.add([PlayerEntered(6, "Fabio")])
    other.close()


def test_files_that_are_none_of_ours(tmp_path: Path) -> None:
    """Files are missing, foreign, newer, or exist already."""
    with pytest.raises(Problem, match="There is no file"):
        EventFile.open(tmp_path / "none.kam")
    text = tmp_path / "text.kam"
    text.write_text("hello " * 100)
    foreign = tmp_path / "foreign.kam"
    empty = sqlite3.connect(foreign)
    empty.execute("CREATE TABLE t (x)")
    empty.close()
    for path in (text, foreign):
        with pytest.raises(Problem, match="holds no event"):
            EventFile.open(path)
    with pytest.raises(Problem, match="an event is never overwritten"):
        EventFile.create(text, EventOpened("Prova", EventSettings()))
    with pytest.raises(Problem, match="cannot be opened"):
        EventFile.create(tmp_path / "no" / "x.kam", EventOpened("Prova", EventSettings()))
    newer = EventFile.create(tmp_path / "newer.kam", EventOpened("Prova", EventSettings()))
    other = sqlite3.connect(newer.path)
    other.execute("PRAGMA user_version = 99")
    other.close()
    with pytest.raises(Problem, match="is of a newer version"):
        EventFile.open(newer.path)


def test_every_change_has_its_words(full_event: EventFile) -> None:
    """Every change has a description in both languages, with names instead of numbers."""
    names = full_event.event().names
    for entry in full_event.entries():
        assert entry.change is not None
        said = describe(entry.change, names)
        assert said.text("it")
        assert said.text("en")
    assert describe(ALL[-1], names).text("en") == "round 1, table 1 corrected: Ada 21, Bruno 15, Carla 10, Dino 5"


def test_one_table_is_drawn_and_two_are() -> None:
    """The noun agrees with the number."""
    one, two = (describe(Drawn(1, "round", tables, 7, "greedy"), {}) for tables in (TABLE, TABLE * 2))
    assert one.text("it") == "turno 1: 1 tavolo sorteggiato, seme 7, greedy"
    assert one.text("en") == "round 1: 1 table drawn, seed 7, greedy"
    assert two.text("it") == "turno 1: 2 tavoli sorteggiati, seme 7, greedy"
    assert two.text("en") == "round 1: 2 tables drawn, seed 7, greedy"


def test_the_whole_event_travels_as_json(full_event: EventFile) -> None:
    """Pages and other programs read it."""
    event = full_event.event()
    assert msgspec.json.decode(msgspec.json.encode(event), type=type(event)) == event
