"""Cups: announced on time, joined, drawn, played to the end, and safe to repeat when a server dies."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from kamchatka.server.cups.cup_store import STEP
from kamchatka.server.cups.cups import Cups
from kamchatka.server.play.table_service import TableService
from kamchatka.server.storage import schema
from kamchatka.server.storage.records import User
from tests.server.cup_kit import CUP, FILE, START, cup_house, row_of
from tests.server.together import together

MINUTE = 60.0


@together
async def test_the_next_date_is_announced_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with cup_house(tmp_path, monkeypatch) as house, house.guest("Ada") as ada:
        await house.server.cups.open()  # as a second server would
        seen = await ada.get("/api/cups?lang=it")
        assert [(one["id"], one["name"], one["starts"]) for one in seen["upcoming"]] == [
            (CUP, "Coppa lampo", 1000 * START)
        ]
        assert (seen["now"], seen["running"], seen["latest"]) == (1000 * (START - 3600), [], [])
        await house.at(START)
        assert [one["id"] for one in (await ada.get("/api/cups"))["upcoming"]] == ["quick-20261120-1930"]


@together
async def test_a_changed_file_changes_announced_cups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with cup_house(tmp_path, monkeypatch) as house, house.guest("Ada") as ada:
        await ada.post(f"/api/cups/{CUP}/join")
    longer = FILE.replace("rounds = 2", "rounds = 3")
    async with cup_house(tmp_path, monkeypatch, longer) as house, house.guest("Bea") as bea:
        row = await row_of(bea)
        assert (row["rounds"], row["people"]) == (3, 1)
    async with cup_house(tmp_path, monkeypatch, FILE.replace("19:30", "20:15")) as house, house.guest("Bea") as bea:
        assert (await row_of(bea))["status"] == "cancelled"
        assert [one["id"] for one in (await bea.get("/api/cups"))["upcoming"]] == ["quick-20261119-2015"]
        assert (await bea.post(f"/api/cups/{CUP}/join", status=409))["code"] == "wrong_time"


@together
async def test_people_join_with_a_click_and_leave_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with (
        cup_house(tmp_path, monkeypatch, FILE + "most = 3\n") as house,
        house.guest("Ada") as ada,
        house.guest("Bea") as bea,
        house.guest("Cora") as cora,
        house.guest("Dora") as dora,
    ):
        seen = await ada.post(f"/api/cups/{CUP}/join")
        assert (seen["cup"]["joined"], [one["name"] for one in seen["players"]]) == (True, ["Ada"])
        await ada.post(f"/api/cups/{CUP}/join")
        await bea.post(f"/api/cups/{CUP}/join")
        seen = await cora.post(f"/api/cups/{CUP}/join")
        assert [one["name"] for one in seen["players"]] == ["Ada", "Bea", "Cora"]
        assert "All 3 places" in (await dora.post(f"/api/cups/{CUP}/join?lang=en", status=409))["text"]
        assert not (await bea.post(f"/api/cups/{CUP}/leave"))["cup"]["joined"]
        assert (await dora.post(f"/api/cups/{CUP}/join"))["cup"]["people"] == 3
        assert (await ada.post("/api/cups/nothing-20261119-1930/join", status=404))["code"] == "not_found"
        house.time.now = START  # the start counts, even if no server has made the step yet
        assert (await bea.post(f"/api/cups/{CUP}/join", status=409))["code"] == "wrong_time"


@together
async def test_a_cup_is_played_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two people and two bots play two rounds with a pause; then come places, points and the season."""
    async with (
        cup_house(tmp_path, monkeypatch) as house,
        house.guest("Ada") as ada,
        house.guest("Bea") as bea,
        house.guest("Cora") as cora,
    ):
        await ada.post(f"/api/cups/{CUP}/join")
        await bea.post(f"/api/cups/{CUP}/join")
        await house.at(START)
        mine = await row_of(ada)
        assert (mine["status"], mine["joined"]) == ("running", True)
        table = await ada.get(f"/api/tables/{mine['table']}?lang=en")
        kinds = {one["name"]: one["kind"] for one in table["seats"]}
        assert (table["status"], table["private"]) == ("playing", False)
        assert (kinds.pop("Ada"), kinds.pop("Bea")) == ("person", "person")
        assert list(kinds.values()) == ["bot", "bot"]
        assert (await row_of(cora))["table"] == ""

        await house.end_round()
        await house.at(START + 30 * MINUTE)
        seen = await ada.get(f"/api/cups/{CUP}")
        assert seen["next_round"] == 1000 * (START + 32 * MINUTE)
        assert [(one["name"], one["place"]) for one in seen["players"]][:2] == [("Ada", 1), ("Bea", 2)]
        assert len(seen["rounds"]) == 1
        await house.at(START + 32 * MINUTE - 1)
        assert len((await house.event()).rounds) == 1
        await house.at(START + 32 * MINUTE)
        assert len((await house.event()).rounds) == 2
        assert (await ada.get(f"/api/cups/{CUP}"))["next_round"] == 0

        await house.end_round()
        await house.at(START + 60 * MINUTE)
        seen = await bea.get(f"/api/cups/{CUP}")
        assert (seen["cup"]["status"], seen["cup"]["winners"]) == ("over", ["Ada"])
        assert [(one["name"], one["place"], one["points"]) for one in seen["players"]][:2] == [
            ("Ada", 1, 10),
            ("Bea", 2, 7),
        ]
        assert [one["id"] for one in (await cora.get("/api/cups"))["latest"]] == [CUP]
        history = await cora.get("/api/cups/history")
        assert ([one["id"] for one in history["cups"]], history["more"]) == ([CUP], False)
        season = await bea.get("/api/cups/season?season=2026-4&cup=quick")
        assert [(one["place"], one["name"], one["points"], one["mine"]) for one in season["rows"]] == [
            (1, "Ada", 10, False),
            (2, "Bea", 7, True),
        ]
        assert (season["seasons"], season["series"][0]["name"]) == (["2026-4"], "Quick Cup")
        assert (await bea.get("/api/cups/season?season=2026-3"))["rows"] == []
        assert "2026-4" in (await bea.get("/api/cups/season?season=2026-5&lang=en", 400))["text"]


@together
async def test_results_come_from_the_finished_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who withdraws is replaced by a bot, the game goes on to its end, and the cup ends without people."""
    paid = FILE.replace("[10, 7, 5]", "[10, 7, 5, 3]")  # every place brings points
    async with cup_house(tmp_path, monkeypatch, paid) as house, house.guest("Ada") as ada:
        await ada.post(f"/api/cups/{CUP}/join")
        await house.at(START)
        game, over = (await row_of(ada))["table"], asyncio.Event()
        house.server.live_tables.services.on_end.append(lambda table: over.set())
        seen = await ada.post(f"/api/cups/{CUP}/leave")
        assert (seen["cup"]["joined"], seen["cup"]["table"]) == (False, "")
        assert all(one["kind"] == "bot" for one in (await ada.get(f"/api/tables/{game}"))["seats"])
        await over.wait()
        await house.at(START + 10 * MINUTE)
        seen = await ada.get(f"/api/cups/{CUP}")
        assert seen["cup"]["status"] == "over"
        assert [one["points"] for one in seen["players"] if one["mine"]] == [0]
        assert all(one["points"] for one in seen["rounds"][0]["tables"][0]["seats"])
        assert len(seen["rounds"]) == 1


@together
async def test_a_cup_without_people_or_after_an_outage_is_not_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with cup_house(tmp_path, monkeypatch) as house, house.guest("Ada") as ada:
        await house.at(START)
        assert (await row_of(ada))["status"] == "empty"
        tomorrow = "quick-20261120-1930"
        await ada.post(f"/api/cups/{tomorrow}/join")
        await house.at(START + 24 * 3600 + 3600)
        assert (await row_of(ada, tomorrow))["status"] == "missed"
        assert (await ada.get("/api/events")) == []


@together
async def test_a_step_is_repeated_after_a_crash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that dies between the draw and the tables leaves a cup that the next server completes."""
    async with cup_house(tmp_path, monkeypatch) as house, house.guest("Ada") as ada:
        await ada.post(f"/api/cups/{CUP}/join")

        async def dies(self: TableService, *args: Any) -> None:
            raise RuntimeError("the server dies here")

        with monkeypatch.context() as broken:
            broken.setattr(TableService, "lay_seated", dies)
            await house.at(START)
        assert len((await house.event()).rounds) == 1
        assert (await row_of(ada))["table"] == ""
    async with cup_house(tmp_path, monkeypatch) as house:
        await house.at(START + MINUTE)
        event = await house.event()
        assert (len(event.rounds), len(event.entrants), len(event.rounds[0].games)) == (1, 4, 1)


@together
async def test_one_server_makes_a_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second server leaves a cup alone while the first one holds it, and takes it over when the first dies."""
    async with cup_house(tmp_path, monkeypatch) as house, house.guest("Ada") as ada:
        await ada.post(f"/api/cups/{CUP}/join")
        house.time.now = START
        first = house.server.cups
        second = Cups((*first.plans.values(),), first.store, first.conductor, first.limits, first.admission)
        assert await first.store.take(CUP)
        assert not await second.store.take(CUP)
        await second.make_steps()
        assert (await row_of(ada))["status"] == "open"
        await house.server.database.do(_long_ago())
        await second.make_steps()
        assert (await row_of(ada))["status"] == "running"


def _long_ago() -> Any:
    return update(schema.cups).values(taken=schema.cups.c.taken - STEP - 1)


@together
async def test_a_game_that_lasts_too_long_is_called_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with cup_house(tmp_path, monkeypatch, FILE + "round_minutes = 30\n") as house, house.guest("Ada") as ada:
        await ada.post(f"/api/cups/{CUP}/join")
        await house.at(START)
        game = (await row_of(ada))["table"]
        await house.at(START + 29 * MINUTE)
        assert (await ada.get(f"/api/tables/{game}"))["status"] == "playing"
        await house.at(START + 31 * MINUTE)
        assert (await ada.get(f"/api/tables/{game}"))["status"] == "over"
        await house.at(START + 34 * MINUTE)
        event = await house.event()
        assert (len(event.rounds), event.rounds[0].reports) == (2, {})


@together
async def test_a_deleted_account_leaves_no_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with cup_house(tmp_path, monkeypatch) as house, house.guest("Ada") as ada, house.guest("Bea") as bea:
        await ada.post(f"/api/cups/{CUP}/join")
        await bea.post(f"/api/cups/{CUP}/join")
        await house.at(START)
        await house.end_round()
        user = await house.server.database.rows(_users())
        await house.server.deletion.delete(_user(user, "Ada"))
        await house.at(START + 30 * MINUTE)
        await house.at(START + 32 * MINUTE)
        seen = await bea.get(f"/api/cups/{CUP}")
        assert "Ada" not in str(seen)
        assert len(seen["rounds"]) == 2
        assert [one["name"] for one in seen["players"] if not one["bot"] and not one["withdrawn"]] == ["Bea"]


def _users() -> Any:
    return select(schema.users.c.id, schema.users.c.name)


def _user(rows: Any, name: str) -> Any:
    return next(User(row.id, row.name, True) for row in rows if row.name == name)
