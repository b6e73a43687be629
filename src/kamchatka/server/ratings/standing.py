"""Adds finished games to the ratings, each exactly once, even if the server stops in between."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import structlog
from sqlalchemy import BigInteger, Executable, Row, delete, func, insert, literal, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from kamchatka.server import supervision
from kamchatka.server.faults import Fault
from kamchatka.server.ratings.counting import CALLED_OFF, CountedSeats, count_seats, verdict_on
from kamchatka.server.ratings.eligibility import Eligibility
from kamchatka.server.ratings.luck_book import LuckBook
from kamchatka.server.ratings.outcome import GameOutcome, outcome_of
from kamchatka.server.ratings.pairs import A_DAY, SAME_PAIR, frequent_pairs, known_opponents
from kamchatka.server.ratings.skill import Skill, after_game
from kamchatka.server.storage import schema
from kamchatka.server.storage.records import TableRecord
from kamchatka.server.storage.results import RATED
from kamchatka.server.storage.store import Store, now
from kamchatka.server.work.pool import WorkPool

LOOK_BACK = 60.0  # seconds between two searches for missed games
TAKING = int.from_bytes(b"ratings")  # advisory lock held while a game is rated

log = structlog.get_logger()


class Finished(NamedTuple):
    """A finished game: its table, outcome, users by seat, and the seats whose players left."""

    table: TableRecord
    outcome: GameOutcome
    seats: Mapping[int, int]
    gone: Collection[int]


class Standing:
    """Rates games when they end, and searches for missed ones. `told` is called with each game's verdict."""

    def __init__(
        self, store: Store, work: WorkPool, told: Callable[[str, str], None], clock: Callable[[], int] = now
    ) -> None:
        self.store = store
        self.database = store.database
        self.clock = clock  # returns milliseconds
        self.eligibility = Eligibility(store.database, clock)
        self.luck = LuckBook(store, work)
        self.told = told
        self.tasks: set[asyncio.Task[None]] = set()
        # one game at a time, here and (`_alone`) on all servers, because each game updates the ratings
        self.taking = asyncio.Lock()

    def open(self) -> None:
        """Start rating games whose end was missed."""
        self._watch(supervision.keep("missed ratings", self._look_back))

    async def close(self) -> None:
        """Stop. Games not rated yet are rated after the next start."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    def ended(self, table: TableRecord) -> None:
        """Rate a game that has ended, and compute its dice statistics."""
        self._begin(self.take(table.id))
        self._begin(self.luck.take(table.id))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        self._watch(supervision.start("rating", _logged(work)))

    def _watch(self, task: asyncio.Task[None]) -> None:
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _look_back(self) -> None:
        """Search regularly for games that a stopped server has not rated."""
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
            await _logged(self.take(row.table_id))
        for game in await self.luck.waiting():
            await _logged(self.luck.take(game))

    async def take(self, game: str) -> None:
        """Store the results of a finished game, and rate the players for whom it counts."""
        table, r = await self.store.table(game), schema.results
        open_results = select(r).where(r.c.table_id == game, r.c.ended.is_(None))
        rows = await self.database.rows(open_results)
        if table is None or table.status != "over" or not rows:
            return
        sitters = table.seats
        left = {row.seat for row in rows if sitters[row.seat].user != row.user_id and not sitters[row.seat].fell}
        lines = await self.store.journal(game)
        outcome = await asyncio.to_thread(outcome_of, table.header or b"", lines, game, left)
        seats = {row.seat: int(row.user_id) for row in rows}
        async with self.taking, self._alone() as connection:
            if not (await connection.execute(open_results)).all():
                return  # another server was faster
            verdict = await self._settle(connection, Finished(table, outcome, seats, left | outcome.absent))
        self.told(game, verdict)

    async def _settle(self, connection: AsyncConnection, game: Finished) -> str:
        """Store a game's outcome and the new ratings. Return the verdict."""
        counted = count_seats(game.outcome, game.seats, game.gone)
        verdict = await self._verdict(connection, game, counted)
        for statement in _noted(game, verdict, self.clock()):
            await connection.execute(statement)
        if game.table.rating == RATED and verdict != SAME_PAIR:
            await self._rate(connection, game, counted)
        return verdict

    async def _verdict(self, connection: AsyncConnection, game: Finished, counted: CountedSeats) -> str:
        """Return SETTLED, or why the game does not count."""
        if game.table.rating != RATED:
            return game.table.rating
        if len(game.seats) < 2:  # the others have deleted their accounts
            return CALLED_OFF
        since = self.clock() - A_DAY
        users = [game.seats[seat] for seat in counted.players]
        if (await connection.execute(frequent_pairs(game.table.id, users, since, with_running=False))).all():
            return SAME_PAIR
        return verdict_on(game.outcome, counted, game.gone)

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction during which no other server rates a game; the lock ends with it."""
        async with self.database.begin() as connection:
            if connection.dialect.name == "postgresql":
                await connection.execute(select(func.pg_advisory_xact_lock(literal(TAKING, BigInteger))))
            yield connection

    async def _rate(self, connection: AsyncConnection, game: Finished, counted: CountedSeats) -> None:
        """Rate the players against each other. Deserters lose what they would lose against everybody."""
        g, table = schema.ratings, game.table
        kind = (g.c.edition == table.agreed.edition) & (g.c.pace == table.pace)
        rows = (await connection.execute(select(g).where(kind, g.c.user_id.in_(game.seats.values())))).all()
        known = {row.user_id: row for row in rows}
        before = {seat: _skill(known.get(user)) for seat, user in game.seats.items()}
        after = rated_together(before, game.outcome, counted.players)
        everybody = rated_together(before, game.outcome, tuple(game.seats))
        after |= {seat: everybody[seat] for seat in counted.deserters}
        met = await self._new_opponents(connection, game, counted.players)
        for seat, skill in after.items():
            user = game.seats[seat]
            values = _rating(known.get(user), game, seat, skill, met.get(user, 0)) | {"played": self.clock()}
            if user in known:
                await connection.execute(update(g).where(kind, g.c.user_id == user).values(values))
            else:
                own = {"user_id": user, "edition": table.agreed.edition, "pace": table.pace}
                await connection.execute(insert(g).values(own | values))
            await connection.execute(_change(table.id, seat, before[seat], skill))

    async def _new_opponents(
        self, connection: AsyncConnection, game: Finished, players: Collection[int]
    ) -> dict[int, int]:
        """Count each player's opponents of this game whom they meet in a rated game for the first time."""
        users, table = [game.seats[seat] for seat in players], game.table
        query = known_opponents(table.id, users, table.agreed.edition, table.pace)
        met = Counter(int(row[0]) for row in (await connection.execute(query)).all())
        return {user: len(users) - 1 - met[user] for user in users}


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Fault:
        pass  # the database is away, which is logged; the next search finds the game
    except Exception as error:
        log.error("result not taken", error=repr(error), exc_info=error)


def rated_together(before: Mapping[int, Skill], outcome: GameOutcome, seats: Sequence[int]) -> dict[int, Skill]:
    """Return the skills of these seats after a game among them."""
    if len(seats) < 2:
        return {}
    after = after_game([before[seat] for seat in seats], [outcome.seats[seat].rank for seat in seats])
    return dict(zip(seats, after, strict=True))


def _noted(game: Finished, verdict: str, at: int) -> list[Executable]:
    """Return statements that store a game's outcome."""
    r, t, o, id = schema.results, schema.tables, schema.origins, game.table.id
    return [
        *(
            update(r)
            .where(r.c.table_id == id, r.c.seat == seat)
            .values(
                ended=at,
                rounds=game.outcome.rounds,
                seconds=game.outcome.seconds,
                place=one.place,
                has_left=seat in game.gone,
                objective=one.objective[:80],
                zones=",".join(one.zones),
            )
            for seat, one in enumerate(game.outcome.seats)
        ),
        update(t).where(t.c.id == id).values(rating=verdict),
        delete(o).where(o.c.table_id == id),  # stored while the table was waiting
    ]


def _change(table: str, seat: int, old: Skill, new: Skill) -> Executable:
    r = schema.results
    change = {"mu_before": old.mu, "sigma_before": old.sigma, "mu_after": new.mu, "sigma_after": new.sigma}
    return update(r).where(r.c.table_id == table, r.c.seat == seat).values(change)


def _skill(row: Row[Any] | None) -> Skill:
    return Skill() if row is None else Skill(row.mu, row.sigma)


def _rating(row: Row[Any] | None, game: Finished, seat: int, skill: Skill, opponents: int) -> dict[str, object]:
    """Return the values of a rating after one more game."""
    games, wins, times_left, met = (0, 0, 0, 0) if row is None else (row.games, row.wins, row.times_left, row.opponents)
    games, met = games + 1, met + opponents
    return {
        "mu": skill.mu,
        "sigma": skill.sigma,
        "games": games,
        "wins": wins + (game.outcome.seats[seat].place == 1),
        "times_left": times_left + (seat in game.gone),
        "opponents": met,
        "listed": skill.listed(games, met),
    }
