"""Event files: which file is at fault, who wrote what and when, and undoing several entries at once."""

import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events.changes import EventOpened, PlayerEntered, Withdrew
from kamchatka.tournament.events.event_file import EventFile
from kamchatka.tournament.events.growing import changing_rows, opening_row
from kamchatka.tournament.events.trail import TrailGrew, TrailRow, next_row, with_author
from tests.tournament.kit import settings

OPENED = EventOpened("Prova", settings("ranking"))


@pytest.fixture
def event_of_three(tmp_path: Path) -> EventFile:
    """Return an event with three players, two of whom have left."""
    file = EventFile.create(tmp_path / "cup.kam", OPENED)
    file.add([PlayerEntered(1, "Ada"), PlayerEntered(2, "Bruno"), PlayerEntered(3, "Carla")])
    file.add([Withdrew(1), Withdrew(2)])
    return file


def opening_problem(path: Path) -> str:
    """Return the problem with a file that cannot be opened."""
    with pytest.raises(Problem) as caught:
        EventFile.open(path)
    return caught.value.sentence("en")


def test_a_file_that_gives_trouble_is_named(event_of_three: EventFile, tmp_path: Path) -> None:
    """Files are missing, foreign, newer, or exist already."""
    none, foreign = tmp_path / "none.kam", tmp_path / "foreign.kam"
    sqlite3.connect(foreign).execute("CREATE TABLE t (x)").connection.close()
    assert opening_problem(none) == f"There is no file “{none}”."
    assert opening_problem(foreign) == f"The file “{foreign}” holds no event."
    said = f"The file “{event_of_three.path}” is there already: an event is never overwritten."
    with pytest.raises(Problem) as caught:
        EventFile.create(event_of_three.path, OPENED)
    assert caught.value.sentence("en") == said
    with pytest.raises(Problem) as caught:
        EventFile.rewrite(event_of_three.path, event_of_three.rows())
    assert caught.value.sentence("en") == said
    newer = sqlite3.connect(event_of_three.path)
    newer.execute("PRAGMA user_version = 99")
    newer.close()
    assert (
        opening_problem(event_of_three.path)
        == f"The file “{event_of_three.path}” is of a newer version: update kamchatka."
    )


def test_nobody_named_is_nobody_and_the_time_is_that_of_greenwich(event_of_three: EventFile) -> None:
    """Every entry has its time, with the zone."""
    event_of_three.undo([5])
    event_of_three.write(lambda event, entries: [PlayerEntered(4, "Dino")])
    assert {entry.who for entry in event_of_three.entries()} == {""}
    for entry in event_of_three.entries():
        at = datetime.fromisoformat(entry.at)
        assert at.tzinfo is not None
        assert at <= datetime.now(UTC)


def test_several_entries_are_undone_the_last_first(event_of_three: EventFile) -> None:
    """Restoring them then starts with the first."""
    numbers = event_of_three.undo([5, 6])
    assert [entry.undoes for entry in event_of_three.entries()][-2:] == [6, 5]
    assert numbers == [7, 8]
    assert not any(entrant.withdrawn for entrant in event_of_three.event().entrants.values())


def test_entries_on_which_another_rests_are_named_together(event_of_three: EventFile) -> None:
    """The entries of Ada and Bruno can't be undone because of their later departures."""
    with pytest.raises(Problem) as caught:
        event_of_three.undo([3, 2])
    assert caught.value.sentence("en") == (
        "Entry 2, 3 cannot be undone alone, entry 5 rests on it: No entrant has the number 1. Undo that one too."
    )


def test_what_no_file_can_hold_is_told_before_it_is_written(event_of_three: EventFile) -> None:
    """The example is a name longer than any desk allows."""
    with pytest.raises(Problem, match=r"This is more than the file of an event can hold: Expected `str` of length"):
        event_of_three.add([PlayerEntered(4, "x" * 1001)])
    assert len(event_of_three.entries()) == 6


# ------------------------------------------------------------------ rows composed elsewhere, and migration
def next_rows(file: EventFile, *entered: PlayerEntered) -> list[TrailRow]:
    """Return the rows that would be appended now."""
    return changing_rows(lambda event, entries: entered, file.event(), file.entries(), "Gina")


def test_rows_are_appended_to_the_trail_that_they_were_made_for(event_of_three: EventFile) -> None:
    """The second of two concurrent writers is refused."""
    assert [row.number for row in event_of_three.rows_from(5)] == [5, 6]
    last = event_of_three.rows()[-1].mark
    dino, eva = (next_rows(event_of_three, PlayerEntered(4, name)) for name in ("Dino", "Eva"))
    event_of_three.append(last, dino)
    after = event_of_three.rows()
    assert after[-1] == dino[0]
    for mark in (last, event_of_three.rows()[0].mark, ""):
        with pytest.raises(TrailGrew):
            event_of_three.append(mark, eva)
    assert event_of_three.rows() == after
    assert [entrant.name for entrant in event_of_three.event().entrants.values()] == ["Ada", "Bruno", "Carla", "Dino"]


def test_a_sealed_file_is_read_and_never_written(event_of_three: EventFile) -> None:
    """A file is sealed only at the exported end; then it is read-only, and writers learn where it continues."""
    last, before = event_of_three.rows()[-1].mark, event_of_three.rows()
    with pytest.raises(TrailGrew):
        event_of_three.seal(before[0].mark)
    assert not event_of_three.is_sealed()
    event_of_three.append(last, next_rows(event_of_three, PlayerEntered(4, "Dino")))
    with pytest.raises(TrailGrew):
        event_of_three.seal(last)
    event_of_three.seal(event_of_three.rows()[-1].mark)
    assert event_of_three.is_sealed()
    assert EventFile.open(event_of_three.path).is_sealed()
    sealed = event_of_three.rows()
    for deed in (
        lambda: event_of_three.add([Withdrew(3)]),
        lambda: event_of_three.undo([5]),
        lambda: event_of_three.forget_author(1, "Ada"),
    ):
        with pytest.raises(Problem) as caught:
            deed()
        assert str(event_of_three.path) in caught.value.sentence("en")
    assert event_of_three.rows() == sealed
    with (
        pytest.raises(sqlite3.IntegrityError, match="the trail goes on elsewhere"),
        sqlite3.connect(event_of_three.path) as line,
    ):
        line.execute("INSERT INTO trail SELECT number + 1, at, who, change, undoes, mark FROM trail")
    line.close()


def test_an_author_leaves_the_trail_and_the_file(tmp_path: Path) -> None:
    """Erasing an author removes every byte of the name, keeps the trail valid and allows it to grow.

    Authors are users of one server: neither the same number at another server nor a namesake is the same author.
    """
    file = EventFile.lay_down(tmp_path / "cup.kam", with_author([opening_row(OPENED, "Gina Lollo")], 7), "here")
    for n, (player, who, author) in enumerate(
        [("Ada", "Piero", 8), ("Bruno", "Gina Lollo", 7), ("Carla", "Ginetta", 7), ("Dino", "Piero", None)], start=1
    ):
        last = file.rows()[-1]
        file.append(last.mark, with_author([next_row(last, PlayerEntered(n, player), None, who, "2026-11-17")], author))
    before = file.rows()
    assert [row.author for row in before] == [7, 8, 7, 7, None]
    elsewhere = EventFile.open(file.path, "elsewhere")
    assert [row.author for row in elsewhere.rows()] == [None] * 5
    elsewhere.forget_author(7, "deleted")
    file.forget_author(9, "deleted")
    assert file.rows() == before
    file.forget_author(7, "deleted")
    assert [entry.who for entry in file.entries()] == ["deleted", "Piero", "deleted", "deleted", "Piero"]
    assert [row.author for row in file.rows()] == [None, 8, None, None, None]
    changed = [(row.number, row.at, row.change, row.undoes) for row in file.rows()]
    assert changed == [(row.number, row.at, row.change, row.undoes) for row in before]
    assert b"Gina Lollo" not in file.path.read_bytes()
    assert b"Ginetta" not in file.path.read_bytes()
    with pytest.raises(sqlite3.IntegrityError, match="the trail only grows"), sqlite3.connect(file.path) as line:
        line.execute("UPDATE trail SET who = 'Ada'")
    line.close()
    EventFile.open(file.path).add([PlayerEntered(5, "Elsa")], "Piero")
    file.forget_author(8, "nobody")
    assert [entry.who for entry in file.entries()] == ["deleted", "nobody", "deleted", "deleted", "Piero", "Piero"]
