"""Takes finished games into the ratings: each once, whatever stops the server meanwhile."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Mapping
from contextlib import asynccontextmanager
from typing import Any

import structlog
from sqlalchemy import BigInteger, Executable, Row, delete, func, insert, literal, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from kamchatka.server.faults import Fault
from kamchatka.server.ratings.eligibility import Eligibility
from kamchatka.server.ratings.luck_book import LuckBook
from kamchatka.server.ratings.outcome import GameOutcome, outcome_of
from kamchatka.server.ratings.skill import Skill, after_game
from kamchatka.server.storage import schema
from kamchatka.server.storage.records import TableRecord
from kamchatka.server.storage.results import RATED, SETTLED
from kamchatka.server.storage.store import Store, now
from kamchatka.server.work.pool import WorkPool

LOOK_BACK = 60.0  # seconds
TAKING = int.from_bytes(b"ratings")  # the lock of whoever takes a game

log = structlog.get_logger()


class Standing:
    """Told when a game ends, and looks for those it missed. `told` hears how a game counted."""

    def __init__(self, store: Store, work: WorkPool, told: Callable[[str, str], None]) -> None:
        self.store = store
        self.database = store.database
        self.eligibility = Eligibility(store.database)
        self.luck = LuckBook(store, work)
        self.told = told
        self.tasks: set[asyncio.Task[None]] = set()
        self.taking = asyncio.Lock()  # one after another, here and (`_alone`) at all servers: a rating is one number

    def open(self) -> None:
        """Take the games that ended while nobody was looking."""
        self._begin(self._look_back())

    async def close(self) -> None:
        """Stop; a game not yet taken is taken at the next start."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    def ended(self, game: str) -> None:
        """A game is over."""
        self._begin(self._take(game))
        self._begin(self.luck.take(game))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(_logged(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _look_back(self) -> None:
        """Now and then: games of a server that stopped before it had taken them."""
        while True:
            await _logged(self._take_all())
            await asyncio.sleep(LOOK_BACK)

    async def _take_all(self) -> None:
        r, t = schema.results, schema.tables
        rows = await self.database.rows(
            select(r.c.table_id)
            .join(t, t.c.id == r.c.table_id)
            .where(r.c.ended.is_(None), t.c.status == "over", t.c.unreadable.is_(None))
            .distinct()
        )
        for row in rows:
            await _logged(self._take(row.table_id))
        for game in await self.luck.waiting():
            await _logged(self.luck.take(game))

    async def _take(self, game: str) -> None:
        """The results of a finished game, and what it does to ratings."""
        table, r = await self.store.table(game), schema.results
        open_results = select(r).where(r.c.table_id == game, r.c.ended.is_(None))
        rows = await self.database.rows(open_results)
        if table is None or table.status != "over" or not rows:
            return
        left = {row.seat for row in rows if table.seats[row.seat].user != row.user_id}
        lines = await self.store.journal(game)
        outcome = await asyncio.to_thread(outcome_of, table.header or b"", lines, game, left)
        seats = {row.seat: int(row.user_id) for row in rows}
        gone = left | outcome.absent
        verdict = await self._verdict(table, outcome, gone, seats.values())
        async with self.taking, self._alone() as connection:
            if not (await connection.execute(open_results)).all():
                return  # another server was quicker
            rated = await self._rated(connection, table, outcome, seats, gone) if verdict == SETTLED else []
            for statement in (*_noted(table, outcome, gone, verdict), *rated):
                await connection.execute(statement)
        self.told(game, verdict)

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[AsyncConnection]:
        """A transaction beside which no other server takes a game; the lock goes with it, whatever happens."""
        async with self.database.begin() as connection:
            if connection.dialect.name == "postgresql":
                await connection.execute(select(func.pg_advisory_xact_lock(literal(TAKING, BigInteger))))
            yield connection

    async def _rated(
        self,
        connection: AsyncConnection,
        table: TableRecord,
        outcome: GameOutcome,
        seats: Mapping[int, int],
        gone: Collection[int],
    ) -> list[Executable]:
        """Ratings of everybody at the table after the game."""
        r, g, edition = schema.results, schema.ratings, table.agreed.edition
        kind = (g.c.edition == edition) & (g.c.pace == table.pace)
        rows = (await connection.execute(select(g).where(kind, g.c.user_id.in_(seats.values())))).all()
        known = {row.user_id: row for row in rows}
        before = [_skill(known.get(user)) for user in seats.values()]
        after = after_game(before, [outcome.seats[seat].rank for seat in seats])
        made: list[Executable] = []
        for (seat, user), old, new in zip(seats.items(), before, after, strict=True):
            counts = _counts(known.get(user), outcome.seats[seat].place == 1, seat in gone)
            rated = {"mu": new.mu, "sigma": new.sigma, "played": now(), **counts}
            if user in known:
                made.append(update(g).where(kind, g.c.user_id == user).values(rated))
            else:
                made.append(insert(g).values(user_id=user, edition=edition, pace=table.pace, **rated))
            change = {"mu_before": old.mu, "sigma_before": old.sigma, "mu_after": new.mu, "sigma_after": new.sigma}
            made.append(update(r).where(r.c.table_id == table.id, r.c.seat == seat).values(change))
        return made

    async def _verdict(
        self, table: TableRecord, outcome: GameOutcome, gone: Collection[int], people: Collection[int]
    ) -> str:
        """SETTLED, or why the game does not count."""
        if table.rating != RATED:
            return table.rating
        if len(people) < 2:  # the others have deleted their accounts
            return "called_off"
        if not outcome.is_decided and not gone:
            return "called_off"
        return await self.eligibility.shared_origin(table.id, people) or SETTLED


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Fault:
        pass  # the database is away, and has said so: the next look back will find the game
    except Exception as error:
        log.error("result not taken", error=repr(error), exc_info=error)


def _noted(table: TableRecord, outcome: GameOutcome, gone: Collection[int], verdict: str) -> list[Executable]:
    """How the game went for its people, written down."""
    r, t, o, at = schema.results, schema.tables, schema.origins, now()
    return [
        *(
            update(r)
            .where(r.c.table_id == table.id, r.c.seat == seat)
            .values(
                ended=at,
                rounds=outcome.rounds,
                seconds=outcome.seconds,
                place=one.place,
                has_left=seat in gone,
                objective=one.objective[:80],
                zones=",".join(one.zones),
            )
            for seat, one in enumerate(outcome.seats)
        ),
        update(t).where(t.c.id == table.id).values(rating=verdict),
        delete(o).where(o.c.table_id == table.id),
    ]


def _skill(row: Row[Any] | None) -> Skill:
    return Skill() if row is None else Skill(row.mu, row.sigma)


def _counts(row: Row[Any] | None, won: bool, left: bool) -> dict[str, int]:
    games, wins, times_left = (0, 0, 0) if row is None else (row.games, row.wins, row.times_left)
    return {"games": games + 1, "wins": wins + won, "times_left": times_left + left}
