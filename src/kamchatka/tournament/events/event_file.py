"""An event on the disk: one SQLite file whose trail only grows. What is undone stays in it, as does who undid it."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events.changes import AnyChange, EventOpened
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.folding import ChangeDoesNotFit, fold
from kamchatka.tournament.events.trail import (
    TrailEntry,
    TrailRow,
    entries_of,
    next_row,
    standing_changes,
    undone_entries,
)

APPLICATION = 0x4B414D54  # "KAMT": tells our files from other people's databases
VERSION = 1
PATIENCE = 10.0  # seconds to wait for another desk that is writing
SCHEMA = """
CREATE TABLE trail (
    number INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    who TEXT NOT NULL,
    change TEXT,
    undoes INTEGER REFERENCES trail (number),
    mark TEXT NOT NULL
) STRICT;
CREATE TRIGGER trail_is_never_changed BEFORE UPDATE ON trail BEGIN SELECT RAISE (ABORT, 'the trail only grows'); END;
CREATE TRIGGER trail_is_never_cut BEFORE DELETE ON trail BEGIN SELECT RAISE (ABORT, 'the trail only grows'); END;
"""


class UnreadableEventFile(Problem):
    """The file itself gives trouble: it doesn't exist, isn't one of ours, or cannot be written."""


ChangeMaker = Callable[[Event, Sequence[TrailEntry]], Sequence[AnyChange]]


class EventFile:
    """The file of one event, open only during a call; what a call changes is on the disk when it returns."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def create(cls, path: Path, opened: EventOpened, who: str = "") -> "EventFile":
        """A new event; a Problem if the file is there already."""
        if path.exists():
            raise Problem("event.file_exists", path=path)
        with _new(path) as connection:
            _append(connection, [], opened, None, who)
        return cls(path)

    @classmethod
    def rewrite(cls, path: Path, rows: Sequence[TrailRow]) -> "EventFile":
        """A file of our own making with a trail that was written elsewhere; a Problem if it makes no event."""
        if path.exists():
            raise Problem("event.file_exists", path=path)
        fold(standing_changes(entries_of(rows)))
        with _new(path) as connection:
            for row in rows:
                _insert(connection, row)
        return cls(path)

    @classmethod
    def open(cls, path: Path) -> "EventFile":
        """The event kept in a file; a Problem if it is none of ours, or newer than this program."""
        if not path.is_file():
            raise UnreadableEventFile("event.no_file", path=path)
        with _connected(path) as connection:
            trail = connection.execute("SELECT type FROM sqlite_master WHERE name = 'trail'").fetchone()
            ours = connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION and trail == ("table",)
            version = connection.execute("PRAGMA user_version").fetchone()[0]
        if not ours:
            raise UnreadableEventFile("event.not_a_file", path=path)
        if version > VERSION:
            raise UnreadableEventFile("event.newer", path=path)
        return cls(path)

    # -------------------------------------------------------------- reading
    def entries(self) -> list[TrailEntry]:
        """The whole trail; a Problem names the first line that is not as it was written."""
        with _connected(self.path) as connection:
            return _entries(connection)

    def rows(self) -> list[TrailRow]:
        """The trail as it is written, to be carried elsewhere."""
        with _connected(self.path) as connection:
            rows = _rows(connection)
        entries_of(rows)
        return rows

    def copy(self) -> bytes:
        """The file as it is, with nobody writing meanwhile."""
        with _connected(self.path) as connection:
            connection.execute("BEGIN IMMEDIATE")
            data = self.path.read_bytes()
            connection.execute("ROLLBACK")
        return data

    def event(self) -> Event:
        """The event as the trail leaves it."""
        return fold(standing_changes(self.entries()))

    # -------------------------------------------------------------- writing
    def add(self, changes: Sequence[AnyChange], who: str = "") -> list[int]:
        """Append changes that fit the event, all or none; their numbers in the trail."""
        return self.write(lambda event, entries: changes, who)

    def write(self, make: ChangeMaker, who: str = "") -> list[int]:
        """The same for changes that depend on the event: nobody else writes between looking and writing."""
        with self._writing() as (connection, entries):
            changes = make(fold(standing_changes(entries)), entries)
            fresh = [_append(connection, entries, change, None, who) for change in changes]
            fold(standing_changes(entries))
        return fresh

    def undo(self, numbers: Sequence[int], who: str = "") -> list[int]:
        """Undo lines of the trail (an undoing too), the last first; a Problem if a later change rests on one."""
        with self._writing() as (connection, entries):
            gone = undone_entries(entries)
            for number in numbers:
                _check_undo(entries, number, gone)
            fresh = [_append(connection, entries, None, number, who) for number in sorted(numbers, reverse=True)]
            _check_rest(entries, numbers)
        return fresh

    @contextmanager
    def _writing(self) -> Iterator[tuple[sqlite3.Connection, list[TrailEntry]]]:
        """One writer at a time; what fails leaves the file as it was."""
        with _connected(self.path) as connection:
            try:
                connection.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                raise UnreadableEventFile("file.not_written", path=self.path, why=error) from None
            try:
                yield connection, _entries(connection)
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")


# ------------------------------------------------------------------ lines of the trail
def _rows(connection: sqlite3.Connection) -> list[TrailRow]:
    found = connection.execute("SELECT number, at, who, change, undoes, mark FROM trail ORDER BY number")
    return [TrailRow(*row) for row in found]


def _entries(connection: sqlite3.Connection) -> list[TrailEntry]:
    return entries_of(_rows(connection))


def _check_undo(entries: list[TrailEntry], number: int, gone: set[int]) -> None:
    if not 1 < number <= len(entries) or number in gone:
        raise Problem("event.not_undone", number=number)


def _check_rest(entries: list[TrailEntry], numbers: Sequence[int]) -> None:
    """What stands must make an event without what was undone."""
    try:
        fold(standing_changes(entries))
    except ChangeDoesNotFit as problem:
        told = ", ".join(map(str, sorted(numbers)))
        raise Problem("event.rests_on_it", entries=told, number=problem.number, problem=problem) from None


def _append(
    connection: sqlite3.Connection, entries: list[TrailEntry], change: AnyChange | None, undoes: int | None, who: str
) -> int:
    at = datetime.now(UTC).isoformat(timespec="seconds")
    row = next_row(entries[-1] if entries else None, change, undoes, who, at)
    entries.append(TrailEntry(row.number, at, who, change, undoes, row.mark))
    _insert(connection, row)
    return row.number


def _insert(connection: sqlite3.Connection, row: TrailRow) -> None:
    connection.execute("INSERT INTO trail VALUES (?, ?, ?, ?, ?, ?)", row)


@contextmanager
def _new(path: Path) -> Iterator[sqlite3.Connection]:
    """A new file with an empty trail; whatever is written into it is there whole or not at all."""
    with _connected(path) as connection:
        marks = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};"
        connection.executescript("BEGIN IMMEDIATE;" + marks + SCHEMA)
        yield connection
        connection.execute("COMMIT")


@contextmanager
def _connected(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that keeps everything in the one file, synced before a call returns."""
    connection: sqlite3.Connection | None = None
    try:
        connection = sqlite3.connect(path, isolation_level=None, timeout=PATIENCE)
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        yield connection
    except sqlite3.OperationalError as error:
        raise UnreadableEventFile("event.not_opened_file", path=path, error=error) from None
    except sqlite3.DatabaseError:
        raise UnreadableEventFile("event.not_a_file", path=path) from None
    finally:
        if connection is not None:
            connection.close()
