"""Adds finished games to the ratings, each exactly once, even if the server stops halfway."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import NamedTuple

import msgspec
from sqlalchemy import BigInteger, Executable, delete, func, insert, literal, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from kamchatka.analysis.finished import read_game
from kamchatka.server.background_tasks import CatchUp
from kamchatka.server.presentation.replays import journal_from, journal_of
from kamchatka.server.ratings.counting import CALLED_OFF, CountedSeats, count_seats, verdict_on
from kamchatka.server.ratings.eligibility import Eligibility
from kamchatka.server.ratings.outcome import GameOutcome, luck_noted, outcome_of
from kamchatka.server.ratings.pairs import A_DAY, SAME_PAIR, frequent_pairs, select_earlier_pairs
from kamchatka.server.ratings.skill import Skill, after_game
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import StoredRow
from kamchatka.server.storage.records import EntryRecord, TableRecord
from kamchatka.server.storage.results import NOT_COMPUTED, RATED
from kamchatka.server.storage.store import Store, now

TAKING = int.from_bytes(b"ratings")  # advisory lock that is held while a game is rated


class Finished(NamedTuple):
    """A finished game: its table, outcome, users by seat, and the seats whose players left."""

    table: TableRecord
    outcome: GameOutcome
    seats: Mapping[int, int]
    gone: Collection[int]


class Standing:
    """Rates games when they end, and looks for games that were missed. `told` is called with each game's verdict."""

    def __init__(self, store: Store, told: Callable[[str, str], None], clock: Callable[[], int] = now) -> None:
        self.store = store
        self.database = store.database
        self.clock = clock  # current time in milliseconds
        self.eligibility = Eligibility(store.database, clock)
        self.told = told
        self.jobs = CatchUp("rating", self._take_all)
        # Each game updates the ratings, so one game is rated at a time: here, and on all servers (`_alone`)
        self.taking = asyncio.Lock()

    def open(self) -> None:
        """Start rating games that ended while the server was down."""
        self.jobs.open()

    async def close(self) -> None:
        """Stop. Games that aren't rated yet will be rated after the next start."""
        await self.jobs.close()

    def on_game_end(self, table: TableRecord) -> None:
        """Rate a game that has ended."""
        self.jobs.start(self.take(table.id))

    async def _take_all(self) -> None:
        """Rate games that a stopped server left unrated, and compute the luck of games that earlier versions rated."""
        r, t = schema.results, schema.tables
        is_over = (t.c.status == "over") & t.c.unreadable.is_(None)
        games = select(r.c.table_id).join(t, t.c.id == r.c.table_id).where(is_over).distinct()
        for row in await self.database.rows(games.where(r.c.ended.is_(None))):
            await self.jobs.run(self.take(row.table_id))
        for row in await self.database.rows(games.where(r.c.ended.is_not(None), r.c.throws == NOT_COMPUTED)):
            await self.jobs.run(self._take_luck(row.table_id))

    async def _take_luck(self, game: str) -> None:
        """Store the luck of a game that was rated by an earlier version."""
        table, r = await self.store.table(game), schema.results
        if table is None or table.header is None:
            return
        luck = (await asyncio.to_thread(read_game, await journal_of(table, self.store), game)).luck
        await self.database.do(
            *(
                update(r)
                .where(r.c.table_id == game, r.c.seat == seat, r.c.throws == NOT_COMPUTED)
                .values(msgspec.structs.asdict(luck_noted(luck.get(seat))))
                for seat in range(len(table.seats))
            )
        )

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
        outcome = await asyncio.to_thread(_read_outcome, table, lines, left)
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
        for statement in _outcome_statements(game, verdict, self.clock()):
            await connection.execute(statement)
        if game.table.rating == RATED and verdict != SAME_PAIR:
            await self._rate(connection, game, counted)
        return verdict

    async def _verdict(self, connection: AsyncConnection, game: Finished, counted: CountedSeats) -> str:
        """Return SETTLED, or why the game doesn't count."""
        if game.table.rating != RATED:
            return game.table.rating
        if len(game.seats) < 2:  # the other players have deleted their accounts
            return CALLED_OFF
        since = self.clock() - A_DAY
        users = [game.seats[seat] for seat in counted.players]
        if (await connection.execute(frequent_pairs(game.table.id, users, since, with_running=False))).all():
            return SAME_PAIR
        return verdict_on(game.outcome, counted, game.gone)

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction in which no other server rates a game. The lock ends with the transaction."""
        async with self.database.begin() as connection:
            if connection.dialect.name == "postgresql":
                await connection.execute(select(func.pg_advisory_xact_lock(literal(TAKING, BigInteger))))
            yield connection

    async def _rate(self, connection: AsyncConnection, game: Finished, counted: CountedSeats) -> None:
        """Rate the players against each other. Deserters lose what they would lose against all of them."""
        g, table = schema.ratings, game.table
        kind = (g.c.edition == table.agreed.edition) & (g.c.pace == table.pace)
        rows = (await connection.execute(select(g).where(kind, g.c.user_id.in_(game.seats.values())))).all()
        known = {row.user_id: row for row in rows}
        before = {seat: _skill(known.get(user)) for seat, user in game.seats.items()}
        after = rate_together(before, game.outcome, counted.players)
        everybody = rate_together(before, game.outcome, tuple(game.seats))
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
        """Return, for each player, how many opponents of this game are met in a rated game for the first time."""
        users, table = [game.seats[seat] for seat in players], game.table
        query = select_earlier_pairs(table.id, users, table.agreed.edition, table.pace)
        met = Counter(int(row[0]) for row in (await connection.execute(query)).all())
        return {user: len(users) - 1 - met[user] for user in users}


def _read_outcome(table: TableRecord, lines: Sequence[EntryRecord], left: Collection[int]) -> GameOutcome:
    """Read a game and return its outcome. Run this in a thread, because long games take time."""
    return outcome_of(read_game(journal_from(table, lines), table.id), lines, left)


def rate_together(before: Mapping[int, Skill], outcome: GameOutcome, seats: Sequence[int]) -> dict[int, Skill]:
    """Return the skills of these seats after a game among them."""
    if len(seats) < 2:
        return {}
    after = after_game([before[seat] for seat in seats], [outcome.seats[seat].rank for seat in seats])
    return dict(zip(seats, after, strict=True))


def _outcome_statements(game: Finished, verdict: str, at: int) -> list[Executable]:
    """Return the statements that store a game's outcome."""
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
                **msgspec.structs.asdict(one.luck),
            )
            for seat, one in enumerate(game.outcome.seats)
        ),
        update(t).where(t.c.id == id).values(rating=verdict),
        delete(o).where(o.c.table_id == id),  # stored while the table waited for players
    ]


def _change(table: str, seat: int, old: Skill, new: Skill) -> Executable:
    r = schema.results
    change = {"mu_before": old.mu, "sigma_before": old.sigma, "mu_after": new.mu, "sigma_after": new.sigma}
    return update(r).where(r.c.table_id == table, r.c.seat == seat).values(change)


def _skill(row: StoredRow | None) -> Skill:
    return Skill() if row is None else Skill(row.mu, row.sigma)


def _rating(row: StoredRow | None, game: Finished, seat: int, skill: Skill, opponents: int) -> dict[str, object]:
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
        "listed": skill.leaderboard_value(games, met),
    }
