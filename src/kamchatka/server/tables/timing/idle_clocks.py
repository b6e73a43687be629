"""Clocks of games whose room is closed: their time goes on, and a restart resumes it from the stored value."""

from typing import Protocol

from kamchatka.server.clock import monotonic
from kamchatka.server.storage.store import Store


class RestingClocks(Protocol):
    """Keeps the time of clocked games whose room is closed."""

    async def open(self) -> None: ...
    def rest(self, table: str, played: float) -> None: ...
    def wake(self, table: str) -> float: ...
    def seconds_played(self) -> dict[str, float]: ...


class StoredClocks:
    """Resting clocks for several servers.

    A table's row stores when it was released, and the server that opens the table reads it.
    """

    async def open(self) -> None:
        """Do nothing: nothing is kept in memory."""

    def rest(self, table: str, played: float) -> None:
        """Do nothing: releasing the table stored the time."""

    def wake(self, table: str) -> float:
        """Return 0, so that the stored value counts."""
        return 0.0

    def seconds_played(self) -> dict[str, float]:
        """Return nothing: nothing is kept in memory."""
        return {}


class IdleClocks:
    """Start of each resting game by table, as if played without pause. Time while the server is down doesn't count."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.began: dict[str, float] = {}

    async def open(self) -> None:
        """Load every clocked game; each rests until its room is opened."""
        for table, played in await self.store.list_clocks():
            self.rest(table, played)

    def rest(self, table: str, played: float) -> None:
        """Note a closed room's seconds played. Time goes on from there, so a day per move stays one day."""
        self.began[table] = monotonic() - played

    def wake(self, table: str) -> float:
        """Return the seconds played by now, for a room that opens; 0 if the table was not resting."""
        began = self.began.pop(table, None)
        return 0.0 if began is None else monotonic() - began

    def seconds_played(self) -> dict[str, float]:
        """Return the seconds played by now, by table."""
        now = monotonic()
        return {table: now - began for table, began in self.began.items()}
