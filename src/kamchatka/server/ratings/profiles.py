"""Profiles and rank lists, read off results and ratings."""

from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Any

import msgspec
from sqlalchemy import Row, func, select

from kamchatka.editions import EDITIONS
from kamchatka.editions import edition as find_edition
from kamchatka.server.faults import Fault
from kamchatka.server.naming import edition_name, edition_words
from kamchatka.server.protocol.people_payloads import (
    LuckSeen,
    Pace,
    PlayedSeen,
    ProfileSeen,
    RankList,
    RankRow,
    SkillSeen,
    StatisticsSeen,
    TallySeen,
)
from kamchatka.server.ratings.skill import CAUTION, SURE, Skill
from kamchatka.server.storage import schema
from kamchatka.server.storage.accounts import typed_name
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.records import Sitter, User
from kamchatka.server.storage.results import UNRECKONED
from kamchatka.texts import phrases
from kamchatka.texts.nobody import shown_name
from kamchatka.words.names import Names

HISTORY = 50  # games that a profile shows
COUNTED = 2000  # games that statistics look at
RANKED = 100  # lines of a rank list
LISTED = 6  # objectives and zones that statistics name


class Profiles:
    """What everybody may know of somebody with an account; guests have no profile, names of theirs are nobody's."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def account(self, name: str) -> User:
        """The account of that name; a Fault if there is none."""
        u = schema.users
        rows = await self.database.rows(select(u).where(u.c.folded == typed_name(name).casefold()))
        if not rows:
            raise Fault("not_found", "no_player")
        return User(rows[0].id, rows[0].name, False)

    async def profile(self, name: str, language: str) -> ProfileSeen:
        """The profile of an account."""
        user, u = await self.account(name), schema.users
        since = await self.database.rows(select(u.c.created).where(u.c.id == user.id))
        rows = await self._played(user.id)
        return ProfileSeen(
            name=user.name,
            kind="person",
            since=since[0].created,
            ratings=tuple(await self.ratings(user.id, language)),
            statistics=_statistics(rows, language) if rows else None,
            games=tuple(_played(row, user.id, language) for row in rows[:HISTORY]),
        )

    async def _played(self, user: int) -> Sequence[Row[Any]]:
        r, t = schema.results, schema.tables
        return await self.database.rows(
            select(r, t.c.seats.label("sitters"), t.c.rating, t.c.private)
            .join(t, t.c.id == r.c.table_id)
            .where(r.c.user_id == user, r.c.ended.is_not(None))
            .order_by(r.c.ended.desc())
            .limit(COUNTED)
        )

    async def ratings(self, user: int, language: str) -> list[SkillSeen]:
        """Somebody's ratings, the most played first."""
        g = schema.ratings
        rows = await self.database.rows(select(g).where(g.c.user_id == user).order_by(g.c.games.desc()))
        return [
            SkillSeen(
                row.edition,
                edition_name(row.edition, language),
                row.pace,
                skill.points,
                skill.doubt,
                skill.is_provisional,
                row.games,
                row.wins,
                row.times_left,
                0 if skill.is_provisional else await self._place(row),
            )
            for row in rows
            for skill in (Skill(row.mu, row.sigma),)
        ]

    async def _place(self, row: Row[Any]) -> int:
        g = schema.ratings
        better = await self.database.rows(
            select(func.count()).where(
                g.c.edition == row.edition,
                g.c.pace == row.pace,
                g.c.sigma <= SURE,
                g.c.mu - CAUTION * g.c.sigma > row.mu - CAUTION * row.sigma,
            )
        )
        return 1 + int(better[0][0])

    async def ranks(self, edition: str, pace: Pace, language: str) -> RankList:
        """Who plays an edition best."""
        find_edition(edition)
        g, u = schema.ratings, schema.users
        kind = (g.c.edition == edition) & (g.c.pace == pace)
        rows = await self.database.rows(
            select(g, u.c.name)
            .join(u, u.c.id == g.c.user_id)
            .where(kind, g.c.sigma <= SURE)
            .order_by((g.c.mu - CAUTION * g.c.sigma).desc(), u.c.name)
            .limit(RANKED)
        )
        count = await self.database.rows(select(func.count()).select_from(g).where(kind))
        lines = [
            RankRow(place, row.name, skill.points, skill.doubt, row.games, row.wins)
            for place, row in enumerate(rows, start=1)
            for skill in (Skill(row.mu, row.sigma),)
        ]
        return RankList(edition, edition_name(edition, language), pace, int(count[0][0]), tuple(lines))


def _played(row: Row[Any], user: int, language: str) -> PlayedSeen:
    sitters = msgspec.json.decode(row.sitters, type=tuple[Sitter, ...])
    points = Skill(row.mu_after, row.sigma_after).points if row.mu_after is not None else None
    return PlayedSeen(
        "" if row.private else row.table_id,  # the id of a private table is its key
        row.edition,
        edition_name(row.edition, language),
        row.pace,
        row.ended,
        row.seat,
        row.seats,
        tuple(shown_name(one.name, language) for seat, one in enumerate(sitters) if seat != row.seat),
        row.place,
        row.has_left,
        row.rating,
        points,
        None if points is None else points - Skill(row.mu_before, row.sigma_before).points,
    )


# ------------------------------------------------------------------ statistics
def _statistics(rows: Sequence[Row[Any]], language: str) -> StatisticsSeen:
    decided = [row for row in rows if row.place is not None]
    live = [row.seconds / 60 for row in decided if row.pace == "live"]
    seat = phrases(language).say
    return StatisticsSeen(
        len(decided),
        sum(_won(row) for row in decided),
        sum(row.has_left for row in rows),
        round(fmean(row.rounds for row in decided), 1) if decided else 0.0,
        round(fmean(live), 1) if live else 0.0,
        _tallies((edition_name(row.edition, language), _won(row)) for row in decided),
        tuple(
            sorted(
                _tallies((seat("server", "seat_number", number=row.seat + 1), _won(row)) for row in decided),
                key=lambda one: one.name,
            )
        ),
        _tallies(_objectives(decided, language))[:LISTED],
        _tallies(_zones(decided, language))[:LISTED],
        _luck(rows),
    )


def _luck(rows: Sequence[Row[Any]]) -> LuckSeen | None:
    """What dice have given and taken in all games of which it is known."""
    known = [row for row in rows if row.throws is not None and row.throws != UNRECKONED]
    if not known:
        return None
    lost, beaten = sum(row.lost for row in known), sum(row.beaten for row in known)
    lost_mean, beaten_mean = sum(row.lost_mean for row in known), sum(row.beaten_mean for row in known)
    return LuckSeen(
        len(known),
        sum(row.throws for row in known),
        lost,
        round(lost_mean, 1),
        beaten,
        round(beaten_mean, 1),
        round((beaten - beaten_mean) - (lost - lost_mean), 1),
    )


def _won(row: Row[Any]) -> bool:
    return bool(row.place == 1 and not row.has_left)


def _objectives(rows: Iterable[Row[Any]], language: str) -> Iterable[tuple[str, bool]]:
    for row in rows:
        if row.objective and row.edition in EDITIONS:
            ids = [one.id for one in EDITIONS[row.edition].objectives]
            if row.objective in ids:
                yield _names(row.edition, language).objectives[ids.index(row.objective)], _won(row)


def _zones(rows: Iterable[Row[Any]], language: str) -> Iterable[tuple[str, bool]]:
    for row in rows:
        if row.edition in EDITIONS:
            ids = [zone.id for sheet in EDITIONS[row.edition].sheets for zone in sheet.zones]
            for zone in row.zones.split(","):
                if zone in ids:
                    yield _names(row.edition, language).zones[ids.index(zone)], _won(row)


def _names(edition: str, language: str) -> Names:
    return Names(language, EDITIONS[edition], (), edition_words(edition, language))


def _tallies(found: Iterable[tuple[str, bool]]) -> tuple[TallySeen, ...]:
    """How often each, and how often with a win: the most often first."""
    games: dict[str, list[bool]] = {}
    for name, won in found:
        games.setdefault(name, []).append(won)
    tallies = [TallySeen(name, len(wins), sum(wins)) for name, wins in games.items()]
    return tuple(sorted(tallies, key=lambda one: (-one.games, -one.wins, one.name)))
