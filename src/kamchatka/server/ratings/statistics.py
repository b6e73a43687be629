"""Statistics of a player's finished games, counted by the database and cached until another game ends."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Select, Subquery, and_, case, func, select

from kamchatka.editions import EDITIONS
from kamchatka.server.clock import computing_time
from kamchatka.server.display_names import edition_name, edition_words
from kamchatka.server.protocol.people_payloads import LuckSeen, StatisticsSeen, TallySeen
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database, StoredRow
from kamchatka.server.storage.results import NOT_COMPUTED
from kamchatka.server.work.cache import ByteCache
from kamchatka.texts import phrases
from kamchatka.words.names import Names

COUNTED = 2000  # number of latest games counted
LISTED = 6  # number of objectives and zones listed
CACHED = 4 * 2**20  # maximum bytes of cached statistics

Rows = Sequence[StoredRow]
Charge = Callable[[float], None]  # called with the seconds of computing time


class CachedStatistics(msgspec.Struct, frozen=True):
    """Statistics and their cache key: the number of games, and the end of the last one."""

    games: int
    ended: int
    seen: StatisticsSeen


class Statistics:
    """Statistics of accounts."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.cache = ByteCache(CACHED)  # cached statistics by user and language

    async def of(self, user: int, language: str, charge: Charge) -> StatisticsSeen | None:
        """Return a player's statistics; None without finished games. `charge` is called unless they were cached."""
        r = schema.results
        is_over = (r.c.user_id == user) & r.c.ended.is_not(None)
        newest = select(func.count().label("games"), func.max(r.c.ended).label("ended")).where(is_over)
        made_of = (await self.database.rows(newest))[0]
        if not made_of.games:
            return None
        known = self.cache.get((user, language))
        if known is not None:
            kept = msgspec.json.decode(known, type=CachedStatistics)
            if (kept.games, kept.ended) == (made_of.games, made_of.ended):
                return kept.seen
        latest = _latest(user)
        groups = await self.database.rows(_groups(latest))
        zones = await self.database.rows(_zones(latest))
        luck = (await self.database.rows(_luck(latest)))[0]
        begun = computing_time()
        seen = _describe(groups, zones, luck, language)
        if luck.waiting == 0:  # otherwise more games will soon be added
            self.cache.put((user, language), msgspec.json.encode(CachedStatistics(made_of.games, made_of.ended, seen)))
        charge(computing_time() - begun)
        return seen


# ------------------------------------------------------------------ database queries
def _latest(user: int) -> Subquery:
    """Return the results of the latest games, using the index on user and end."""
    r = schema.results
    won = case((and_(r.c.place == 1, ~r.c.has_left), 1), else_=0).label("won")
    decided = case((r.c.place.is_not(None), 1), else_=0).label("decided")
    left = case((r.c.has_left, 1), else_=0).label("has_left")
    plain = [r.c[name] for name in ("edition", "pace", "seat", "objective", "zones", "rounds", "seconds")]
    luck = [r.c[name] for name in ("throws", "lost", "lost_mean", "beaten", "beaten_mean")]
    query = select(*plain, *luck, won, decided, left).where(r.c.user_id == user, r.c.ended.is_not(None))
    return query.order_by(r.c.ended.desc()).limit(COUNTED).subquery()


def _groups(latest: Subquery) -> Select[Any]:
    c = latest.c
    kind = (c.edition, c.pace, c.seat, c.objective, c.won, c.decided)
    sums = [func.sum(c[name]).label(name) for name in ("rounds", "seconds", "has_left")]
    return select(*kind, func.count().label("games"), *sums).group_by(*kind)


def _zones(latest: Subquery) -> Select[Any]:
    c = latest.c
    kind = (c.edition, c.zones, c.won)
    return select(*kind, func.count().label("games")).where(c.decided == 1, c.zones != "").group_by(*kind)


def _luck(latest: Subquery) -> Select[Any]:
    """Select the sums over games with luck statistics, and the number of games without."""
    c = latest.c
    is_known = c.throws >= 0
    names = ("throws", "lost", "lost_mean", "beaten", "beaten_mean")
    sums = [func.coalesce(func.sum(case((is_known, c[name]))), 0).label(name) for name in names]
    waiting = func.count(case((c.throws == NOT_COMPUTED, 1))).label("waiting")
    return select(func.count(case((is_known, 1))).label("games"), *sums, waiting)


# ------------------------------------------------------------------ displayed values
def _describe(groups: Rows, zones: Rows, luck: StoredRow, language: str) -> StatisticsSeen:
    decided = [row for row in groups if row.decided]
    live = [row for row in decided if row.pace == "live"]
    games, say = _sum(decided, "games"), phrases(language).say
    by_seat = _tallies((say("server", "seat_number", number=row.seat + 1), row.games, row.won) for row in decided)
    names = {id: Names(language, one, (), edition_words(id, language)) for id, one in EDITIONS.items()}
    return StatisticsSeen(
        games,
        sum(row.games for row in decided if row.won),
        _sum(groups, "has_left"),
        round(_sum(decided, "rounds") / games, 1) if games else 0.0,
        round(_sum(live, "seconds") / 60 / _sum(live, "games"), 1) if live else 0.0,
        _tallies((edition_name(row.edition, language), row.games, row.won) for row in decided),
        tuple(sorted(by_seat, key=lambda one: one.name)),
        _tallies(_objectives(decided, names))[:LISTED],
        _tallies(_tally_zones(zones, names))[:LISTED],
        _luck_seen(luck),
    )


def _sum(rows: Iterable[StoredRow], name: str) -> int:
    return sum(int(getattr(row, name)) for row in rows)


def _luck_seen(luck: StoredRow) -> LuckSeen | None:
    """Summarise the dice luck of all games with luck statistics."""
    if not luck.games:
        return None
    ahead = (luck.beaten - luck.beaten_mean) - (luck.lost - luck.lost_mean)
    means = round(luck.lost_mean, 1), round(luck.beaten_mean, 1)
    return LuckSeen(luck.games, luck.throws, luck.lost, means[0], luck.beaten, means[1], round(ahead, 1))


def _objectives(rows: Rows, names: dict[str, Names]) -> Iterable[tuple[str, int, int]]:
    for row in rows:
        if row.objective and row.edition in EDITIONS:
            ids = [one.id for one in EDITIONS[row.edition].objectives]
            if row.objective in ids:
                yield names[row.edition].objectives[ids.index(row.objective)], row.games, row.won


def _tally_zones(rows: Rows, names: dict[str, Names]) -> Iterable[tuple[str, int, int]]:
    for row in rows:
        if row.edition in EDITIONS:
            ids = [zone.id for sheet in EDITIONS[row.edition].sheets for zone in sheet.zones]
            for zone in row.zones.split(","):
                if zone in ids:
                    yield names[row.edition].zones[ids.index(zone)], row.games, row.won


def _tallies(found: Iterable[tuple[str, int, int]]) -> tuple[TallySeen, ...]:
    """Count games and wins by name. The most frequent name comes first."""
    games: dict[str, tuple[int, int]] = {}
    for name, number, won in found:
        before, wins = games.get(name, (0, 0))
        games[name] = before + number, wins + number * won
    tallies = [TallySeen(name, number, wins) for name, (number, wins) in games.items()]
    return tuple(sorted(tallies, key=lambda one: (-one.games, -one.wins, one.name)))
