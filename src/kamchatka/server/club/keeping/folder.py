"""Events in a folder: a file per event, in the format of `kamchatka tournament`, and a second file with its keys.

This store is for a single server. It keeps unpublished draws in memory only.
"""

import asyncio
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import structlog

from kamchatka.kernel.problem import Problem
from kamchatka.server import randomness
from kamchatka.server.club.keeping.event_store import FILES_KEY, ID, Draft, is_own, new_id
from kamchatka.server.faults import Fault
from kamchatka.server.private_files import keep_private
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.server_keys import server_key
from kamchatka.tournament.events.event_file import EventFile, UnreadableEventFile
from kamchatka.tournament.events.keys import ENDING as KEY_ENDING
from kamchatka.tournament.events.keys import Keys
from kamchatka.tournament.events.trail import TrailRow

T = TypeVar("T")
ENDING = ".kam"
PART = ".part"  # suffix of a file that is still being written
COUNTER = slice(24, 28)  # position of the transaction counter in an SQLite file

log = structlog.get_logger()


class Folder:
    """A folder of event files, which is created with the first event."""

    def __init__(self, path: Path, most: int, database: Database) -> None:
        self.path = path
        self.most = most  # maximum number of events
        self.database = database  # id of the server whose users the authors are
        self.server = ""  # id of this server in event files
        self.drafts: dict[str, Draft] = {}

    async def open(self) -> None:
        """Make the files private, and load this server's id, which matches authors to users."""
        await asyncio.to_thread(self._keep_private)
        self.server = await server_key(self.database, FILES_KEY)

    def _keep_private(self) -> None:
        keep_private([*self.path.glob(f"*{ENDING}*"), *self.path.glob(f"*{KEY_ENDING}")])

    # -------------------------------------------------------------- reading
    async def stamps(self, ids: Collection[str] | None = None) -> dict[str, int]:
        """Return the events' stamps, last changed first. A stamp counts the writes to the event's file."""
        return await _on_disk(lambda: self._stamps(self._ids() if ids is None else ids))

    def _stamps(self, ids: Collection[str]) -> dict[str, int]:
        found = dict[str, int]()
        for id in ids:
            try:
                with self._path(id).open("rb") as file:
                    found[id] = int.from_bytes(file.read(COUNTER.stop)[COUNTER])
            except OSError:  # deleted or unreadable; the other files still count
                continue
        return found

    def _ids(self) -> list[str]:
        paths = [path for path in self.path.glob(f"*{ENDING}") if ID.fullmatch(path.stem)]
        return [id for _, id in sorted(((path.stat().st_mtime, path.stem) for path in paths), reverse=True)]

    async def keys(self, id: str) -> Keys:
        """Derive the keys from the secret beside the event's file."""
        return await _on_disk(lambda: Keys.of(self._file(id).path))

    async def rows(self, id: str, first: int = 1) -> list[TrailRow]:
        """Return the log from entry `first` on."""
        return await _on_disk(lambda: self._file(id).rows_from(first))

    # -------------------------------------------------------------- writing
    async def append(self, id: str, after: str, rows: Sequence[TrailRow]) -> None:
        """Append rows. They are on disk when this method returns."""
        await _on_disk(lambda: self._file(id).append(after, rows))

    async def create(self, name: str, rows: Sequence[TrailRow]) -> str:
        """Create an event's file atomically."""
        return await _on_disk(lambda: self._create(name, rows))

    def _create(self, name: str, rows: Sequence[TrailRow]) -> str:
        if sum(not is_own(id) for id in self._ids()) >= self.most:
            raise Fault("too_many", "events_full")
        id = new_id(name)
        self._lay_down(id, rows)
        return id

    async def create_own(self, id: str, rows: Sequence[TrailRow]) -> None:
        """Create an event's file atomically, unless it exists."""
        await _on_disk(lambda: None if self._path(id).is_file() else self._lay_down(id, rows))

    def _lay_down(self, id: str, rows: Sequence[TrailRow]) -> None:
        self.path.mkdir(parents=True, exist_ok=True)
        part = self.path / f"{randomness.token_hex(8)}{PART}"
        try:
            EventFile.lay_down(part, rows, self.server)
            part.rename(self._path(id))
        finally:
            part.unlink(missing_ok=True)

    async def forget_author(self, author: int, name: str) -> None:
        """Replace the author in every readable file."""
        await _on_disk(lambda: list(self._of_each(lambda file: file.forget_author(author, name))))

    async def list_events_by(self, author: int) -> list[tuple[str, int]]:
        """Search every readable file for entries of a user."""

        def search() -> list[tuple[str, int]]:
            trails = self._of_each(lambda file: file.rows_from(1))
            return [(id, row.number) for id, trail in trails for row in trail if row.author == author]

        return await _on_disk(search)

    def _of_each(self, work: Callable[[EventFile], T]) -> Iterator[tuple[str, T]]:
        """Apply a function to every file. Failures are logged."""
        for id in self._ids():
            try:
                yield id, work(self._file(id))
            except Problem as problem:
                log.error("event file not used", id=id, error=problem.sentence("en"))

    # -------------------------------------------------------------- unpublished draws
    async def draft(self, id: str) -> Draft | None:
        """Return the draw kept in memory."""
        return self.drafts.get(id)

    async def keep_draft(self, id: str, draft: Draft) -> None:
        """Keep the draw in memory until it is published or the server stops."""
        self.drafts[id] = draft

    async def drop_draft(self, id: str, draft: Draft) -> None:
        """Drop the draw, unless another one has replaced it."""
        if self.drafts.get(id) == draft:
            del self.drafts[id]

    # -------------------------------------------------------------- files
    def _path(self, id: str) -> Path:
        return self.path / f"{id}{ENDING}"

    def _file(self, id: str) -> EventFile:
        if not ID.fullmatch(id) or not self._path(id).is_file():
            raise Fault("not_found")
        return EventFile.open(self._path(id), self.server)


async def _on_disk(work: Callable[[], T]) -> T:
    """Access files in a thread. I/O errors become a Fault."""
    try:
        return await asyncio.to_thread(work)
    except (UnreadableEventFile, OSError) as error:
        raise Fault("storage") from error
