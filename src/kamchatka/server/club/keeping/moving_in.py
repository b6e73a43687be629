"""Migration of events from files into the database, each with its id, keys and complete log.

A migrated file is sealed: it can be read, but neither an older server nor a command-line tool can write to it. An
interrupted migration continues at the next start: events that already exist are compared and receive the entries they
lack.
"""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import structlog

from kamchatka.kernel.problem import Problem
from kamchatka.server.club.keeping.event_store import ID
from kamchatka.server.club.keeping.folder import ENDING
from kamchatka.server.faults import Fault
from kamchatka.tournament.events.event_file import EventFile
from kamchatka.tournament.events.folding import fold
from kamchatka.tournament.events.keys import secret_of
from kamchatka.tournament.events.trail import TrailGrew, TrailRow, entries_of, standing_changes

log = structlog.get_logger()


class House(Protocol):
    """The store to which events migrate."""

    async def bring_in(self, id: str, secret: str, rows: Sequence[TrailRow]) -> bool: ...
    async def rows(self, id: str, first: int = 1) -> list[TrailRow]: ...
    async def append(self, id: str, after: str, rows: Sequence[TrailRow]) -> None: ...


async def move_in(folder: Path, house: House, server: str) -> None:
    """Migrate all events of a folder. Unreadable files stay where they are and don't stop the migration.

    Entries keep their authors if these are users of `server`.
    """
    for path in sorted(path for path in folder.glob(f"*{ENDING}") if ID.fullmatch(path.stem)):
        try:
            if await _move(path, house, server):
                log.info("event taken in", id=path.stem)
        except (Problem, Fault) as error:
            log.error("event not taken in", id=path.stem, error=error.sentence("en"))
        except OSError as error:
            log.error("event not taken in", id=path.stem, error=error.strerror)


async def _move(path: Path, house: House, server: str) -> bool:
    """Migrate a file. Return True if there was anything to migrate."""
    while (trail := await asyncio.to_thread(_trail_of, path, server)) is not None:
        try:
            if not await house.bring_in(path.stem, secret_of(path), trail):
                await _catch_up(path, trail, house)
            await asyncio.to_thread(EventFile(path).seal, trail[-1].mark)
        except TrailGrew:
            continue  # an older server or a command-line tool has written to it since
        return True
    return False


def _trail_of(path: Path, server: str) -> list[TrailRow] | None:
    """Return the validated log of a file; None if the file was already migrated."""
    file = EventFile.open(path, server)
    if file.is_sealed():
        return None
    rows = file.rows_from(1)
    fold(standing_changes(entries_of(rows)))
    return rows


async def _catch_up(path: Path, trail: Sequence[TrailRow], house: House) -> None:
    """Add the entries that the database lacks. Raise a Problem if the two logs have diverged."""
    known = await house.rows(path.stem)
    common = min(len(known), len(trail))
    if known[common - 1].mark != trail[common - 1].mark:
        raise Problem("event.two_ways", path=path)
    if trail[common:]:
        await house.append(path.stem, known[-1].mark, trail[common:])
