"""Titles from finished games: each with the game that earned it, and shown on the profile."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from kamchatka.editions import EDITIONS
from kamchatka.server.ratings.titles import RULES, find_titles
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database
from tests.people.kit import database_in
from tests.server.together import together

GAME = {"edition": "modern", "place": 1, "seats": 3, "objective": "", "zones": "", "has_left": False}
WORLD = ",".join(zone.id for sheet in EDITIONS["modern"].sheets for zone in sheet.zones)


async def titles_of(folder: Path, *games: dict[str, Any]) -> dict[str, int]:
    """Store finished games of a player, in this order; return the titles and the numbers of their games."""
    async with database_in(folder) as database:
        for n, game in enumerate(games):
            await store(database, n, {**GAME, **game})
        return {title.id: title.since for title in await find_titles(database, 1, "en")}


async def store(database: Database, n: int, game: dict[str, Any]) -> None:
    """Store one result; game n ends at the time n."""
    row = {"seats": b"[]", "agreed": b"{}", "status": "over", "host": 1, "private": False, "key": "", "created": 0}
    await database.do(insert(schema.tables).values(id=f"g{n:04}", round=0, asked="", rematch="", **row))
    result = {"table_id": f"g{n:04}", "seat": 0, "user_id": 1, "pace": "live", "ended": n, **game}
    await database.do(insert(schema.results).values(result))


LOST = {"place": 2}
CASES: list[tuple[str, list[dict[str, Any]], int | None]] = [
    ("victor", [LOST, {"has_left": True}, {}], 2),
    ("conqueror", [{"zones": "asia,africa"}, {"zones": WORLD}], 1),
    ("conqueror", [{"zones": WORLD, "place": 2}], None),
    ("streak", [{}, {}, LOST, {}, {}, {}, {}], 5),
    ("crowd", [{"seats": 4}, {"seats": 5}], 1),
    ("strategist", [{"objective": f"o{n // 2}"} for n in range(20)], 18),
    ("strategist", [{"objective": f"o{n}"} for n in range(9)], None),
    ("traveller", [{"edition": one, **LOST} for one in ("modern", "modern", "classic", "original", "risk2210")], None),
    ("traveller", [{"edition": one, **LOST} for one in (*"abcd", "d", "e")], 5),
    ("loyal", [{"has_left": True}, *[LOST] * 25], 25),
    ("marshal", [{}] * 25, 24),
    ("veteran", [LOST] * 100, 99),
]


@pytest.mark.parametrize(("title", "games", "since"), CASES)
def test_a_title_is_earned_by_the_first_game_that_is_enough(
    tmp_path: Path, title: str, games: list[dict[str, Any]], since: int | None
) -> None:
    @together
    async def story() -> None:
        assert (await titles_of(tmp_path, *games)).get(title) == since

    story()


def test_every_title_has_a_case() -> None:
    assert {title for title, _, since in CASES if since is not None} == set(RULES)
