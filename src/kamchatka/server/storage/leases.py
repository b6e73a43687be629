"""Who plays which table: a lease with an epoch, which every commit of the table is fenced by.

A server alone has every table for as long as it runs, by the lock of its database (`server_lock`); several share them
by `stored_leases`. A lease says who may show and write; that nobody else can write is the database's own rule: a row
whose `fence` is not its `epoch` is refused, whoever believes what.
"""

import time
from collections.abc import Callable
from typing import NamedTuple, Protocol

from kamchatka.server.faults import Fault
from kamchatka.server.storage.store import Store

ALONE = "alone"  # what a server is called that has nobody beside it


class NotHere(Fault):
    """This server cannot have the table now: it is leaving, or cut off. Nothing was tried."""

    def __init__(self) -> None:
        super().__init__("elsewhere")


class OwnedElsewhere(Exception):
    """Another server has the table, and lives."""

    def __init__(self, owner: str) -> None:
        super().__init__(owner)
        self.owner = owner


class LeaseNews(NamedTuple):
    """What a server has learnt of the others: tables it has lost, and which servers live (itself among them)."""

    lost: frozenset[str]
    alive: frozenset[str]


class Leases(Protocol):
    """The tables of one server. Its name is its own until the process ends, and is never used again."""

    @property
    def me(self) -> str: ...

    async def open(self, news: Callable[[LeaseNews], None]) -> None:
        """Be one of the servers; `news` is told whatever changes among them."""

    async def close(self) -> None:
        """Go: every table is free for others at once."""

    async def claim(self, table: str, gone: str = "") -> int | None:
        """Have the table's room here: its epoch, or None for that of its row. `gone` is a server known to be dead.

        OwnedElsewhere when another one has it; a Fault when there is no such table, or we cannot have any.
        """

    def suspend(self) -> None:
        """The bus is away: nobody can be asked, others may think that we are gone."""

    def resume(self) -> None:
        """The bus is there again."""

    def holds(self, table: str, epoch: int) -> bool:
        """Whether the room of that epoch may go on: nobody else can have it at this moment."""

    async def release(self, table: str, epoch: int, played: float | None) -> None:
        """The room is closed; the clock of its game goes on from so many seconds."""

    def now(self) -> float:
        """Unix seconds by the one clock of all servers."""

    async def due(self) -> list[str]:
        """Tables that must be woken by now, and that nobody looks after."""


class LocalLeases:
    """Of a server alone: everything is its own."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.me = ALONE

    async def open(self, news: Callable[[LeaseNews], None]) -> None:
        """There is nobody else."""

    async def close(self) -> None:
        """There is nobody else."""

    async def claim(self, table: str, gone: str = "") -> int | None:
        """It is ours."""
        return None

    def suspend(self) -> None:
        """There is nobody else."""

    def resume(self) -> None:
        """There is nobody else."""

    def holds(self, table: str, epoch: int) -> bool:
        """Nobody else can have it."""
        return True

    async def release(self, table: str, epoch: int, played: float | None) -> None:
        """Nobody waits for it; `idle_clocks` keeps its time."""

    def now(self) -> float:
        """Unix seconds."""
        return time.time()

    async def due(self) -> list[str]:
        """Tables that must be woken by now."""
        return await self.store.due(self.now())
