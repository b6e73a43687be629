"""Which server plays which table: a lease with an epoch that fences every commit of the table.

A single server owns every table as long as it runs, by the lock of its database (`server_lock`). Several servers share
the tables with `stored_leases`. A lease says which server may show and write. The database enforces it: it refuses a
row whose `fence` differs from its `epoch`.
"""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from kamchatka.server.clock import wall_time
from kamchatka.server.faults import Fault
from kamchatka.server.storage.store import Store

ALONE = "alone"  # the name of a server that runs alone


class NotHere(Fault):
    """The server cannot have the table now, because it is stopping or cut off. Nothing was tried."""

    def __init__(self) -> None:
        super().__init__("elsewhere")


class OwnedElsewhere(Exception):
    """A live server owns the table."""

    def __init__(self, owner: str) -> None:
        super().__init__(owner)
        self.owner = owner


class LeaseNews(NamedTuple):
    """What a server has learnt: the tables it has lost, and the servers alive (including itself)."""

    lost: frozenset[str]
    alive: frozenset[str]


class Leases(Protocol):
    """The tables of one server. Its name is unique for this process and is never reused."""

    @property
    def me(self) -> str: ...

    async def open(self, news: Callable[[LeaseNews], None]) -> None:
        """Join the servers. `news` is called with every change among them."""

    async def close(self) -> None:
        """Leave, and release every table at once."""

    async def claim(self, table: str, gone: str = "") -> int | None:
        """Claim the table's room. Return its epoch, or None for that of its row. `gone` is a server known to be dead.

        Raise OwnedElsewhere if another server has it, and a Fault if there is no such table or we cannot have any.
        """

    def suspend(self) -> None:
        """Stop holding leases: the bus is away, and other servers may think that we are gone."""

    def resume(self) -> None:
        """Resume, because the bus is back."""

    def holds(self, table: str, epoch: int) -> bool:
        """Whether the room of that epoch may go on, which means no other server can own the table now."""

    async def release(self, table: str, epoch: int, played: float | None) -> None:
        """Release the table of a closed room. Its game clock goes on from `played` seconds."""

    def now(self) -> float:
        """Return Unix seconds of the clock that all servers share."""

    async def due(self) -> list[str]:
        """Return the tables that must be woken by now and have no owner."""


class LocalLeases:
    """Leases of a server that runs alone and owns every table."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.me = ALONE

    async def open(self, news: Callable[[LeaseNews], None]) -> None:
        """Do nothing: there is no other server."""

    async def close(self) -> None:
        """Do nothing: there is no other server."""

    async def claim(self, table: str, gone: str = "") -> int | None:
        """Grant the claim."""
        return None

    def suspend(self) -> None:
        """Do nothing: there is no other server."""

    def resume(self) -> None:
        """Do nothing: there is no other server."""

    def holds(self, table: str, epoch: int) -> bool:
        """Return True: no other server can own it."""
        return True

    async def release(self, table: str, epoch: int, played: float | None) -> None:
        """Do nothing: `idle_clocks` keeps the time."""

    def now(self) -> float:
        """Return Unix seconds."""
        return wall_time()

    async def due(self) -> list[str]:
        """Return the tables that must be woken by now."""
        return await self.store.due(self.now())
