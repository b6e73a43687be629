"""Dice statistics of finished games, computed once per game in a worker and stored with its results."""

import asyncio

import msgspec
from sqlalchemy import select, update

from kamchatka.server.faults import Fault
from kamchatka.server.presentation.replays import journal_of
from kamchatka.server.ratings.seat_luck import LuckNoted, luck_in
from kamchatka.server.storage import schema
from kamchatka.server.storage.results import NOT_COMPUTED
from kamchatka.server.storage.store import Store
from kamchatka.server.work.budget import Asker
from kamchatka.server.work.pool import WorkPool

LATER = 10.0  # seconds before a busy worker pool is asked again


class LuckBook:
    """Records the dice statistics of finished games, one after another."""

    def __init__(self, store: Store, work: WorkPool) -> None:
        self.store = store
        self.work = work
        self.taking = asyncio.Lock()

    async def waiting(self) -> list[str]:
        """Return finished games without statistics."""
        r = schema.results
        rows = await self.store.database.rows(
            select(r.c.table_id).where(r.c.ended.is_not(None), r.c.throws == NOT_COMPUTED).distinct()
        )
        return [row.table_id for row in rows]

    async def take(self, game: str) -> None:
        """Compute and store a game's statistics. If the server stops meanwhile, the next start does it."""
        async with self.taking:
            table, r = await self.store.table(game), schema.results
            if table is None or table.header is None:
                return
            found = await self._compute_luck(game, await journal_of(table, self.store))
            await self.store.database.do(
                *(
                    update(r)
                    .where(r.c.table_id == game, r.c.seat == seat, r.c.throws == NOT_COMPUTED)
                    .values(msgspec.structs.asdict(found.get(seat, LuckNoted())))
                    for seat in range(len(table.seats))
                )
            )

    async def _compute_luck(self, game: str, data: bytes) -> dict[int, LuckNoted]:
        """Run the computation in a worker, and wait while the pool is busy with people's requests."""
        asker = Asker(f"game {game}", f"game {game}")
        while True:
            try:
                return await self.work.run(asker, luck_in, data, game)
            except Fault as fault:
                if fault.code not in ("busy", "too_many"):
                    raise
            await asyncio.sleep(LATER)
