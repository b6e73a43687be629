"""The port: questions to one, news to all, work to whoever of a group is free. Messages are values, not bytes.

Nothing of a bus is durable: what must not be lost is in the database, and whoever hears nothing looks there.
"""

from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class NoResponders(Exception):
    """Nobody listens at that subject: whoever did is gone."""


class BusAway(Exception):
    """No answer: the bus is out of reach, or whoever was asked is too slow. What was asked may have been done."""


class Bus(Protocol):
    """One process's place at the bus. It never hears itself."""

    @property
    def is_connected(self) -> bool:
        """Whether others can be reached now."""

    async def open(self, lost: Callable[[], None], found: Callable[[], None]) -> None:
        """Come in. `lost` is told when the bus is out of reach, `found` when it is there again: news were missed."""

    async def close(self) -> None:
        """Go."""

    def publish(self, subject: str, message: object) -> None:
        """Tell everybody who listens; nobody waits. Messages of one process to one subject arrive in their order."""

    async def request(self, subject: str, message: object, answer: type[T], seconds: float) -> T:
        """Ask one who listens; NoResponders when there is none, BusAway when no answer comes in time."""

    async def listen(self, subject: str, kind: Any, heard: Callable[[Any], None]) -> None:
        """From now on be told every message there, one after the other."""

    async def answer(self, subject: str, kind: Any, asked: Callable[[Any], Awaitable[object]], group: str = "") -> None:
        """From now on answer questions there, many at a time; of those in a group one is asked."""
