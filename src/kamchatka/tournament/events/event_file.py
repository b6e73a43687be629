"""Store an event in one SQLite file with an append-only trail.

Undone changes stay in it, with the name of the editor.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events.changes import AnyChange, EventOpened
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.folding import fold
from kamchatka.tournament.events.growing import ChangeMaker, changing_rows, opening_row, undoing_rows
from kamchatka.tournament.events.trail import (
    TrailEntry,
    TrailGrew,
    TrailRow,
    entries_of,
    standing_changes,
    without_author,
)

APPLICATION = 0x4B414D54  # "KAMT": tells our files from other SQLite databases
VERSION = 1
PATIENCE = 10.0  # seconds to wait for another writer
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
# Authors of entries, as user ids of one server. The table is created when a server first writes to the file. Programs
# that do not know it still read and write the trail.
AUTHORS = """
CREATE TABLE IF NOT EXISTS authors (
    number INTEGER NOT NULL REFERENCES trail (number),
    server TEXT NOT NULL,
    user INTEGER NOT NULL,
    PRIMARY KEY (number, server)
) STRICT;
"""
GUARD = "CREATE TRIGGER {name} BEFORE {deed} ON trail BEGIN SELECT RAISE (ABORT, '{said}'); END;"
NEVER_CHANGED = GUARD.format(name="trail_is_never_changed", deed="UPDATE", said="the trail only grows")
NEVER_CUT = GUARD.format(name="trail_is_never_cut", deed="DELETE", said="the trail only grows")
SEAL = "trail_is_kept_elsewhere"
SEALED = GUARD.format(name=SEAL, deed="INSERT", said="the trail goes on elsewhere")


class UnreadableEventFile(Problem):
    """The file does not exist, is not an event file, or cannot be written."""


class EventFile:
    """The file of one event. It is open only during a call, and changes are on disk when the call returns.

    `server` names the server whose user ids are stored as authors. Without it, rows have no authors.
    """

    def __init__(self, path: Path, server: str = "") -> None:
        self.path = path
        self.server = server

    @classmethod
    def create(cls, path: Path, opened: EventOpened, who: str = "") -> "EventFile":
        """Create the file of a new event; a Problem if it already exists."""
        return cls.lay_down(path, [opening_row(opened, who)])

    @classmethod
    def rewrite(cls, path: Path, rows: Sequence[TrailRow]) -> "EventFile":
        """Create a file from a trail that was written elsewhere; a Problem if the trail does not fold into an event."""
        fold(standing_changes(entries_of(rows)))
        return cls.lay_down(path, rows)

    @classmethod
    def lay_down(cls, path: Path, rows: Sequence[TrailRow], server: str = "") -> "EventFile":
        """Create a file from a trail that is known to be valid."""
        if path.exists():
            raise Problem("event.file_exists", path=path)
        with _connect(path) as connection:
            marks = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};"
            connection.executescript("BEGIN IMMEDIATE;" + marks + TRAIL + NEVER_CHANGED + NEVER_CUT)
            _insert(connection, rows, server)
            connection.execute("COMMIT")
        return cls(path, server)

    @classmethod
    def open(cls, path: Path, server: str = "") -> "EventFile":
        """Open an event file; a Problem if it is not ours or was written by a newer version."""
        if not path.is_file():
            raise UnreadableEventFile("event.no_file", path=path)
        with _connect(path) as connection:
            trail = connection.execute("SELECT type FROM sqlite_master WHERE name = 'trail'").fetchone()
            ours = connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION and trail == ("table",)
            version = connection.execute("PRAGMA user_version").fetchone()[0]
        if not ours:
            raise UnreadableEventFile("event.not_a_file", path=path)
        if version > VERSION:
            raise UnreadableEventFile("event.newer", path=path)
        return cls(path, server)

    # -------------------------------------------------------------- reading
    def entries(self) -> list[TrailEntry]:
        """Return the whole trail; a Problem names the first altered entry."""
        return entries_of(self.rows_from(1))

    def rows(self) -> list[TrailRow]:
        """Return the trail as stored, for transfer; a Problem names the first altered entry."""
        rows = self.rows_from(1)
        entries_of(rows)
        return rows

    def rows_from(self, first: int) -> list[TrailRow]:
        """Return the rows from a number on, without checking them."""
        with _connect(self.path) as connection:
            return _rows(connection, first, self.server)

    def copy(self) -> bytes:
        """Return the bytes of the file, read while writers are locked out."""
        with _connect(self.path) as connection:
            connection.execute("BEGIN IMMEDIATE")
            data = self.path.read_bytes()
            connection.execute("ROLLBACK")
        return data

    def event(self) -> Event:
        """Return the event that results from the trail."""
        return fold(standing_changes(self.entries()))

    # -------------------------------------------------------------- writing
    def add(self, changes: Sequence[AnyChange], who: str = "") -> list[int]:
        """Append changes that fit the event, all or none; return their numbers in the trail."""
        return self.write(lambda event, entries: changes, who)

    def write(self, make: ChangeMaker, who: str = "") -> list[int]:
        """Append changes that depend on the event. The file is locked between reading and writing."""
        with self._writing() as connection:
            entries = entries_of(_rows(connection))
            rows = changing_rows(make, fold(standing_changes(entries)), entries, who)
            _insert(connection, rows)
        return [row.number for row in rows]

    def undo(self, numbers: Sequence[int], who: str = "") -> list[int]:
        """Undo trail entries (including undo entries), newest first.

        Raise a Problem if a later change depends on one of them.
        """
        with self._writing() as connection:
            rows = undoing_rows(numbers, entries_of(_rows(connection)), who)
            _insert(connection, rows)
        return [row.number for row in rows]

    def append(self, after: str, rows: Sequence[TrailRow]) -> None:
        """Append rows made for a trail with the last mark `after`; raise TrailGrew if the trail has grown since."""
        with self._writing() as connection:
            _check_end(connection, after)
            _insert(connection, rows, self.server)

    def forget_author(self, author: int, name: str) -> None:
        """Replace a user's name by `name` in the entries written on this server, and recompute the marks."""
        with self._writing() as connection:
            before = _rows(connection, server=self.server)
            if not any(row.author == author for row in before):
                return
            connection.execute("PRAGMA secure_delete = ON")  # overwrite deleted content
            connection.execute("DROP TRIGGER trail_is_never_changed")
            connection.executemany(
                "UPDATE trail SET who = ?, mark = ? WHERE number = ?",
                [(row.who, row.mark, row.number) for row in without_author(before, author, name)],
            )
            connection.execute(NEVER_CHANGED)
            connection.execute("DELETE FROM authors WHERE server = ? AND user = ?", (self.server, author))

    # -------------------------------------------------------------- moving to another store
    def seal(self, after: str) -> None:
        """Make the file read-only because the trail continues elsewhere. Raises TrailGrew as `append` does."""
        with self._writing() as connection:
            _check_end(connection, after)
            connection.execute(SEALED)

    def is_sealed(self) -> bool:
        """Return True if the trail continues elsewhere."""
        with _connect(self.path) as connection:
            return _is_sealed(connection)

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Hold the write lock; roll back on any error."""
        with _connect(self.path) as connection:
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


# ------------------------------------------------------------------ rows of the trail
def _rows(connection: sqlite3.Connection, first: int = 1, server: str = "") -> list[TrailRow]:
    found = connection.execute(
        "SELECT number, at, who, change, undoes, mark FROM trail WHERE number >= ? ORDER BY number", (first,)
    )
    authors = _authors(connection, first, server)
    return [TrailRow._make((*row, authors.get(row[0]))) for row in found]


def _authors(connection: sqlite3.Connection, first: int, server: str) -> dict[int, int]:
    """Return the ids of the server's users who wrote entries, by entry number."""
    if not server or connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'authors'").fetchone() is None:
        return {}
    found = connection.execute("SELECT number, user FROM authors WHERE server = ? AND number >= ?", (server, first))
    return dict(found.fetchall())


def _insert(connection: sqlite3.Connection, rows: Sequence[TrailRow], server: str = "") -> None:
    connection.executemany("INSERT INTO trail VALUES (?, ?, ?, ?, ?, ?)", [row[:6] for row in rows])
    authors = [(row.number, server, row.author) for row in rows if server and row.author is not None]
    if authors:
        connection.execute(AUTHORS)
        connection.executemany("INSERT INTO authors VALUES (?, ?, ?)", authors)


def _check_end(connection: sqlite3.Connection, after: str) -> None:
    if connection.execute("SELECT mark FROM trail ORDER BY number DESC LIMIT 1").fetchone() != (after,):
        raise TrailGrew


def _is_sealed(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (SEAL,)).fetchone() is not None


@contextmanager
def _connect(path: Path) -> Iterator[sqlite3.Connection]:
    """Connect without a WAL, so that one file holds all data, synced to disk before a call returns."""
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
