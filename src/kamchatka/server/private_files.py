"""Files that only their owner may read: databases, events, keys, backups."""

import os
import stat
from collections.abc import Iterable
from pathlib import Path

import structlog

UMASK = 0o077  # of the process that creates the files
OTHERS = 0o077  # permissions of group and world
DATABASE_FILES = ("", "-wal", "-shm", "-journal", ".lock")
IS_WINDOWS = os.name == "nt"  # file permissions work differently there

log = structlog.get_logger()


def make_files_private() -> None:
    """Make this process and its children create files that only their owner may read."""
    os.umask(UMASK)


def keep_private(paths: Iterable[Path]) -> None:
    """Remove group and world permissions from existing files. Folders and missing files are skipped."""
    for path in paths:
        try:
            mode = path.stat().st_mode
            if not IS_WINDOWS and stat.S_ISREG(mode) and mode & OTHERS:
                path.chmod(stat.S_IMODE(mode) & ~OTHERS)
                log.warning("file was open to others", file=str(path), mode=f"{stat.S_IMODE(mode):o}")
        except FileNotFoundError:
            continue
        except OSError as error:
            log.error("file stays open to others", file=str(path), error=error.strerror)


def database_files(file: Path) -> list[Path]:
    """Return the files of an SQLite database, and its server's lock file."""
    real = file.resolve()
    return [real.with_name(f"{real.name}{part}") for part in DATABASE_FILES]
