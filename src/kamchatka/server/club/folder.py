"""The folder of events: one file an event, the same that `kamchatka tournament` writes, and its keys beside it."""

import re
import secrets
import tempfile
from pathlib import Path

import msgspec

from kamchatka.server.club.showing import event_seen
from kamchatka.server.faults import Fault
from kamchatka.tournament.events.changes import EventOpened
from kamchatka.tournament.events.entrants import normalised
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.event_file import EventFile, TrailEntry, UnreadableEventFile
from kamchatka.tournament.validation import check_sound

ENDING = ".kam"
ID = re.compile(r"[A-Za-z0-9_][\w.-]{0,79}", re.ASCII)
LARGEST = 2_000_000  # bytes of a file handed in


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

    def take_in(self, data: bytes) -> str:
        """An event brought in as a file: its trail is read, checked, and written anew; a Fault if it is none."""
        entries, event = _trail(data)
        _check(entries, event)
        id = self._free(event.name)
        EventFile.rewrite(self.path / f"{id}{ENDING}", entries)
        return id

    def _free(self, name: str) -> str:
        if len(self.ids()) >= self.most:
            raise Fault("too_many", "events_full")
        self.path.mkdir(parents=True, exist_ok=True)
        words = re.sub(r"[^a-z0-9]+", "-", normalised(name)).strip("-")[:40]
        return "-".join(part for part in (words, secrets.token_hex(4)) if part)


def _check(entries: list[TrailEntry], event: Event) -> None:
    """A Problem or a Fault unless the event can be gone on with: forged trails fold to things no desk would write."""
    check_sound(event.settings)
    try:
        event_seen("", len(entries), event, "en", 0.0)
    except Exception as error:
        raise Fault("problem", "no_event_file") from error


def _trail(data: bytes) -> tuple[list[TrailEntry], Event]:
    """The trail of a file of ours, from bytes that anybody may have made."""
    with tempfile.TemporaryDirectory(prefix="kamchatka-") as folder:
        path = Path(folder) / f"event{ENDING}"
        path.write_bytes(data)
        try:
            file = EventFile.open(path)
            return file.entries(), file.event()
        except (UnreadableEventFile, msgspec.DecodeError):
            raise Fault("problem", "no_event_file") from None
