"""An event on the disk: one SQLite file whose trail only grows. What is undone stays in it, as does who undid it."""

import hashlib
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events.changes import AnyChange, EventOpened
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.folding import ChangeDoesNotFit, fold

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


class TrailEntry(msgspec.Struct, frozen=True):
    """A line of the trail: a change, or the undoing of an earlier line."""

    number: int
    at: str
    who: str
    change: AnyChange | None
    undoes: int | None
    mark: str


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
    def rewrite(cls, path: Path, entries: Sequence[TrailEntry]) -> "EventFile":
        """A file of our own making with somebody else's trail: whatever else their file held stays out."""
        fold(standing_changes(entries))
        with _new(path) as connection:
            for one in entries:
                _insert(connection, one)
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
def _entries(connection: sqlite3.Connection) -> list[TrailEntry]:
    found, mark = list[TrailEntry](), ""
    for row in connection.execute("SELECT number, at, who, change, undoes, mark FROM trail ORDER BY number"):
        number, at, who, text, undoes, sealed = row
        mark = _mark(mark, number, at, who, text, undoes)
        if mark != sealed:
            raise Problem("event.changed_entry", number=number)
        change = None if text is None else msgspec.json.decode(text, type=AnyChange)
        found.append(TrailEntry(number, at, who, change, undoes, mark))
    return found


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
    number, at = len(entries) + 1, datetime.now(UTC).isoformat(timespec="seconds")
    mark = _mark(entries[-1].mark if entries else "", number, at, who, _text(change), undoes)
    entries.append(TrailEntry(number, at, who, change, undoes, mark))
    _insert(connection, entries[-1])
    return number


def _insert(connection: sqlite3.Connection, one: TrailEntry) -> None:
    connection.execute(
        "INSERT INTO trail VALUES (?, ?, ?, ?, ?, ?)",
        (one.number, one.at, one.who, _text(one.change), one.undoes, one.mark),
    )


def _text(change: AnyChange | None) -> str | None:
    return None if change is None else msgspec.json.encode(change).decode()


def undone_entries(entries: Sequence[TrailEntry]) -> set[int]:
    """The numbers of the lines that no longer stand; an undoing that was itself undone undoes nothing."""
    gone = set[int]()
    for entry in reversed(entries):
        if entry.undoes is not None and entry.number not in gone:
            gone.add(entry.undoes)
    return gone


def standing_changes(entries: Sequence[TrailEntry]) -> Iterator[tuple[int, AnyChange]]:
    """The changes that stand, with their numbers."""
    gone = undone_entries(entries)
    return ((entry.number, entry.change) for entry in entries if entry.change is not None and entry.number not in gone)


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


def _mark(before: str, *parts: object) -> str:
    return hashlib.blake2b(before.encode() + msgspec.json.encode(parts), digest_size=8).hexdigest()
