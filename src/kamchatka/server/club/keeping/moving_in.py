"""Events of a folder move into the database: each with its id, its keys and its whole trail, once.

A file that has moved in is sealed: it can be read, and nobody writes to it any more, neither an older server beside
this one nor a command. Whatever stops a server in between, the next start goes on: an event that is there already is
only compared, and given what its file has more.
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
    """Where events move in."""

    async def bring_in(self, id: str, secret: str, rows: Sequence[TrailRow]) -> bool: ...
    async def rows(self, id: str, first: int = 1) -> list[TrailRow]: ...
    async def append(self, id: str, after: str, rows: Sequence[TrailRow]) -> None: ...


async def move_in(folder: Path, house: House) -> None:
    """All events of a folder; one that cannot be read stays where it is, and holds up no other."""
    for path in sorted(path for path in folder.glob(f"*{ENDING}") if ID.fullmatch(path.stem)):
        try:
            if await _move(path, house):
                log.info("event taken in", id=path.stem)
        except (Problem, Fault) as error:
            log.error("event not taken in", id=path.stem, error=error.sentence("en"))
        except OSError as error:
            log.error("event not taken in", id=path.stem, error=error.strerror)


async def _move(path: Path, house: House) -> bool:
    """Whether there was something to move."""
    while (trail := await asyncio.to_thread(_trail_of, path)) is not None:
        try:
            if not await house.bring_in(path.stem, secret_of(path), trail):
                await _catch_up(path, trail, house)
            await asyncio.to_thread(EventFile(path).seal, trail[-1].mark)
        except TrailGrew:
            continue  # an older server, or a command, has written to it meanwhile
        return True
    return False


def _trail_of(path: Path) -> list[TrailRow] | None:
    """The trail, which makes an event; none if it has moved already."""
    file = EventFile.open(path)
    if file.is_sealed():
        return None
    rows = file.rows_from(1)
    fold(standing_changes(entries_of(rows)))
    return rows


async def _catch_up(path: Path, trail: Sequence[TrailRow], house: House) -> None:
    """An event that moved in before is given what its file has more; a Problem if it has gone another way since."""
    known = await house.rows(path.stem)
    common = min(len(known), len(trail))
    if known[common - 1].mark != trail[common - 1].mark:
        raise Problem("event.two_ways", path=path)
    if trail[common:]:
        await house.append(path.stem, known[-1].mark, trail[common:])
