"""Rated games without a server: the part of a room that rates them, with bots as players."""

from collections.abc import Callable, Collection
from typing import NamedTuple

import msgspec
from sqlalchemy import Row, select

from kamchatka.kernel.options import STOP, Action
from kamchatka.match import Match
from kamchatka.players import bot
from kamchatka.server.protocol.payloads import SeatForm, TableForm
from kamchatka.server.ratings.eligibility import Origin
from kamchatka.server.ratings.rating_updates import Standing
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.records import Sitter, TableRecord
from kamchatka.server.storage.store import Store
from kamchatka.server.tables.stored_match import StoredMatch
from kamchatka.words.decision_fields import lap_of

DAY = 86_400_000  # milliseconds
MOST_ACTIONS = 4000


class Club:
    """Players 1 to 9, a clock, and the server's part that rates games."""

    def __init__(self, database: Database) -> None:
        self.times = [1000 * DAY]
        self.database = database
        self.store = Store(database)
        self.verdicts: dict[str, str] = {}
        self.standing = Standing(self.store, self.verdicts.__setitem__, self.clock)

    def clock(self) -> int:
        return self.times[0]

    async def game(self, *users: int, edition: str = "classic") -> "RatedGame":
        """Begin a rated game, each player at a network of their own."""
        game = await self.judged_game(*users, edition=edition)
        await game.begin()
        return game

    async def judged_game(self, *users: int, edition: str = "classic") -> "RatedGame":
        """Lay a table and judge whether its game may be rated, which is done just before it begins."""
        game = RatedGame(self, f"game {len(await self.ids())}", users, edition)
        await self.store.lay(game.table)
        for user in users:
            await self.standing.eligibility.note(game.table, user, Origin(f"192.0.2.{user}"))
        game.table = await self.standing.eligibility.judge(game.table)
        return game

    async def ids(self) -> Collection[str]:
        return [row.id for row in await self.database.rows(select(schema.tables.c.id))]

    async def rating(self, user: int) -> Row[tuple[object, ...]] | None:
        """Return a player's rating in the only edition played."""
        rows = await self.database.rows(select(schema.ratings).where(schema.ratings.c.user_id == user))
        return rows[0] if rows else None

    async def mu(self, user: int) -> float:
        """Return a player's strength, 25 before any rated game."""
        rating = await self.rating(user)
        return 25.0 if rating is None else float(rating.mu)


class Played(NamedTuple):
    """How a game counted, and places by seat."""

    verdict: str
    places: list[int | None]


class RatedGame:
    """A game that performs a room's work step by step."""

    def __init__(self, club: Club, id: str, users: tuple[int, ...], edition: str) -> None:
        seats = tuple(Sitter(f"P{user}", user) for user in users)
        form = TableForm(edition, tuple(SeatForm("open") for _ in users), rated=True)
        self.club = club
        self.users = users
        self.away: set[int] = set()  # seats for which a bot plays
        self.table = TableRecord(
            id=id, agreed=form, seats=seats, status="waiting", host=users[0], key="07" * 16, rating="rated"
        )

    async def begin(self) -> None:
        self.stored, self.table = await StoredMatch.begin(self.table, self.club.store, lambda *entry: None)
        self.bots = [bot("cautious", self.match.game, seat) for seat in range(len(self.users))]

    @property
    def match(self) -> Match:
        return self.stored.match

    @property
    def lap(self) -> int:
        return lap_of(self.match.state)

    async def play(self, until: Callable[["RatedGame"], bool]) -> None:
        """Play until the condition holds, or to the end."""
        for _ in range(MOST_ACTIONS):
            if self.match.is_over or until(self):
                return
            seat = self.match.awaited[0]
            action = self.bots[seat].decide(self.match.view(seat), self.match.options(seat))
            await self._enter(seat, action, None if seat in self.away else self.users[seat])
        raise AssertionError("the game has no end")

    async def play_rounds(self, number: int) -> None:
        """Play until this number of rounds is complete."""
        await self.play(lambda game: game.lap > number)

    async def call_off(self) -> None:
        await self._enter(-1, Action(STOP), None)

    async def stand_up(self, seat: int) -> None:
        """Let a player leave; `Seating.leave` decides what the seat becomes."""
        self.away.add(seat)
        one = self.table.seats[seat]
        fell = not self.match.state.is_alive(seat)
        seats = [*self.table.seats]
        seats[seat] = Sitter(one.name, bot="cautious", fell=fell)
        self.table = msgspec.structs.replace(self.table, seats=tuple(seats))
        await self.club.store.change_seats(self.table)

    async def _enter(self, seat: int, action: Action, author: int | None) -> None:
        self.stored.play(seat, action)
        at = float(self.stored.version)
        self.table = await self.stored.commit(self.table, at, None, self.match, author, str(at) if author else None)

    async def count(self) -> Played:
        """Rate the finished game."""
        r = schema.results
        await self.club.standing.take(self.table.id)
        rows = await self.club.database.rows(select(r).where(r.c.table_id == self.table.id).order_by(r.c.seat))
        return Played(self.club.verdicts[self.table.id], [row.place for row in rows])
