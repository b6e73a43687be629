"""Events in a folder: one file an event, the same that `kamchatka tournament` writes, and its keys beside it.

Made for one server. Draws that are not published are known as long as it runs.
"""

import asyncio
import secrets
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TypeVar

import structlog

from kamchatka.kernel.problem import Problem
from kamchatka.server.club.keeping.event_store import ID, Draft, new_id
from kamchatka.server.faults import Fault
from kamchatka.tournament.events.event_file import EventFile, UnreadableEventFile
from kamchatka.tournament.events.keys import Keys
from kamchatka.tournament.events.trail import TrailRow

T = TypeVar("T")
ENDING = ".kam"
PART = ".part"  # of a file that is still being written; nobody sees it
COUNTER = slice(24, 28)  # where SQLite counts the transactions of a file

log = structlog.get_logger()


class Folder:
    """The files of a folder. Nothing is made before the first event is."""

    def __init__(self, path: Path, most: int) -> None:
        self.path = path
        self.most = most  # events there may be
        self.drafts: dict[str, Draft] = {}

    async def open(self) -> None:
        """There is nothing to be done."""

    # -------------------------------------------------------------- reading
    async def stamps(self, ids: Collection[str] | None = None) -> dict[str, int]:
        """The events there are, the last changed first; their stamps count what was ever written to a file."""
        return await _on_disk(lambda: self._stamps(self._ids() if ids is None else ids))

    def _stamps(self, ids: Collection[str]) -> dict[str, int]:
        found = dict[str, int]()
        for id in ids:
            try:
                with self._path(id).open("rb") as file:
                    found[id] = int.from_bytes(file.read(COUNTER.stop)[COUNTER])
            except OSError:  # it is gone, or spoils no other
                continue
        return found

    def _ids(self) -> list[str]:
        paths = [path for path in self.path.glob(f"*{ENDING}") if ID.fullmatch(path.stem)]
        return [id for _, id in sorted(((path.stat().st_mtime, path.stem) for path in paths), reverse=True)]

    async def keys(self, id: str) -> Keys:
        """From the secret beside the file."""
        return await _on_disk(lambda: Keys.of(self._file(id).path))

    async def rows(self, id: str, first: int = 1) -> list[TrailRow]:
        """The trail from a number on."""
        return await _on_disk(lambda: self._file(id).rows_from(first))

    # -------------------------------------------------------------- writing
    async def append(self, id: str, after: str, rows: Sequence[TrailRow]) -> None:
        """On the disk when this returns."""
        await _on_disk(lambda: self._file(id).append(after, rows))

    async def create(self, name: str, rows: Sequence[TrailRow]) -> str:
        """A new file, there whole or not at all."""
        return await _on_disk(lambda: self._create(name, rows))

    def _create(self, name: str, rows: Sequence[TrailRow]) -> str:
        if len(self._ids()) >= self.most:
            raise Fault("too_many", "events_full")
        self.path.mkdir(parents=True, exist_ok=True)
        id, part = new_id(name), self.path / f"{secrets.token_hex(8)}{PART}"
        try:
            EventFile.lay_down(part, rows)
            part.rename(self._path(id))
        finally:
            part.unlink(missing_ok=True)
        return id

    async def rename(self, names: Collection[str], name: str) -> None:
        """In every file; one that cannot be read holds up no other."""
        await _on_disk(lambda: self._rename(names, name))

    def _rename(self, names: Collection[str], name: str) -> None:
        for id in self._ids():
            try:
                self._file(id).rename(names, name)
            except Problem as problem:
                log.error("event not renamed", id=id, error=problem.sentence("en"))

    # -------------------------------------------------------------- draws that are not published
    async def draft(self, id: str) -> Draft | None:
        """In memory."""
        return self.drafts.get(id)

    async def keep_draft(self, id: str, draft: Draft) -> None:
        """Until it is published, or the server stops."""
        self.drafts[id] = draft

    async def drop_draft(self, id: str, draft: Draft) -> None:
        """Unless there is another one."""
        if self.drafts.get(id) == draft:
            del self.drafts[id]

    # -------------------------------------------------------------- files
    def _path(self, id: str) -> Path:
        return self.path / f"{id}{ENDING}"

    def _file(self, id: str) -> EventFile:
        if not ID.fullmatch(id) or not self._path(id).is_file():
            raise Fault("not_found")
        return EventFile.open(self._path(id))


async def _on_disk(work: Callable[[], T]) -> T:
    """Work on files, in a thread; what the disk refuses was not done."""
    try:
        return await asyncio.to_thread(work)
    except (UnreadableEventFile, OSError) as error:
        raise Fault("storage") from error
