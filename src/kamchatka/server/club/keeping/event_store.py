"""The interface of event storage, implemented with a folder of files and with database rows.

Readers take no lock. A writer passes the mark of the last row it knows. If the log has grown since, nothing is written,
and the writer composes its rows again for the current log.
"""

import re
from collections.abc import Collection, Sequence
from typing import Protocol

import msgspec

from kamchatka.server import randomness
from kamchatka.tournament.events.changes import Drawn
from kamchatka.tournament.events.entrants import normalise
from kamchatka.tournament.events.keys import Keys
from kamchatka.tournament.events.trail import TrailRow

FILES_KEY = "event_files"  # key in event files for the server to whose users the authors' ids belong
OWN = "_cup-"  # first characters of the ids of the server's own events
ID = re.compile(r"[A-Za-z0-9_][\w.-]{0,79}", re.ASCII)


class Draft(msgspec.Struct, frozen=True):
    """An unpublished draw, and the version of the event that it was made from."""

    drawn: Drawn
    version: int


class EventStore(Protocol):
    """All events of one or several servers. Methods raise a Fault if an event doesn't exist or storage fails."""

    async def open(self) -> None:
        """Prepare the store before it is used."""

    async def stamps(self, ids: Collection[str] | None = None) -> dict[str, int]:
        """Return the stamps of the given events or of all, last changed first. A stamp differs after every change."""

    async def keys(self, id: str) -> Keys:
        """Return the keys that grant access to an event."""

    async def rows(self, id: str, first: int = 1) -> list[TrailRow]:
        """Return the log from entry `first` on."""

    async def append(self, id: str, after: str, rows: Sequence[TrailRow]) -> None:
        """Append all rows to a log whose last mark is `after`.

        If the log has changed, raise TrailGrew and append none.
        """

    async def create(self, name: str, rows: Sequence[TrailRow]) -> str:
        """Create an event from a valid log. Return its id, which is derived from the name."""

    async def create_own(self, id: str, rows: Sequence[TrailRow]) -> None:
        """Create an event of the server itself, such as a cup, unless it exists. It doesn't count towards any limit."""

    async def draft(self, id: str) -> Draft | None:
        """Return the unpublished draw."""

    async def keep_draft(self, id: str, draft: Draft) -> None:
        """Store an unpublished draw, replacing the previous one."""

    async def drop_draft(self, id: str, draft: Draft) -> None:
        """Delete the draw after publication, unless another draw has replaced it."""

    async def forget_author(self, author: int, name: str) -> None:
        """Replace a user by `name` as the author of all entries, in every event."""

    async def list_events_by(self, author: int) -> list[tuple[str, int]]:
        """Return the entries that a user wrote, as pairs of event id and entry number."""


def own_id(name: str) -> str:
    """Return the id of an event of the server itself. `new_id` never returns an id with this prefix."""
    return f"{OWN}{name}"


def is_own(id: str) -> bool:
    """Return True if the server itself runs the event."""
    return id.startswith(OWN)


def new_id(name: str) -> str:
    """Return a unique id derived from the name."""
    words = re.sub(r"[^a-z0-9]+", "-", normalise(name)).strip("-")[:40]
    return "-".join(part for part in (words, randomness.token_hex(4)) if part)
