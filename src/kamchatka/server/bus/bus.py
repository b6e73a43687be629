"""The bus interface: requests to one responder, broadcasts to all, and work for a free member of a group.

Messages are values, not bytes. The bus stores nothing: important data is in the database, and a process that missed
messages reads it there.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class NoResponders(Exception):
    """No process has accepted the request."""

    def __init__(self, subject: str = "", is_certain: bool = True) -> None:
        super().__init__(subject)
        self.is_certain = is_certain


class BusAway(Exception):
    """No response: the bus is unreachable, or the responder too slow. The request may have been carried out."""


class Bus(Protocol):
    """One process's connection to the bus. It never receives its own messages."""

    @property
    def is_connected(self) -> bool:
        """Whether other processes can be reached now."""

    @property
    def dropped(self) -> Mapping[str, int]:
        """Dropped messages by reason, because they were not authentic or not new."""

    async def open(self, lost: Callable[[], None], found: Callable[[], None]) -> None:
        """Connect.

        `lost` is called when the bus becomes unreachable, `found` when it is back and messages were lost.
        """

    async def close(self) -> None:
        """Disconnect."""

    def publish(self, subject: str, message: object) -> None:
        """Broadcast to all subscribers without waiting. Messages of a process to a subject arrive in order."""

    async def request(self, subject: str, message: object, answer: type[T], seconds: float) -> T:
        """Ask one responder. Raise NoResponders if none accepts, BusAway if no response comes in time."""

    async def listen(self, subject: str, kind: Any, heard: Callable[[Any], None]) -> None:
        """Subscribe to a subject. Messages are handled one after the other."""

    async def answer(self, subject: str, kind: Any, asked: Callable[[Any], Awaitable[object]], group: str = "") -> None:
        """Answer requests at a subject concurrently. In a group, one member receives each request."""
