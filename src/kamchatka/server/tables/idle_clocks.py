"""Games against clocks whose room is closed: their time goes on, and a restart takes it up where it was noted."""

import time
from typing import Protocol

from kamchatka.server.storage.store import Store


class RestingClocks(Protocol):
    """The time of games against clocks whose room is closed."""

    async def open(self) -> None: ...
    def rest(self, table: str, played: float) -> None: ...
    def wake(self, table: str) -> float: ...
    def played(self) -> dict[str, float]: ...


class StoredClocks:
    """Of several servers: the row of a table says since when it rests, and whoever opens its room reads it there."""

    async def open(self) -> None:
        """Nothing is kept here."""

    def rest(self, table: str, played: float) -> None:
        """It was noted when the table was released."""

    def wake(self, table: str) -> float:
        """What the row says counts."""
        return 0.0

    def played(self) -> dict[str, float]:
        """Nothing is kept here."""
        return {}


class IdleClocks:
    """By table: when its game would have begun without a pause. The time while the server is down does not count."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.began: dict[str, float] = {}

    async def open(self) -> None:
        """Every game against clocks rests until somebody opens its room."""
        for table, played in await self.store.clocked():
            self.rest(table, played)

    def rest(self, table: str, played: float) -> None:
        """A room was closed when so many seconds had been played: who has a day to move is not given two."""
        self.began[table] = time.monotonic() - played

    def wake(self, table: str) -> float:
        """A room is opened: the seconds played by now, none where time stood still."""
        began = self.began.pop(table, None)
        return 0.0 if began is None else time.monotonic() - began

    def played(self) -> dict[str, float]:
        """By table, the seconds played by now."""
        now = time.monotonic()
        return {table: now - began for table, began in self.began.items()}
