"""The folder of events: one file an event, the same that `kamchatka tournament` writes, and its keys beside it."""

import re
import secrets
from pathlib import Path

from kamchatka.server.club.lists import MOST_ENTRANTS
from kamchatka.server.club.showing import event_seen
from kamchatka.server.faults import Fault
from kamchatka.texts import languages
from kamchatka.tournament.events.changes import EventOpened
from kamchatka.tournament.events.entrants import normalised
from kamchatka.tournament.events.event_file import EventFile, UnreadableEventFile
from kamchatka.tournament.events.exchange import read_lines
from kamchatka.tournament.events.folding import fold
from kamchatka.tournament.events.trail import standing_changes
from kamchatka.tournament.validation import check_sound

ENDING = ".kam"
ID = re.compile(r"[A-Za-z0-9_][\w.-]{0,79}", re.ASCII)
PART = ".part"


class Folder:
    """The events of a server. Nothing is made before the first event is."""

    def __init__(self, path: Path, most: int) -> None:
        self.path = path
        self.most = most  # events there may be

    def ids(self) -> list[str]:
        """The events there are, the newest first."""
        found = [(path.stat().st_mtime, path.stem) for path in self.path.glob(f"*{ENDING}") if ID.fullmatch(path.stem)]
        return [id for _, id in sorted(found, reverse=True)]

    def file(self, id: str) -> EventFile:
        """The file of an event; a Fault if there is none."""
        path = self.path / f"{id}{ENDING}"
        if not ID.fullmatch(id) or not path.is_file():
            raise Fault("not_found")
        return EventFile.open(path)

    def new(self, opened: EventOpened, who: str) -> str:
        """A new event; its id says what it is called."""
        id = self._free(opened.name)
        EventFile.create(self.path / f"{id}{ENDING}", opened, who)
        return id

    def part(self) -> Path:
        """Where an event is written before it is known to be one; the listing does not see it."""
        self._check_room()
        self.path.mkdir(parents=True, exist_ok=True)
        return self.path / f"{secrets.token_hex(8)}{PART}"

    def take_in(self, part: Path, name: str) -> str:
        """An event that a worker has read, checked and written (`read_in`) becomes one of the folder."""
        id = self._free(name)
        part.rename(self.path / f"{id}{ENDING}")
        return id

    def _check_room(self) -> None:
        if len(self.ids()) >= self.most:
            raise Fault("too_many", "events_full")

    def _free(self, name: str) -> str:
        self._check_room()
        self.path.mkdir(parents=True, exist_ok=True)
        words = re.sub(r"[^a-z0-9]+", "-", normalised(name)).strip("-")[:40]
        return "-".join(part for part in (words, secrets.token_hex(4)) if part)


def read_in(data: bytes, part: Path) -> str:
    """For a worker: an event from bytes that anybody may have made, written to a file of our own; what it is called.

    A Problem or a Fault unless it can be gone on with: forged trails fold to things no desk would write.
    """
    rows, entries = read_lines(data)
    event = fold(standing_changes(entries))
    check_sound(event.settings)
    if len(event.entrants) > MOST_ENTRANTS:
        raise Fault("too_large")
    try:
        for language in languages():
            event_seen("", len(entries), event, language, 0.0)
    except Exception as error:
        raise Fault("problem", "no_event_file") from error
    try:
        EventFile.rewrite(part, rows)
    except (UnreadableEventFile, OSError) as error:
        raise Fault("storage") from error
    return event.name
