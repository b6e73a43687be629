"""Events as JSON Lines: export and import lose nothing, and forged trails are refused."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events.changes import EventOpened, PlayerEntered
from kamchatka.tournament.events.event_file import EventFile
from kamchatka.tournament.events.exchange import MOST_ENTRIES, read_lines, write_lines
from kamchatka.tournament.events.folding import fold
from kamchatka.tournament.events.trail import TrailRow, mark_of, standing_changes
from kamchatka.tournament.settings.settings import EventSettings
from tests.stored.shelf import read_unpacked, shelf_name, stored_files

Line = dict[str, Any]


@pytest.fixture
def file(tmp_path: Path) -> EventFile:
    """Create an event of five entries, one of them undone."""
    made = EventFile.create(tmp_path / "x.kam", EventOpened("Prova", EventSettings()), "Gina")
    made.add([PlayerEntered(1, "Ada"), PlayerEntered(2, "Bruno"), PlayerEntered(3, "Carla")], "Gina")
    made.undo([4], "Gina")
    return made


def forge(file: EventFile, **changes: Any) -> bytes:
    """Change the last line and recompute every mark, as a forger could."""
    header, *lines = write_lines(file.rows()).splitlines()
    told: list[Line] = [json.loads(line) for line in lines]
    told[-1] |= changes
    mark = ""
    for one in told:
        text = None if one["change"] is None else json.dumps(one["change"], separators=(",", ":"), ensure_ascii=False)
        mark = one["mark"] = mark_of(mark, one["number"], one["at"], one["who"], text, one["undoes"])
    return b"\n".join([header, *(json.dumps(one, separators=(",", ":")).encode() for one in told)])


def test_lines_are_read_as_they_were_written(file: EventFile, tmp_path: Path) -> None:
    rows, entries = read_lines(write_lines(file.rows()))
    assert rows == file.rows()
    assert entries == file.entries()
    assert EventFile.rewrite(tmp_path / "y.kam", rows).event() == file.event()


@pytest.mark.parametrize("stored", stored_files("**/*.kam.xz"), ids=shelf_name)
def test_events_of_every_version_travel(stored: Path, tmp_path: Path) -> None:
    """Events written by any version can be exported and imported."""
    (tmp_path / "old.kam").write_bytes(read_unpacked(stored))
    old = EventFile.open(tmp_path / "old.kam")
    new = EventFile.rewrite(tmp_path / "new.kam", read_lines(write_lines(old.rows()))[0])
    assert (new.rows(), new.event()) == (old.rows(), old.event())


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"undoes": 5}, "Entry 5 of the trail is none"),  # itself
        ({"undoes": 6}, "Entry 5 of the trail is none"),  # a later entry
        ({"undoes": 1}, "Entry 5 of the trail is none"),  # that there is an event
        ({"undoes": None}, "Entry 5 of the trail is none"),  # an empty trail
        ({"number": 7}, "not as it was written"),
        ({"undoes": 0}, "no event in JSON Lines"),
        ({"undoes": 10**30}, "no event in JSON Lines"),
        ({"who": "x" * 201}, "no event in JSON Lines"),
        ({"more": 1}, "no event in JSON Lines"),
        (
            {"undoes": None, "change": {"kind": "entered", "number": 10**30, "name": "Eva"}},
            "Entry 5 of the trail is none",
        ),
        (
            {"undoes": None, "change": {"kind": "entered", "number": 4, "name": "x" * 1001}},
            "Entry 5 of the trail is none",
        ),
        ({"undoes": None, "change": {"kind": "unheard"}}, "Entry 5 of the trail is none"),
    ],
)
def test_forged_lines_are_refused(file: EventFile, changes: Line, said: str) -> None:
    with pytest.raises(Problem) as caught:
        read_lines(forge(file, **changes))
    assert said in caught.value.text("en")


def test_a_cycle_of_undoings_is_refused(file: EventFile) -> None:
    """Of two entries that undo each other, one has to refer to a later one."""
    rows = file.rows()
    again = [TrailRow(5, "", "", None, 6, ""), TrailRow(6, "", "", None, 5, "")]
    for row in again:
        rows[4:] = [*rows[4 : row.number - 1], _marked(row, rows[row.number - 2].mark)]
    with pytest.raises(Problem, match="Entry 5 of the trail is none"):
        read_lines(write_lines(rows))


def test_a_forged_file_on_the_own_disk_is_refused_too(file: EventFile) -> None:
    """The forged file's mark is correct."""
    rows = file.rows()
    with closing(sqlite3.connect(file.path)) as connection, connection:
        connection.execute(
            "INSERT INTO trail VALUES (?, ?, ?, ?, ?, ?)", _marked(TrailRow(6, "", "", None, 6, ""), rows[-1].mark)[:6]
        )
    with pytest.raises(Problem, match="Entry 6 of the trail is none"):
        file.event()


def test_a_long_chain_of_undoings_is_folded_in_one_pass(file: EventFile) -> None:
    """The longest possible chain of undos, each undoing the one before, is folded in one pass."""
    rows = file.rows()
    while len(rows) < MOST_ENTRIES:
        last = rows[-1]
        rows.append(_marked(TrailRow(last.number + 1, "", "", None, last.number, ""), last.mark))
    entries = read_lines(write_lines(rows))[1]
    assert len(entries) == MOST_ENTRIES
    assert list(fold(standing_changes(entries)).entrants) == [1, 2, 3]  # the last undo stands, so the first does not


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "no event in JSON Lines"),
        (b"[" * 100_000, "no event in JSON Lines"),
        (b'{"kamchatka":"event","version":2}\n', "newer version"),
        (b'{"kamchatka":"event","version":1}\n' + b"[" * 100_000, "no event in JSON Lines"),
        (b'{"kamchatka":"event","version":1}\n{"number":1,"at":"\xff"}', "no event in JSON Lines"),
        (b"SQLite format 3\0" + bytes(1000), "kamchatka tournament export"),
        (b'{"kamchatka":"event","version":1}\n' + b" " * 2_000_001, "too long"),
        (b'{"kamchatka":"event","version":1}\n' + b"{}\n" * (MOST_ENTRIES + 1), "too long"),
    ],
)
def test_what_is_no_event_is_said_to_be_none(data: bytes, said: str) -> None:
    with pytest.raises(Problem) as caught:
        read_lines(data)
    assert said in caught.value.text("en")


def test_nothing_is_written_that_could_not_be_read_again(file: EventFile) -> None:
    before = file.path.read_bytes()
    with pytest.raises(Problem, match="more than the file of an event can hold"):
        file.add([PlayerEntered(2**63, "Eva")])
    assert file.path.read_bytes() == before


def _marked(row: TrailRow, before: str) -> TrailRow:
    return row._replace(mark=mark_of(before, row.number, row.at, row.who, row.change, row.undoes))
