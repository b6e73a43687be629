"""Studying over HTTP: analyses of finished games only, custom positions, bots within limits, puzzles."""

import asyncio
from typing import Any

from kamchatka.editions import EDITIONS
from tests.server.client import Browser
from tests.server.running import Server
from tests.server.together import together

QUICK = {"edition": "modern", "seats": 3}


async def board(browser: Browser, **more: Any) -> Any:
    """Return a board to start with."""
    return await browser.post("/api/positions/new?lang=en", {**QUICK, **more})


async def post_position(browser: Browser, path: str, position: str, status: int = 200) -> Any:
    """Post a position and return the response."""
    answer = await browser.http.post(path, json={"position": position}, headers={"X-CSRF-Token": browser.csrf})
    assert answer.status_code == status, (position[:60], answer.text)
    return answer.json()


# ------------------------------------------------------------------ positions
@together
async def test_a_board_is_set_up_and_changed(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada:
        fresh = await board(ada, turn=1)
        assert (fresh["turn"], fresh["asked"], len(fresh["seats"])) == (1, 1, 3)
        places = {one["id"]: one for one in fresh["places"]}
        assert all(one["armies"] >= 1 for one in places.values())
        change = {"places": [{"place": "kamchatka", "owner": 2, "armies": 17}], "turn": 2}
        changed = await ada.post("/api/positions/change?lang=en", {"position": fresh["position"], **change})
        assert changed["turn"] == changed["asked"] == 2
        kamchatka = next(one for one in changed["places"] if one["id"] == "kamchatka")
        assert (kamchatka["owner"], kamchatka["armies"]) == (2, 17)
        again = await ada.post("/api/positions?lang=en", {"position": changed["position"]})
        assert again == changed  # the shared link opens the same board


@together
async def test_every_edition_has_a_board(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada:
        for id in EDITIONS:
            seen = await board(ada, edition=id)
            assert seen["edition"] == id
            assert seen["boards"]


@together
async def test_odds_of_an_attack_and_of_a_chain(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada:
        fresh = await board(ada)
        standing = [("alaska", 0, 10), ("kamchatka", 1, 1), ("japan", 1, 2)]
        places = [{"place": place, "owner": owner, "armies": armies} for place, owner, armies in standing]
        scene = await ada.post("/api/positions/change", {"position": fresh["position"], "places": places})
        asked = {"position": scene["position"], "places": ["alaska", "kamchatka", "japan"]}
        found = await ada.post("/api/positions/odds", asked)
        assert found["wins"] > 0.99
        assert len(found["taken"]) == 2
        assert found["taken"][1] < found["taken"][0]
        apart = {**asked, "places": ["alaska", "japan"]}
        told = await ada.post("/api/positions/odds?lang=en", apart, status=400)
        assert "does not border" in told["text"]


@together
async def test_every_bot_says_what_it_would_do(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada:
        scene = await board(ada)
        answers = await post_position(ada, "/api/positions/bots?lang=en", scene["position"])
        assert [one["bot"] for one in answers] == ["random", "easy", "cautious", "captain", "marshal", "admiral"]
        assert all(one["action"].startswith("place") for one in answers)
        assert next(one for one in answers if one["bot"] == "captain")["reasons"]


@together
async def test_what_strangers_paste_gets_a_sentence(server: Server) -> None:
    """Nonsense, another booklet's board, too many armies or missing seats give a refusal, not an internal error."""
    async with Browser(server.address, "Ada") as ada:
        good = (await board(ada))["position"]
        armies = good.split(" ")[1]
        wrong = [
            "x",
            "modern/9 a1",
            "nothing/3 " + armies,
            good.replace("modern/3", "classic/3"),
            good.replace(armies, "a999999999" + armies[2:]),
            good.replace(armies, "a99999999999999999999999" + armies[2:]),
            good.replace("turn=0", "turn=7"),
            good.replace("agenda=[", "agenda=[" * 400),
            good.replace("stock=", "stock=9000000,"),
        ]
        for line in wrong:
            for path in ("/api/positions", "/api/positions/bots"):
                assert (await post_position(ada, path, line, status=400))["code"] == "problem"
        await ada.post("/api/positions", {"position": "a" * 20_001}, status=400)
        await ada.post("/api/positions/new", {"edition": "modern", "seats": 8}, status=400)
        await ada.post("/api/positions/new", {"edition": "modern", "seats": 3, "turn": 5}, status=400)


# ------------------------------------------------------------------ puzzles
@together
async def test_puzzles_are_listed_and_shown_in_both_languages(server: Server) -> None:
    async with Browser(server.address, "") as anybody:
        trainer = await anybody.get("/api/puzzles?lang=it")
        assert sum(len(shelf["ids"]) for shelf in trainer["shelves"]) >= 300
        for shelf in trainer["shelves"]:
            for kind in set(shelf["kinds"]):
                id = shelf["ids"][shelf["kinds"].index(kind)]
                said = [await anybody.get(f"/api/puzzles/{shelf['edition']}/{id}?lang={one}") for one in ("it", "en")]
                assert said[0]["question"] != said[1]["question"]
                assert said[0]["choices"][said[0]["answer"]]["text"]
                assert all(one["text"] for one in said[1]["choices"])
        today = await anybody.get(f"/api/puzzles/{trainer['today_edition']}/{trainer['today']}")
        assert today["scene"]["places"]
        await anybody.get(f"/api/puzzles/{trainer['today_edition']}/none", status=404)


# ------------------------------------------------------------------ finished games
@together
async def test_a_finished_game_is_analysed_once_and_a_running_one_never(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada:
        table = await ada.lay(seats="mrr")
        refused = await ada.get(f"/api/tables/{table}/analysis?lang=en", status=409)
        assert refused["code"] == "wrong_time"
        await ada.get("/api/tables/none/analysis", status=404)
        assert (await ada.post(f"/api/tables/{table}/stop", {"stop": True}))["status"] == "over"
        first, second = await asyncio.gather(
            ada.get(f"/api/tables/{table}/analysis?lang=en"), ada.get(f"/api/tables/{table}/analysis?lang=en")
        )
        assert first == second
        assert len(first["players"]) == 3
        assert first["curve"][-1]["how"] == "result"
