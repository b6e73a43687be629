"""Ratings are shared between servers: each game counts once, and none is lost to a concurrent one."""

import asyncio

import asyncpg

from kamchatka.server.ratings.rating_updates import Standing
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.store import Store
from tests.cluster.parts import LocalPlatform
from tests.people.kit import people, rated_table, rating_of
from tests.server.client import Browser
from tests.server.together import together

SERVERS = 3
AS_IF_NEVER_TAKEN = (
    "UPDATE results SET ended = NULL WHERE table_id = ANY($1::varchar[])",
    "UPDATE tables SET rating = 'rated' WHERE id = ANY($1::varchar[])",
    "DELETE FROM ratings WHERE user_id IN (SELECT user_id FROM results WHERE table_id = ANY($1::varchar[]))",
)


async def _ended_game(leaver: Browser, *others: Browser) -> str:
    table = await rated_table(leaver, *others)
    await rating_of(table, leaver, "rated")
    await leaver.post(f"/api/tables/{table}/leave")
    for one in others:
        await one.post(f"/api/tables/{table}/stop")
    await rating_of(table, leaver, "too_short")
    return table


@together
async def test_two_games_taken_by_three_servers_at_once_count_once_each(parts: LocalPlatform) -> None:
    async with people(parts.servers[0], "Rated 1", "Rated 2", "Rated 3") as everybody:
        games = [await _ended_game(*everybody), await _ended_game(*everybody)]
    connection = await asyncpg.connect(parts.plain_database)
    for statement in AS_IF_NEVER_TAKEN:
        await connection.execute(statement, games)
    databases = [Database(parts.database, shared=True) for _ in range(SERVERS)]
    told: list[str] = []
    try:
        standings = [Standing(Store(one), lambda game, verdict: told.append(game)) for one in databases]
        await asyncio.gather(*(one.take(game) for one in standings for game in games))
        rows = await connection.fetch(
            "SELECT games, times_left FROM ratings WHERE user_id IN (SELECT user_id FROM results WHERE table_id = $1)",
            games[0],
        )
    finally:
        for one in databases:
            await one.engine.dispose()
        await connection.close()
    assert sorted((row["games"], row["times_left"]) for row in rows) == [(2, 2)]  # players who stayed gain nothing
    assert sorted(told) == sorted(games)
