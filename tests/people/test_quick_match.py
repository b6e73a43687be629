"""Quick match: waiting users are seated by rating and language, bots fill seats, and absent users are dropped."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from kamchatka.editions import EDITIONS
from kamchatka.editions import edition as find_edition
from kamchatka.server.matchmaking import quick_match
from kamchatka.server.matchmaking.matching import FEWER, Tablemates, Waiter, company
from kamchatka.server.matchmaking.presets import find_presets, presets
from kamchatka.server.protocol.quick_payloads import QuickForm
from kamchatka.server.ratings.eligibility import NOWHERE
from kamchatka.server.storage import schema
from kamchatka.server.storage.records import User
from tests.attacks.inside import running_inside
from tests.people.kit import people_inside
from tests.server.client import Browser
from tests.server.running import Server
from tests.server.together import together


def waiter(id: int, since: float = 0.0, points: int = 1500, language: str = "en", **form: Any) -> Waiter:
    asked = QuickForm(**{"preset": "duel", "bots_after": 0, **form})
    ways = find_presets(asked)
    known = {way.edition: points for way in ways}
    return Waiter(User(id, f"P{id}", False), asked, ways, known, language, NOWHERE, since, since)


def seated(found: Tablemates | None) -> list[int]:
    return sorted(one.user.id for one in found.people) if found else []


def anybody(one: int, other: int) -> bool:
    return True


def test_the_nearest_in_rating_and_language_are_seated_together() -> None:
    pool = [waiter(1), waiter(2, points=1900), waiter(3, points=1550), waiter(4, language="it")]
    assert seated(company(pool, 1.0, anybody)) == [1, 3]
    pool = [waiter(1), waiter(4, language="it"), waiter(5, points=1590)]
    assert seated(company(pool, 1.0, anybody)) == [1, 5]


def test_who_has_waited_long_is_seated_with_anybody() -> None:
    pool = [waiter(1), waiter(2, points=2300)]
    assert company(pool, 1.0, anybody) is None
    assert seated(company(pool, 70.0, anybody)) == [1, 2]


def test_who_has_blocked_somebody_is_not_seated_with_them() -> None:
    pool = [waiter(1), waiter(2), waiter(3)]
    assert seated(company(pool, 1.0, lambda one, other: {one, other} != {1, 2})) == [1, 3]


def test_rated_and_casual_do_not_mix_and_any_goes_with_everything() -> None:
    assert company([waiter(1, rated=True), waiter(2)], 1.0, anybody) is None
    assert seated(company([waiter(1, rated=True), waiter(2, rated=True)], 1.0, anybody)) == [1, 2]
    found = company([waiter(1), waiter(2, preset="")], 1.0, anybody)
    assert found is not None
    assert (seated(found), found.way.id) == ([1, 2], "duel")


def test_a_smaller_table_will_do_after_a_while_and_bots_only_for_those_who_want_them() -> None:
    three = [waiter(n, preset="quick") for n in (1, 2, 3)]
    assert company(three, FEWER - 1, anybody) is None
    found = company(three, FEWER + 1, anybody)
    assert found is not None
    assert (len(found.people), found.seats) == (3, 3)
    alone = [waiter(1, preset="quick", bots_after=20)]
    assert company(alone, 10.0, anybody) is None
    found = company(alone, 21.0, anybody)
    assert found is not None
    assert (len(found.people), found.seats) == (1, 4)
    assert company([waiter(1, preset="quick", bots_after=20), waiter(2, preset="quick")], 21.0, anybody) is None


@pytest.mark.parametrize("preset", presets().values(), ids=lambda one: one.id)
def test_every_preset_can_be_laid_and_tells_how_long_it_takes(preset: Any) -> None:
    booklet = find_edition(preset.edition)
    booklet.check_seats(preset.seats)
    booklet.game(booklet.table_rules(preset.options))
    assert 0 < preset.minutes[0] < preset.minutes[1]


@pytest.fixture
def no_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Disable automatic matching rounds, so that the test triggers them."""
    monkeypatch.setattr(quick_match, "EVERY", 86_400.0)


@pytest.mark.usefixtures("no_rounds")
@together
async def test_two_who_click_find_each_other(tmp_path: Path) -> None:
    async with running_inside(tmp_path) as inside, people_inside(inside, "Quick 1", "Quick 2") as (one, two):
        form = {"preset": "duel", "bots_after": 0, "rated": True}
        mine = (await one.post("/api/quick?lang=en", form))["mine"]
        assert (mine["table"], mine["what"], mine["bots_in"]) == ("", "Two players", None)
        waiting = (await two.get("/api/quick?lang=it"))["waiting"]
        assert ("Quick 1", "In due", True) in [(one["name"], one["what"], one["rated"]) for one in waiting]
        await two.post("/api/quick", form)
        await inside.server.quick.seat_people()
        found = (await one.get("/api/quick"))["mine"]["table"]
        assert (await two.get("/api/quick"))["mine"]["table"] == found
        row = await one.get(f"/api/tables/{found}")
        assert (row["status"], row["private"], row["rating"]) == ("playing", False, "rated")
        assert sorted(seat["name"] for seat in row["seats"]) == ["Quick 1", "Quick 2"]
        assert (await one.post("/api/quick/leave"))["mine"] is None


@pytest.mark.usefixtures("no_rounds")
@together
async def test_bots_come_after_the_time_one_chooses(tmp_path: Path) -> None:
    async with running_inside(tmp_path) as inside, Browser("http://test", "Impatient", app=inside.app) as guest:
        await guest.post("/api/quick", {"preset": "quick", "bots_after": 60})
        await inside.server.quick.seat_people()
        assert (await guest.get("/api/quick"))["mine"]["table"] == ""
        waiting = schema.waiting
        await inside.server.database.do(update(waiting).values(since=waiting.c.since - 60))
        await inside.server.quick.seat_people()
        row = await guest.get(f"/api/tables/{(await guest.get('/api/quick'))['mine']['table']}")
        assert [seat["kind"] for seat in row["seats"]].count("bot") == 3


@together
async def test_over_days_one_sits_down_where_somebody_waits(server: Server) -> None:
    async with Browser(server.address, "Slow 1") as one, Browser(server.address, "Slow 2") as two:
        first = (await one.post("/api/quick", {"preset": "daily"}))["mine"]["table"]
        assert (await two.post("/api/quick", {"preset": "daily"}))["mine"]["table"] == first
        row = await one.get(f"/api/tables/{first}")
        assert (row["status"], row["free"], row["clock"]["seconds"]) == ("waiting", 2, 86_400)


@together
async def test_clicks_are_limited_and_nonsense_is_refused(server: Server) -> None:
    async with Browser(server.address, "Clicker") as guest:
        assert (await guest.post("/api/quick", {"preset": "nothing"}, 400))["code"] == "problem"
        assert (await guest.post("/api/quick", {"edition": "nothing"}, 400))["code"] == "problem"
        assert (await guest.post("/api/quick", {"preset": "duel", "rated": True}, 400))["code"] == "problem"
        answers = [await guest.http.post("/api/quick", json={"preset": "duel"}, headers={"X-CSRF-Token": guest.csrf})]
        while answers[-1].status_code == 200 and len(answers) < 20:
            answers.append(
                await guest.http.post("/api/quick", json={"preset": "duel"}, headers={"X-CSRF-Token": guest.csrf})
            )
        assert answers[-1].status_code == 429
        await guest.post("/api/quick/leave")


@together
async def test_every_edition_has_its_button(server: Server) -> None:
    async with Browser(server.address, "") as reader:
        ways = await reader.get("/api/quick/presets?lang=en")
        assert {way["edition"] for way in ways if not way["id"]} == set(EDITIONS)
        assert [way["id"] for way in ways if way["id"]] == list(presets())
