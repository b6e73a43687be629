"""Backups: a folder with the database, the events with their keys, and a list of contents. The server may be running.

A backup contains everything acknowledged before it began. The database is always stored as an SQLite file, even that of
a PostgreSQL server, so that there is a single format to check and to restore. Events are always stored as files; a
server on PostgreSQL imports them when it starts. Files are copied first. The database is copied later, so it contains
every game they refer to, and results that an event still lacks are added when the server starts.
"""

import asyncio
import hashlib
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import msgspec

import kamchatka
from kamchatka.journal import parse
from kamchatka.kernel.problem import Problem
from kamchatka.server.clock import wall_time
from kamchatka.server.club.keeping.event_store import FILES_KEY
from kamchatka.server.club.keeping.folder import ENDING
from kamchatka.server.operations.transfer import transfer
from kamchatka.server.settings import ServerSettings, sqlite_url
from kamchatka.server.storage.opening import sqlite_file
from kamchatka.tournament.events.event_file import EventFile
from kamchatka.tournament.events.keys import ENDING as KEY_ENDING
from kamchatka.tournament.events.trail import TrailRow

FORMAT = 1
TRAIL = "SELECT number, at, who, change, undoes, mark FROM event_entries WHERE event_id = ? ORDER BY number"
DATABASE, EVENTS, CONTENTS = "games.db", "events", "backup.json"


class Contents(msgspec.Struct, frozen=True):
    """The contents of a backup."""

    backup: int  # format of the folder
    version: str  # version of the program that made it
    made: str
    tables: int
    entries: int
    events: int
    files: dict[str, str]  # SHA-256 by file name


def back_up(settings: ServerSettings, destination: Path, quick: bool = False) -> tuple[Contents, list[Problem]]:
    """Create a backup atomically and read it again. Return its contents and the problems found.

    With `quick`, only running games are read, because there may be very many finished ones.
    """
    if destination.exists():
        raise Problem("backup.exists", destination=destination)
    part = destination.with_name(f".{destination.name}.{os.getpid()}")
    destination.parent.mkdir(parents=True, exist_ok=True)
    part.mkdir(mode=0o700)
    try:
        _copy_events(settings.events_folder, part / EVENTS)
        _copy_database(settings.database, part)
        contents = _contents(part)
        (part / CONTENTS).write_bytes(msgspec.json.format(msgspec.json.encode(contents), indent=2))
        settle(part, destination)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise
    return contents, list(_troubles(destination, quick))


# ------------------------------------------------------------------ copies
def _copy_database(url: str, part: Path) -> None:
    file, copy = sqlite_file(url), part / DATABASE
    if file is None:
        asyncio.run(transfer(url, sqlite_url(copy)))
        _make_files(copy, part / EVENTS)
    else:
        _copy_sqlite(file, copy)
    copy.chmod(0o600)


def _make_files(copy: Path, folder: Path) -> None:
    """Write events from database rows to files with their keys, replacing the files they came from."""
    with closing(sqlite3.connect(copy)) as database, database:
        named = database.execute("SELECT secret FROM server_keys WHERE name = ?", (FILES_KEY,)).fetchone()
        for id, secret in database.execute("SELECT id, secret FROM events").fetchall():
            trail = database.execute(
                "SELECT number, at, who, change, undoes, mark, author_id FROM event_entries"
                " WHERE event_id = ? ORDER BY number",
                (id,),
            )
            path = folder / f"{id}{ENDING}"
            path.unlink(missing_ok=True)
            EventFile.lay_down(path, [TrailRow(*row) for row in trail], named[0] if named else "")
            path.chmod(0o600)
            _write(path.with_suffix(KEY_ENDING), secret.encode("ascii"))
        database.execute("DELETE FROM event_entries")
        database.execute("DELETE FROM events")


def _copy_sqlite(file: Path, copy: Path) -> None:
    """Copy a consistent snapshot by SQLite's backup API, while others go on writing."""
    if not file.is_file():
        raise Problem("backup.no_database", file=file)
    try:
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
            source.execute("SELECT version_num FROM alembic_version")
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")  # one file that is complete without a log
    except sqlite3.Error as error:
        raise Problem("backup.not_copied", file=file, error=error) from None


def _copy_events(folder: Path, copies: Path) -> None:
    """Copy each event under its lock, then the keys. Files that aren't events are copied unchanged."""
    copies.mkdir(mode=0o700)
    for path in sorted(folder.glob(f"*{ENDING}")):
        try:
            data = EventFile.open(path).copy()
        except Problem:
            data = path.read_bytes()
        _write(copies / path.name, data)
    for path in sorted(folder.glob(f"*{KEY_ENDING}")):
        _write(copies / path.name, path.read_bytes())


def _write(path: Path, data: bytes) -> None:
    path.touch(mode=0o600)
    path.write_bytes(data)


# ------------------------------------------------------------------ verification
def _troubles(folder: Path, quick: bool) -> Iterator[Problem]:
    """Yield what cannot be read: a damaged database, journal or event."""
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        for (said,) in database.execute("PRAGMA integrity_check"):
            if said != "ok":
                yield Problem("backup.damaged", said=said)
        if database.execute("PRAGMA foreign_key_check").fetchone():
            yield Problem("backup.lost_rows")
        wanted = "header IS NOT NULL" + (" AND status <> 'over'" if quick else "")
        for id, header in database.execute(f"SELECT id, header FROM tables WHERE {wanted}").fetchall():
            lines = database.execute("SELECT line FROM entries WHERE table_id = ? ORDER BY n", (id,))
            try:
                parse(header + b"".join(line for (line,) in lines), id)
            except Problem as problem:
                yield Problem("backup.of_file", name=id, error=problem)
    for path in sorted((folder / EVENTS).glob(f"*{ENDING}")):
        try:
            EventFile.open(path).event()
        except Problem as problem:
            yield problem
        except msgspec.DecodeError as error:
            yield Problem("backup.of_file", name=path.name, error=error)


def _contents(folder: Path) -> Contents:
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        tables, entries = (
            int(database.execute(f"SELECT count(*) FROM {name}").fetchone()[0]) for name in ("tables", "entries")
        )
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return Contents(
        FORMAT,
        kamchatka.__version__,
        datetime.fromtimestamp(wall_time(), UTC).isoformat(timespec="seconds"),
        tables,
        entries,
        sum(path.suffix == ENDING for path in files),
        {path.relative_to(folder).as_posix(): digest(path) for path in files},
    )


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def settle(part: Path, place: Path) -> None:
    """Rename a finished folder or file to its place after syncing it to disk."""
    for path in (*part.rglob("*"), part):
        _sync(path)
    part.rename(place)
    _sync(place.parent)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    os.fsync(handle)
    os.close(handle)
