"""Profiles and leaderboards, read from results and ratings."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import func, select

from kamchatka.editions import edition as find_edition
from kamchatka.server.clock import computing_time
from kamchatka.server.display_names import edition_name
from kamchatka.server.faults import Fault
from kamchatka.server.protocol.people_payloads import Pace, PlayedSeen, ProfileSeen, RankList, RankRow, SkillSeen
from kamchatka.server.ratings.skill import Skill
from kamchatka.server.ratings.statistics import Charge, Statistics
from kamchatka.server.ratings.titles import find_titles
from kamchatka.server.storage import schema
from kamchatka.server.storage.accounts import strip_name
from kamchatka.server.storage.database import Database, StoredRow
from kamchatka.server.storage.records import Sitter, User
from kamchatka.texts.deleted_players import display_name

HISTORY = 50  # maximum games in a profile
RANKED = 100  # maximum rows of a leaderboard


class Profiles:
    """Public profiles of accounts. Guests have none, because a guest's name belongs to nobody."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.statistics = Statistics(database)

    async def account(self, name: str) -> User:
        """Return the account with a name; raise a Fault if it doesn't exist."""
        u = schema.users
        rows = await self.database.rows(select(u).where(u.c.folded == strip_name(name).casefold()))
        if not rows:
            raise Fault("not_found", "no_player")
        return User(rows[0].id, rows[0].name, False, rows[0].avatar)

    async def profile(self, name: str, language: str, charge: Charge) -> ProfileSeen:
        """Return an account's profile. `charge` receives the seconds of computing time."""
        user, u = await self.account(name), schema.users
        since = await self.database.rows(select(u.c.created).where(u.c.id == user.id))
        rows = await self._read_results(user.id)
        statistics = await self.statistics.of(user.id, language, charge)
        begun = computing_time()
        games = tuple(_describe_game(row, user.id, language) for row in rows)
        charge(computing_time() - begun)
        return ProfileSeen(
            name=user.name,
            kind="person",
            since=since[0].created,
            avatar=user.avatar,
            titles=await find_titles(self.database, user.id, language),
            ratings=tuple(await self.ratings(user.id, language)),
            statistics=statistics,
            games=games,
        )

    async def _read_results(self, user: int) -> Sequence[StoredRow]:
        r, t = schema.results, schema.tables
        return await self.database.rows(
            select(r, t.c.seats.label("sitters"), t.c.rating, t.c.private)
            .join(t, t.c.id == r.c.table_id)
            .where(r.c.user_id == user, r.c.ended.is_not(None))
            .order_by(r.c.ended.desc())
            .limit(HISTORY)
        )

    async def points(self, user: int, pace: Pace) -> dict[str, int]:
        """Return a user's rating points by edition."""
        g = schema.ratings
        rows = await self.database.rows(select(g).where(g.c.user_id == user, g.c.pace == pace))
        return {row.edition: Skill(row.mu, row.sigma).points for row in rows}

    async def ratings(self, user: int, language: str) -> list[SkillSeen]:
        """Return a user's ratings, starting with the edition that was played most."""
        g = schema.ratings
        rows = await self.database.rows(select(g).where(g.c.user_id == user).order_by(g.c.games.desc()))
        return [
            SkillSeen(
                row.edition,
                edition_name(row.edition, language),
                row.pace,
                skill.points,
                skill.doubt,
                row.listed is None,
                row.games,
                row.wins,
                row.times_left,
                0 if row.listed is None else await self._place(row),
            )
            for row in rows
            for skill in (Skill(row.mu, row.sigma),)
        ]

    async def _place(self, row: StoredRow) -> int:
        g = schema.ratings
        better = await self.database.rows(
            select(func.count()).where(g.c.edition == row.edition, g.c.pace == row.pace, g.c.listed > row.listed)
        )
        return 1 + int(better[0][0])

    async def ranks(self, edition: str, pace: Pace, language: str) -> RankList:
        """Return the leaderboard of an edition."""
        find_edition(edition)
        g, u = schema.ratings, schema.users
        kind = (g.c.edition == edition) & (g.c.pace == pace)
        rows = await self.database.rows(
            select(g, u.c.name, u.c.avatar)
            .join(u, u.c.id == g.c.user_id)
            .where(kind, g.c.listed.is_not(None))
            .order_by(g.c.listed.desc(), u.c.name)
            .limit(RANKED)
        )
        count = await self.database.rows(select(func.count()).select_from(g).where(kind))
        lines = [
            RankRow(place, row.name, skill.points, skill.doubt, row.games, row.wins, row.avatar)
            for place, row in enumerate(rows, start=1)
            for skill in (Skill(row.mu, row.sigma),)
        ]
        return RankList(edition, edition_name(edition, language), pace, int(count[0][0]), tuple(lines))


def _describe_game(row: StoredRow, user: int, language: str) -> PlayedSeen:
    sitters = msgspec.json.decode(row.sitters, type=tuple[Sitter, ...])
    points = Skill(row.mu_after, row.sigma_after).points if row.mu_after is not None else None
    return PlayedSeen(
        "" if row.private else row.table_id,  # the id of a private table gives access to it
        row.edition,
        edition_name(row.edition, language),
        row.pace,
        row.ended,
        row.seat,
        row.seats,
        tuple(display_name(one.name, language) for seat, one in enumerate(sitters) if seat != row.seat),
        row.place,
        row.has_left,
        row.rating,
        points,
        None if points is None else points - Skill(row.mu_before, row.sigma_before).points,
    )
