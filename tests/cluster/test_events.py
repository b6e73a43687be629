"""One event, two servers, an organiser at each: one trail, one draw, and tables played at any server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import asyncpg

from kamchatka.server.club.club import Club
from kamchatka.server.play.hosting import Hosting
from kamchatka.server.settings import ServerSettings
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.store import Store
from kamchatka.server.work.pool import WorkPool
from tests.cluster.parts import LocalPlatform
from tests.server.client import Browser, Json, Seat
from tests.server.clubhouse import Desk, line
from tests.server.together import together

FOUR = ("Ada", "Bruno", "Carla", "Dino")
LAID_FOR = "SELECT id FROM tables WHERE convert_from(seats, 'UTF8') LIKE $1"
ROUND = {"seed": 7, "method": "greedy"}


@asynccontextmanager
async def two_desks(parts: LocalPlatform, **choices: str) -> AsyncIterator[tuple[Desk, Desk]]:
    """Return Olga, with an event of four at one server, and Otto, with its key at the other."""
    here, there = (server.address for server in parts.servers)
    async with Browser(here, "Olga") as olga, Browser(there, "Otto") as otto:
        desk = await Desk.open(olga, "ranking", **choices)
        await desk.enter(*FOUR)
        yield desk, Desk(otto, desk.id, desk.key)


async def wait_for_scene(screen: Seat, **wanted: object) -> Json:
    """Return the first scene for which this holds."""
    while True:
        seen = await screen.until("event")
        if wanted.items() <= seen.items():
            return seen


@together
async def test_what_one_desk_does_the_other_server_shows(parts: LocalPlatform) -> None:
    """It covers entries, an unpublished draw, its publication and a result."""
    async with two_desks(parts) as (olga, otto), otto.socket() as screen:
        assert [one["name"] for one in (await wait_for_scene(screen, version=5))["entrants"]] == list(FOUR)
        draft = await olga.send("draw", ROUND)
        await wait_for_scene(screen, version=5)  # organisers with the event open are told to reload
        assert (await otto.look("desk"))["draft"] == draft
        await otto.send("publish", {"seed": draft["seed"]})
        assert (await olga.look("desk"))["draft"] is None
        published = (await wait_for_scene(screen, version=6))["rounds"][0]
        await olga.report(published, 1, 50, 30, 20, 10)
        assert (await wait_for_scene(screen, version=7))["rounds"][0]["complete"]
        assert (await olga.look("desk"))["trail"] == (await otto.look("desk"))["trail"]
        assert [row["id"] for row in await otto.browser.get("/api/events") if row["id"] == olga.id] == [olga.id]


@together
async def test_of_two_who_write_the_same_at_once_one_is_told_to_look_again(parts: LocalPlatform) -> None:
    """In any order exactly one result is in the trail; independent changes are all stored."""
    async with two_desks(parts) as (olga, otto):
        first = await olga.round(method="greedy")
        version, seats = (await olga.event())["version"], first["tables"][0]["seats"]

        async def reports(desk: Desk, *points: int) -> tuple[int, Json]:
            form = {"lines": [line(seat, made) for seat, made in zip(seats, points, strict=True)], "after": version}
            headers = {"X-CSRF-Token": desk.browser.csrf, "X-Event-Key": desk.key}
            path = f"/api/events/{desk.id}/rounds/1/tables/1/result?lang=en"
            answer = await desk.browser.http.post(path, json=form, headers=headers)
            return answer.status_code, answer.json()

        answers = await asyncio.gather(*(reports(desk, 50, 30, 20, 10 + n) for n, desk in enumerate((olga, otto) * 4)))
        assert sorted(status for status, _ in answers) == [200, *[409] * 7]
        assert {said["text"] for status, said in answers if status == 409} == {
            "Someone has changed this in the meantime. Check it again first."
        }
        assert (await otto.event())["version"] == version + 1
        names = [f"P{number}" for number in range(12)]
        await asyncio.gather(*((olga, otto)[n % 2].enter(name) for n, name in enumerate(names)))
        entrants = (await olga.event())["entrants"]
        assert [one["number"] for one in entrants] == list(range(1, 17))
        assert sorted(one["name"] for one in entrants) == sorted((*FOUR, *names))


@together
async def test_two_who_publish_at_once_draw_one_round(parts: LocalPlatform) -> None:
    async with two_desks(parts) as (olga, otto):
        draft = await olga.send("draw", ROUND)

        async def publishes(desk: Desk) -> int:
            headers = {"X-CSRF-Token": desk.browser.csrf, "X-Event-Key": desk.key}
            form = {"seed": draft["seed"]}
            return (
                await desk.browser.http.post(f"/api/events/{desk.id}/publish", json=form, headers=headers)
            ).status_code

        assert sorted(await asyncio.gather(publishes(olga), publishes(otto))) == [200, 409]
        assert len((await otto.event())["rounds"]) == 1


@together
async def test_a_round_is_played_at_another_server_than_its_desk(parts: LocalPlatform) -> None:
    """One server creates it, another opens it and a third finishes it; no table is played twice."""
    async with two_desks(parts) as (olga, otto):
        await olga.round(method="greedy")
        opened = await asyncio.gather(
            olga.send("rounds/1/online"), otto.send("rounds/1/online"), return_exceptions=True
        )
        assert sum(isinstance(one, AssertionError) for one in opened) == 1
        (table,) = (await otto.event())["rounds"][0]["tables"]
        connection = await asyncpg.connect(parts.plain_database)
        try:
            kept = await connection.fetch(
                "SELECT id FROM tables WHERE convert_from(seats, 'UTF8') LIKE $1", f"%{olga.id}%"
            )
        finally:
            await connection.close()
        assert [row["id"] for row in kept] == [table["game"]]
        key = (await olga.look("desk"))["codes"][str(table["seats"][0])]
        assert (await Desk(otto.browser, olga.id, key).send("sit"))["id"] == table["game"]
        await olga.send("rounds/1/tables/1/begin")
        async with otto.socket() as screen:
            await otto.browser.post(f"/api/tables/{table['game']}/stop")
            while not (await screen.until("event"))["waiting"]:
                pass
        (question,) = (await olga.look("desk"))["questions"]
        assert "entered by hand" in question["why"]


@together
async def test_a_dead_servers_draft_is_published_by_another(parts: LocalPlatform) -> None:
    """The server that made it gets SIGKILL."""
    third = await asyncio.to_thread(parts.serve)
    parts.servers.remove(third)
    try:
        async with two_desks(parts) as (olga, otto), Browser(third.address, "Tea") as tea:
            draft = await Desk(tea, olga.id, olga.key).send("draw", ROUND)
            third.kill()
            await otto.send("publish", {"seed": draft["seed"]})
            assert (await olga.event())["rounds"][0]["tables"][0]["seats"] == draft["tables"][0]
    finally:
        third.stop()


@together
async def test_a_result_that_nobody_took_is_taken_once_by_whoever_looks(parts: LocalPlatform) -> None:
    """The server that played it died before writing: three others check at the same time."""
    async with two_desks(parts) as (olga, otto):
        await olga.round(method="greedy")
        await olga.send("rounds/1/online")
        (table,) = (await olga.event())["rounds"][0]["tables"]
        key = (await olga.look("desk"))["codes"][str(table["seats"][0])]
        await Desk(otto.browser, olga.id, key).send("sit")
        await olga.send("rounds/1/tables/1/begin")
        await otto.browser.post(f"/api/tables/{table['game']}/stop")
        async with olga.socket() as screen:
            taken = await wait_for_scene(screen, waiting=1)
        await _as_if_never_written(parts, olga.id, taken["version"])
        assert (await otto.event())["waiting"] == 0
        databases = [Database(parts.database, shared=True) for _ in range(3)]
        work = WorkPool(ServerSettings())
        try:
            await asyncio.gather(*(_looking_back(one, parts.folder, work).take_missing() for one in databases))
        finally:
            await work.close()
            for one in databases:
                await one.engine.dispose()
        assert ((await otto.event())["waiting"], (await otto.event())["version"]) == (1, taken["version"])


async def _as_if_never_written(parts: LocalPlatform, event: str, entry: int) -> None:
    connection = await asyncpg.connect(parts.plain_database)
    try:
        await connection.execute("DELETE FROM event_entries WHERE event_id = $1 AND number = $2", event, entry)
        await connection.execute("UPDATE events SET stamp = stamp + 1 WHERE id = $1", event)
    finally:
        await connection.close()


def _looking_back(database: Database, folder: Path, work: WorkPool) -> Hosting:
    """Do what a server does regularly."""
    settings = ServerSettings(database=database.url, events=str(folder / "none"))
    server: Any = SimpleNamespace(store=Store(database))
    return Hosting(Club(settings, database, work), server)
