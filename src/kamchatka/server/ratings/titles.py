"""Titles that players earn by playing, computed from their finished games."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache

from sqlalchemy import select

from kamchatka.editions import EDITIONS
from kamchatka.server.protocol.people_payloads import TitleSeen
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database, StoredRow
from kamchatka.texts import phrases

COUNTED = 5000  # number of games considered; after these, every title has been earned
Game = StoredRow
Games = Sequence[Game]
Rule = Callable[[Games], int | None]  # when the game that earned the title ended


async def find_titles(database: Database, user: int, language: str) -> tuple[TitleSeen, ...]:
    """Return a player's titles, with the latest first."""
    r = schema.results
    columns = [r.c[name] for name in ("edition", "ended", "place", "seats", "objective", "zones", "has_left")]
    query = select(*columns).where(r.c.user_id == user, r.c.ended.is_not(None), r.c.place.is_not(None))
    games = await database.rows(query.order_by(r.c.ended, r.c.table_id).limit(COUNTED))
    say = phrases(language).say
    earned = [(id, since) for id, rule in RULES.items() if (since := rule(games)) is not None]
    titles = [TitleSeen(id, say("title", id), say("title", f"{id}_text"), since) for id, since in earned]
    return tuple(sorted(titles, key=lambda one: -one.since))


def _wins(games: Games) -> list[Game]:
    return [game for game in games if game.place == 1 and not game.has_left]


def _nth(games: Iterable[Game], number: int) -> int | None:
    """Return when the nth game ended."""
    ends = [int(game.ended) for game in games]
    return ends[number - 1] if len(ends) >= number else None


def _distinct(games: Iterable[Game], of: Callable[[Game], object], number: int) -> int | None:
    """Return when the game ended that brought the nth distinct value."""
    first: dict[object, Game] = {}
    for game in games:
        first.setdefault(of(game), game)
    return _nth(first.values(), number)


@cache
def _zones_of(edition: str) -> frozenset[str]:
    """Return the ids of an edition's zones that pay a bonus."""
    sheets = EDITIONS[edition].sheets if edition in EDITIONS else ()
    return frozenset(zone.id for sheet in sheets for zone in sheet.zones if zone.bonus)


def _is_conquest(game: Game) -> bool:
    """Return True if every zone was held at the end of the game."""
    zones = _zones_of(game.edition)
    return bool(zones) and zones <= set(game.zones.split(","))


def _streak(games: Games, length: int) -> int | None:
    """Return when the first game ended that completed this many wins in a row."""
    row = 0
    for game in games:
        row = row + 1 if game.place == 1 and not game.has_left else 0
        if row == length:
            return int(game.ended)
    return None


def _loyal(games: Games, length: int) -> int | None:
    """Return when the first game ended that completed this many games in a row without leaving."""
    row = 0
    for game in games:
        row = 0 if game.has_left else row + 1
        if row == length:
            return int(game.ended)
    return None


RULES: dict[str, Rule] = {
    "victor": lambda games: _nth(_wins(games), 1),
    "conqueror": lambda games: _nth((game for game in _wins(games) if _is_conquest(game)), 1),
    "streak": lambda games: _streak(games, 3),
    "crowd": lambda games: _nth((game for game in _wins(games) if game.seats >= 5), 1),
    "strategist": lambda games: _distinct(
        (one for one in _wins(games) if one.objective), lambda one: one.objective, 10
    ),
    "traveller": lambda games: _distinct(games, lambda one: one.edition, 5),
    "loyal": lambda games: _loyal(games, 25),
    "marshal": lambda games: _nth(_wins(games), 25),
    "veteran": lambda games: _nth(games, 100),
}
