"""An event on the disk: one SQLite file whose trail only grows. What is undone stays in it, as does who undid it."""

import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events.changes import AnyChange, EventOpened
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.folding import fold
from kamchatka.tournament.events.growing import ChangeMaker, changing_rows, opening_row, undoing_rows
from kamchatka.tournament.events.trail import TrailEntry, TrailGrew, TrailRow, entries_of, renamed, standing_changes

APPLICATION = 0x4B414D54  # "KAMT": tells our files from other people's databases
VERSION = 1
PATIENCE = 10.0  # seconds to wait for another desk that is writing
TRAIL = """
CREATE TABLE trail (
    number INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    who TEXT NOT NULL,
    change TEXT,
    undoes INTEGER REFERENCES trail (number),
    mark TEXT NOT NULL
) STRICT;
"""
GUARD = "CREATE TRIGGER {name} BEFORE {deed} ON trail BEGIN SELECT RAISE (ABORT, '{said}'); END;"
NEVER_CHANGED = GUARD.format(name="trail_is_never_changed", deed="UPDATE", said="the trail only grows")
NEVER_CUT = GUARD.format(name="trail_is_never_cut", deed="DELETE", said="the trail only grows")
SEAL = "trail_is_kept_elsewhere"
SEALED = GUARD.format(name=SEAL, deed="INSERT", said="the trail goes on elsewhere")


class UnreadableEventFile(Problem):
    """The file itself gives trouble: it doesn't exist, isn't one of ours, or cannot be written."""


class EventFile:
    """The file of one event, open only during a call; what a call changes is on the disk when it returns."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def create(cls, path: Path, opened: EventOpened, who: str = "") -> "EventFile":
        """A new event; a Problem if the file is there already."""
        return cls.lay_down(path, [opening_row(opened, who)])

    @classmethod
    def rewrite(cls, path: Path, rows: Sequence[TrailRow]) -> "EventFile":
        """A file of our own making with a trail that was written elsewhere; a Problem if it makes no event."""
        fold(standing_changes(entries_of(rows)))
        return cls.lay_down(path, rows)

    @classmethod
    def lay_down(cls, path: Path, rows: Sequence[TrailRow]) -> "EventFile":
        """The same for a trail that is known to make an event."""
        if path.exists():
            raise Problem("event.file_exists", path=path)
        with _connected(path) as connection:
            marks = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};"
            connection.executescript("BEGIN IMMEDIATE;" + marks + TRAIL + NEVER_CHANGED + NEVER_CUT)
            _insert(connection, rows)
            connection.execute("COMMIT")
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
        return entries_of(self.rows_from(1))

    def rows(self) -> list[TrailRow]:
        """The trail as it is written, to be carried elsewhere; a Problem as above."""
        rows = self.rows_from(1)
        entries_of(rows)
        return rows

    def rows_from(self, first: int) -> list[TrailRow]:
        """The rows from a number on, whatever they say."""
        with _connected(self.path) as connection:
            return _rows(connection, first)

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
        with self._writing() as connection:
            entries = entries_of(_rows(connection))
            rows = changing_rows(make, fold(standing_changes(entries)), entries, who)
            _insert(connection, rows)
        return [row.number for row in rows]

    def undo(self, numbers: Sequence[int], who: str = "") -> list[int]:
        """Undo lines of the trail (an undoing too), the last first; a Problem if a later change rests on one."""
        with self._writing() as connection:
            rows = undoing_rows(numbers, entries_of(_rows(connection)), who)
            _insert(connection, rows)
        return [row.number for row in rows]

    def append(self, after: str, rows: Sequence[TrailRow]) -> None:
        """Rows that were made for a trail whose last mark is `after`; TrailGrew if that is not so any more."""
        with self._writing() as connection:
            _check_end(connection, after)
            _insert(connection, rows)

    def rename(self, names: Collection[str], name: str) -> None:
        """Whoever did something under one of those names did it under another: the trail is marked anew."""
        with self._writing() as connection:
            before = _rows(connection)
            if not any(row.who in names for row in before):
                return
            connection.execute("PRAGMA secure_delete = ON")  # nothing of a name is left in the file
            connection.execute("DROP TRIGGER trail_is_never_changed")
            connection.executemany(
                "UPDATE trail SET who = ?, mark = ? WHERE number = ?",
                [(row.who, row.mark, row.number) for row in renamed(before, names, name)],
            )
            connection.execute(NEVER_CHANGED)

    # -------------------------------------------------------------- moving house
    def seal(self, after: str) -> None:
        """The trail goes on elsewhere: this file can be read and no more be written. TrailGrew as for `append`."""
        with self._writing() as connection:
            _check_end(connection, after)
            connection.execute(SEALED)

    def is_sealed(self) -> bool:
        """Whether the trail goes on elsewhere."""
        with _connected(self.path) as connection:
            return _is_sealed(connection)

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One writer at a time; what fails leaves the file as it was."""
        with _connected(self.path) as connection:
            try:
                connection.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                raise UnreadableEventFile("file.not_written", path=self.path, why=error) from None
            try:
                if _is_sealed(connection):
                    raise UnreadableEventFile("event.sealed", path=self.path)
                yield connection
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")


# ------------------------------------------------------------------ lines of the trail
def _rows(connection: sqlite3.Connection, first: int = 1) -> list[TrailRow]:
    found = connection.execute(
        "SELECT number, at, who, change, undoes, mark FROM trail WHERE number >= ? ORDER BY number", (first,)
    )
    return [TrailRow(*row) for row in found]


def _insert(connection: sqlite3.Connection, rows: Sequence[TrailRow]) -> None:
    connection.executemany("INSERT INTO trail VALUES (?, ?, ?, ?, ?, ?)", rows)


def _check_end(connection: sqlite3.Connection, after: str) -> None:
    if connection.execute("SELECT mark FROM trail ORDER BY number DESC LIMIT 1").fetchone() != (after,):
        raise TrailGrew


def _is_sealed(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (SEAL,)).fetchone() is not None


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
