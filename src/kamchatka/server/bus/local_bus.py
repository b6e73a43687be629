"""The bus within one process. A single server has no peers; several servers in one process share a `Hub`."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from kamchatka.server import randomness
from kamchatka.server.bus.bus import BusAway, NoResponders

T = TypeVar("T")


@dataclass(frozen=True)
class Ear:
    """A subscriber or responder at a subject."""

    bus: "LocalBus"
    hears: Callable[[Any], Any]
    group: str = ""


@dataclass
class Hub:
    """Subscribers and responders, by subject."""

    listening: dict[str, list[Ear]] = field(default_factory=lambda: defaultdict(list))
    answering: dict[str, list[Ear]] = field(default_factory=lambda: defaultdict(list))


class LocalBus:
    """Passes messages as Python objects."""

    def __init__(self, hub: Hub | None = None) -> None:
        self.hub = hub or Hub()
        self.is_connected = False
        self.dropped: Mapping[str, int] = {}

    async def open(self, lost: Callable[[], None], found: Callable[[], None]) -> None:
        """Connect; this bus never fails."""
        self.is_connected = True

    async def close(self) -> None:
        """Remove all subscriptions."""
        self.is_connected = False
        for ears in (*self.hub.listening.values(), *self.hub.answering.values()):
            ears[:] = [ear for ear in ears if ear.bus is not self]

    def publish(self, subject: str, message: object) -> None:
        """Broadcast to all other subscribers."""
        for ear in self.hub.listening.get(subject, ()):
            if ear.bus is not self:
                asyncio.get_running_loop().call_soon(ear.hears, message)

    async def request(self, subject: str, message: object, answer: type[T], seconds: float) -> T:
        """Ask one of the responders."""
        ears = [ear for ear in self.hub.answering.get(subject, ()) if ear.bus is not self]
        if not ears:
            raise NoResponders(subject)
        try:
            async with asyncio.timeout(seconds):
                given: T = await randomness.choice(ears).hears(message)
                return given
        except TimeoutError:
            raise BusAway(subject) from None

    async def listen(self, subject: str, kind: Any, heard: Callable[[Any], None]) -> None:
        """Subscribe to a subject."""
        self.hub.listening[subject].append(Ear(self, heard))

    async def answer(self, subject: str, kind: Any, asked: Callable[[Any], Awaitable[object]], group: str = "") -> None:
        """Answer requests at a subject."""
        self.hub.answering[subject].append(Ear(self, asked, group))
