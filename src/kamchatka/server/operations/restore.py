"""Restores a backup. Existing files are never overwritten."""

import asyncio
import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import msgspec
from sqlalchemy.ext.asyncio import create_async_engine

from kamchatka.kernel.problem import Problem
from kamchatka.server.operations.backup import CONTENTS, DATABASE, EVENTS, FORMAT, Contents, digest, settle
from kamchatka.server.operations.transfer import transfer
from kamchatka.server.private_files import keep_private
from kamchatka.server.settings import ServerSettings, sqlite_url
from kamchatka.server.storage.migrations import is_known, upgrade
from kamchatka.server.storage.opening import sqlite_file


def restore(backup: Path, settings: ServerSettings) -> Contents:
    """Restore a backup. Raise a Problem and change nothing if it is damaged or its destination exists."""
    contents = _check(backup)
    keep_private(backup.rglob("*"))
    _check_version(backup / DATABASE)
    file, folder = sqlite_file(settings.database), settings.events_folder
    taken = [path for path in (*_files(file), folder) if _is_taken(path)]
    if taken:
        raise Problem("restore.exists", taken=taken[0])
    if file is not None:
        _place(backup / DATABASE, file)
    else:
        asyncio.run(_into(backup / DATABASE, settings.database))
    _place(backup / EVENTS, folder)
    return contents


def _files(database: Path | None) -> list[Path]:
    """Return an SQLite database's files, because a leftover log would corrupt a new database."""
    return [] if database is None else [database, *(Path(f"{database}-{part}") for part in ("wal", "shm", "journal"))]


def _is_taken(path: Path) -> bool:
    return any(path.iterdir()) if path.is_dir() else path.exists()


def _check(backup: Path) -> Contents:
    """Return a backup's contents after checking all files."""
    try:
        contents = msgspec.json.decode((backup / CONTENTS).read_bytes(), type=Contents)
    except (OSError, msgspec.DecodeError):
        raise Problem("restore.no_backup", backup=backup) from None
    if contents.backup > FORMAT:
        raise _newer(backup)
    for name, known in contents.files.items():
        path = backup / name
        if not path.is_file() or digest(path) != known:
            raise Problem("restore.changed", path=path)
    return contents


def _check_version(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as database:
        (version,) = database.execute("SELECT version_num FROM alembic_version").fetchone()
    if not is_known(version):
        raise _newer(copy)


def _newer(path: Path) -> Problem:
    return Problem("restore.newer", path=path)


def _place(source: Path, target: Path) -> None:
    """Copy a file or folder atomically."""
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".{target.name}.{os.getpid()}")
    if source.is_dir():
        shutil.copytree(source, part)
    else:
        shutil.copy2(source, part)
    settle(part, target)


async def _into(copy: Path, url: str) -> None:
    """Load the copy into a database of another kind, after upgrading a copy of it."""
    with tempfile.TemporaryDirectory(prefix="kamchatka-") as folder:
        fresh = sqlite_url(Path(shutil.copy2(copy, folder)))
        engine = create_async_engine(fresh)
        async with engine.begin() as connection:
            await connection.run_sync(upgrade)
        await engine.dispose()
        await transfer(fresh, url)
