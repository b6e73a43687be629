"""Ratings: which games rate which players. Leaving, sharing seats or stopping gains nothing; a game counts once."""

import random
import sqlite3
from collections.abc import Callable
from typing import Any

import pytest

from kamchatka.analysis.luck import luck_of
from kamchatka.analysis.throws import throws_of
from kamchatka.journal import parse
from kamchatka.server.ratings.skill import MIDDLE, Skill, after_game
from tests.people.kit import EDITION, eventually, people, profile, rated_table, rating_of
from tests.server.client import Browser
from tests.server.running import Server
from tests.server.together import together
from tools.load.season import EDITION as SEASON
from tools.load.season import SeasonPlayer, season


@together
async def test_who_leaves_at_once_loses_and_nobody_gains_by_it(server: Server) -> None:
    async with people(server, "Leaver", "Stayer", "Stander") as (leaver, stayer, stander):
        table = await rated_table(leaver, stayer, stander)
        assert await rating_of(table, stayer, "rated")
        await leaver.post(f"/api/tables/{table}/leave")
        await stayer.post(f"/api/tables/{table}/stop")
        await stander.post(f"/api/tables/{table}/stop")
        await rating_of(table, stayer, "too_short")
        lost, kept = await profile(stayer, "leaver"), await profile(leaver, "Stayer")
        assert lost["ratings"][0]["points"] < MIDDLE
        assert (lost["ratings"][0]["left"], lost["ratings"][0]["wins"], lost["games"][0]["left"]) == (1, 0, True)
        assert (lost["ratings"][0]["provisional"], lost["ratings"][0]["place"]) == (True, 0)
        assert lost["games"][0]["place"] == 3
        assert lost["games"][0]["change"] == lost["ratings"][0]["points"] - MIDDLE
        assert kept["ratings"] == []
        assert (kept["games"][0]["place"], kept["games"][0]["change"], kept["statistics"]["wins"]) == (None, None, 0)
        assert lost["games"][0]["opponents"] == ["Stayer", "Stander"]


@together
async def test_who_keeps_leaving_is_told_and_so_are_the_others(server: Server) -> None:
    async with people(server, "Deserter", "Loyal 1", "Loyal 2") as (deserter, one, two):
        for game in range(2):
            table = await rated_table(deserter, one, two)
            async with one.at(table) as seat:
                assert [each["leaves"] for each in (await seat.until("scene"))["seats"]] == [0, 0, 0]
            assert (await deserter.get("/api/friends"))["leaves"] == 0
            await deserter.post(f"/api/tables/{table}/leave")
            for other in (one, two):
                await other.post(f"/api/tables/{table}/stop")
            await rating_of(table, one, "too_short")
            assert (await profile(one, "Deserter"))["ratings"][0]["left"] == game + 1
        assert (await deserter.get("/api/friends"))["leaves"] == 2  # before sitting down
        laid = await rated_table(deserter, one, two)
        joined = await rated_table(one, deserter, two)
        for table, leaves in ((laid, [2, 0, 0]), (joined, [0, 2, 0])):
            assert [each["leaves"] for each in (await two.get(f"/api/tables/{table}"))["seats"]] == leaves
            async with two.at(table) as seat:
                assert [each["leaves"] for each in (await seat.until("scene"))["seats"]] == leaves
        friendly = await rated_table(deserter, one, two, rated=False)  # unrated games report no verdict
        assert [each["leaves"] for each in (await two.get(f"/api/tables/{friendly}"))["seats"]] == [0, 0, 0]


@together
async def test_a_game_that_all_call_off_counts_for_nobody(server: Server) -> None:
    async with people(server, "Peace 1", "Peace 2", "Peace 3") as everybody:
        table = await rated_table(*everybody)
        for one in everybody:
            await one.post(f"/api/tables/{table}/stop")
        assert await rating_of(table, everybody[0], "called_off", "settled") == "called_off"
        assert (await profile(everybody[0], "Peace 1"))["ratings"] == []


@together
async def test_people_at_one_address_or_device_are_told_that_it_is_not_rated(server: Server) -> None:
    async with people(server, "Twin 1", "Twin 2", "Twin 3", together=True) as everybody:
        table = await rated_table(*everybody)
        assert await rating_of(table, everybody[0], "rated", "same_address") == "same_address"
        async with everybody[1].at(table) as seat:
            assert (await seat.until("scene"))["table"]["rating"] == "same_address"
    async with people(server, "Device 1", "Device 2", "Device 3") as (one, two, three):
        two.http.cookies.set("kamchatka_device", one.http.cookies["kamchatka_device"])
        table = await rated_table(one, two, three)
        assert await rating_of(table, one, "rated", "same_device", "same_address") == "same_device"
    log = server.log.read_text()
    assert "127.0.7." not in log or "kamchatka_device" not in log


@together
async def test_guests_and_bots_do_not_sit_at_rated_tables(server: Server) -> None:
    async with people(server, "Serious") as (host,), Browser(server.address, "Passer-by") as guest:
        me, bot, free = {"kind": "me"}, {"kind": "bot"}, {"kind": "open"}
        rated = {"edition": EDITION, "rated": True}
        assert (await guest.post("/api/tables", {**rated, "seats": [me, free, free]}, 400))["code"] == "problem"
        assert (await host.post("/api/tables", {**rated, "seats": [me, free, bot]}, 400))["code"] == "problem"
        table = (await host.post("/api/tables", {**rated, "seats": [me, free, free]}))["id"]
        assert (await guest.post(f"/api/tables/{table}/join", {}, 400))["code"] == "problem"
        await host.post(f"/api/tables/{table}/start")  # bots take the seats, so the game doesn't count
        assert await rating_of(table, host, "rated", "with_bots") == "with_bots"


@together
async def test_a_game_counts_once_whatever_stops_the_server(own_server: Callable[..., Server]) -> None:
    """The server stops between the end of a game and its rating: the next start rates it, and only once."""
    running = own_server()
    async with people(running, "Ada", "Bea", "Cleo") as (ada, bea, cleo):
        table = await rated_table(ada, bea, cleo)
        await cleo.post(f"/api/tables/{table}/leave")
        await ada.post(f"/api/tables/{table}/stop")
        await bea.post(f"/api/tables/{table}/stop")
        await rating_of(table, ada, "too_short")
        counted = (await profile(ada, "Cleo"))["ratings"]
        assert [one["games"] for one in counted] == [1]
    running.stop()
    with sqlite3.connect(running.database) as database:  # as if it had stopped just before
        database.execute("UPDATE tables SET rating = 'rated'")
        database.execute("UPDATE results SET ended = NULL, place = NULL, mu_after = NULL")
        database.execute("DELETE FROM ratings")
    database.close()
    for _ in range(2):
        running.start()
        async with Browser(running.address, "") as reader:
            await rating_of(table, reader, "too_short")
            assert (await profile(reader, "Cleo"))["ratings"] == counted
        running.stop()


@together
async def test_a_small_season_of_real_games(own_server: Callable[..., Server]) -> None:
    """`tools.load.season` plays games over sockets; they end, count, and appear in profiles and leaderboards."""
    running = own_server(logins_a_minute="1000", messages_a_second="1000")
    played = await season(running.address, players=4, games=4, at_once=2)
    assert sorted(len(player.points) for player in played) == [2, 2, 2, 2]
    assert max(player.points[-1] for player in played) > MIDDLE > min(player.points[-1] for player in played)
    async with Browser(running.address, "") as reader:
        ranks = await reader.get(f"/api/ranks/{SEASON}/live?lang=en")
        assert (ranks["count"], ranks["rows"]) == (4, [])  # all ratings are provisional
        seen = [(await profile(reader, one.name))["statistics"] for one in played]
        assert [one["games"] for one in seen] == [2, 2, 2, 2]
        assert all(one["rounds"] > 0 for one in seen)
        assert sum(one["wins"] for one in seen) == 4
        await _luck_is_that_of_the_journals(reader, played)


async def _luck_is_that_of_the_journals(reader: Browser, players: list[SeasonPlayer]) -> None:
    """Check that the computed luck is the losses of the journals' throws minus their expectation."""
    for player in players:

        async def known(name: str = player.name) -> Any:
            found = await profile(reader, name)
            luck = found["statistics"]["luck"]
            return found if luck and luck["games"] == 2 else None

        seen = await eventually(known)
        mine = []
        for game in seen["games"]:
            data = (await reader.http.get(f"/api/tables/{game['table']}/journal")).content
            by_seat = luck_of(throws_of(parse(data, game["table"]).match))
            mine += [by_seat[game["seat"]]] if game["seat"] in by_seat else []  # a seat may end without a throw
        luck = seen["statistics"]["luck"]
        assert luck["throws"] == sum(one.throws for one in mine) > 0
        assert (luck["lost"], luck["beaten"]) == (sum(one.lost for one in mine), sum(one.beaten for one in mine))
        assert luck["armies"] == pytest.approx(sum(one.armies for one in mine), abs=0.06)


def test_ratings_order_players_by_their_strength_and_do_not_drift() -> None:
    """In 5,000 games of 200 players whose places follow true strengths, the order is found and the mean stays."""
    luck, skills = random.Random(5), [Skill()] * 200
    half = skills
    for game in range(5000):
        table = luck.sample(range(200), 4)
        order = sorted(table, key=lambda one: luck.gauss(one / 20, 2.0), reverse=True)
        after = after_game([skills[one] for one in table], [1 + order.index(one) for one in table])
        skills = [after[table.index(one)] if one in table else skill for one, skill in enumerate(skills)]
        half = skills if game == 2500 else half
    by_skill = sorted(range(200), key=lambda one: skills[one].mu)
    apart = sum((place - one) ** 2 for place, one in enumerate(by_skill))
    assert 1 - 6 * apart / (200 * (200**2 - 1)) >= 0.9
    assert abs(sum(skill.points for skill in skills) / 200 - MIDDLE) < 30
    assert abs(sum(now.points - then.points for now, then in zip(skills, half, strict=True)) / 200) < 15
    assert all(skill.leaderboard_value(100, 100) is not None for skill in skills)


@together
async def test_a_bots_profile_has_its_measured_strength(server: Server) -> None:
    async with Browser(server.address, "") as reader:
        seen = await reader.get("/api/bots/captain?lang=en")
        assert seen["kind"] == "bot"
        assert {one["against"] for one in seen["strengths"]} == {"cautious"}
        assert all(one["low"] <= one["share"] <= one["high"] for one in seen["strengths"])
        assert (await reader.get("/api/bots/nobody", 404))["code"] == "not_found"
        assert (await reader.get("/api/profile?name=nobody-at-all", 404))["code"] == "not_found"
