"""The port: where the events of a server are kept. Two keep them: a folder of files, and rows of the database.

Nobody holds an event while looking at it. Whoever writes says after which mark: should the trail have grown meanwhile,
nothing is written, and what was to be written is made anew for the trail as it is.
"""

import re
import secrets
from collections.abc import Collection, Sequence
from typing import Protocol

import msgspec

from kamchatka.tournament.events.changes import Drawn
from kamchatka.tournament.events.entrants import normalised
from kamchatka.tournament.events.keys import Keys
from kamchatka.tournament.events.trail import TrailRow

ID = re.compile(r"[A-Za-z0-9_][\w.-]{0,79}", re.ASCII)


class Draft(msgspec.Struct, frozen=True):
    """A draw that is not published yet, and the version of the event that it was made from."""

    drawn: Drawn
    version: int


class EventStore(Protocol):
    """All events of a server, or of several. A Fault when there is no such event, or it cannot be reached."""

    async def open(self) -> None:
        """Before anybody asks for an event."""

    async def stamps(self, ids: Collection[str] | None = None) -> dict[str, int]:
        """The events there are, or those of them, the last changed first; a stamp differs after every change."""

    async def keys(self, id: str) -> Keys:
        """Who may do what with an event."""

    async def rows(self, id: str, first: int = 1) -> list[TrailRow]:
        """The trail from a number on."""

    async def append(self, id: str, after: str, rows: Sequence[TrailRow]) -> None:
        """Rows for a trail whose last mark is `after`, all or none; TrailGrew if it is another by now."""

    async def create(self, name: str, rows: Sequence[TrailRow]) -> str:
        """A new event whose trail is known to make one; its id, which says what it is called."""

    async def draft(self, id: str) -> Draft | None:
        """The draw that organisers look at before it is published."""

    async def keep_draft(self, id: str, draft: Draft) -> None:
        """A draw takes the place of the one before."""

    async def drop_draft(self, id: str, draft: Draft) -> None:
        """A draw was published; another one that was made meanwhile stays."""

    async def rename(self, names: Collection[str], name: str) -> None:
        """Whoever did something in any event under one of those names did it under another."""


def new_id(name: str) -> str:
    """An id that nobody has, and in which a name can be recognised."""
    words = re.sub(r"[^a-z0-9]+", "-", normalised(name)).strip("-")[:40]
    return "-".join(part for part in (words, secrets.token_hex(4)) if part)
