"""Play over a real socket: answers, refusals, versions, resuming, spectators, chat."""

import asyncio
import json
import random

from examples.bot import choose
from tests.server.client import Browser, Json, Seat
from tests.server.running import Server
from tests.server.together import together


async def play_on(seat: Seat, actions: int) -> None:
    """Answer this number of questions at random, or fewer if the game ends."""
    for _ in range(actions):
        scene = await seat.asked()
        if scene["result"]:
            return
        assert (await seat.act(choose(scene["ask"])))["type"] in ("done", "stale")
        await seat.until("moved", "scene")


@together
async def test_an_action_is_acknowledged_and_then_shown_to_everybody(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada, Browser(server.address, "Bruno") as bruno:
        table = await ada.lay(seats="mrr", pace="instant")
        async with ada.at(table) as seat, bruno.at(table, lang="it") as watching:
            await watching.until("scene")
            scene = await seat.asked()
            assert scene["ask"]["question"] == "Choose the colour of your armies."
            done = await seat.act(choose(scene["ask"]))
            assert done["version"] == scene["version"] + 1
            moved = await seat.until("moved")
            assert moved["version"] == done["version"]
            assert moved["events"][0]["fact"] == "ColourChosen"
            while watching.scene["version"] < done["version"]:
                await watching.until("moved")
            assert (watching.scene["you"], watching.scene["private"], watching.scene["ask"]) == (None, None, None)


@together
async def test_the_same_nonce_is_never_done_twice(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada:
        table = await ada.lay(seats="mrr")
        async with ada.at(table) as seat:
            scene = await seat.asked()
            action = choose(scene["ask"])
            first = await seat.act(action, nonce="once")
            for after in (scene["version"], first["version"]):
                assert await seat.act(action, nonce="once", after=after) == first
        async with ada.at(table) as again:
            await again.until("scene")
            assert await again.act({"act": "pass"}, nonce="once") == first


@together
async def test_what_was_seen_too_long_ago_is_stale(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada:
        table = await ada.lay(seats="mrr")
        async with ada.at(table) as seat:
            await play_on(seat, 2)
            scene = await seat.asked()
            assert (await seat.act(choose(scene["ask"]), after=scene["version"] - 1))["type"] == "stale"
            assert (await seat.until("scene"))["version"] == scene["version"]
            assert (await seat.act(choose(scene["ask"]), after=10_000))["type"] == "stale"


@together
async def test_a_refusal_names_its_rule_and_changes_nothing(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada:
        table = await ada.lay(seats="mrr")
        async with ada.at(table) as seat:
            scene = await seat.asked()
            refused = await seat.act({"act": "attack", "source": "alaska", "target": "japan", "dice": 3})
            assert (refused["type"], refused["clause"]) == ("refused", "turn.not_now")
            assert refused["rule"].startswith("std.")
            assert refused["text"]
            assert refused["rule_text"]
            await seat.say(type="why", act={"act": "pass"}, nonce="w")
            why = await seat.until("why")
            assert (why["allowed"], why["nonce"]) == (False, "w")
            nowhere = await seat.act({"act": "place", "place": "atlantis"})
            assert (nowhere["type"], nowhere["code"]) == ("problem", "problem")
            await seat.say(type="resync")
            assert (await seat.until("scene"))["version"] == scene["version"]


async def to_combat(seat: Seat) -> Json:
    """Answer until this seat may attack."""
    while True:
        scene = await seat.asked()
        assert not scene["result"]
        if any(one["act"] == "attack" for one in scene["ask"]["ranges"]):
            return scene
        await seat.act(choose(scene["ask"]))
        await seat.until("moved", "scene")


@together
async def test_the_odds_of_a_planned_attack(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada:
        table = await ada.lay(seats="mrr")
        async with ada.at(table) as seat:
            scene = await to_combat(seat)
            source, target, *_ = next(one for one in scene["ask"]["ranges"] if one["act"] == "attack")["pairs"][0]
            await seat.say(type="odds", source=source, target=target, nonce="o")
            odds = await seat.until("odds")
            assert 0 < odds["wins"] < 1
            await seat.say(type="odds", source="atlantis", target=target, nonce="p")
            assert (await seat.until("problem"))["nonce"] == "p"


@together
async def test_a_client_that_comes_back_gets_what_it_missed(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada:
        table = await ada.lay(seats="mrr")
        async with ada.at(table) as seat:
            await play_on(seat, 3)
            knew = (await seat.asked())["version"]
            whole = list(seat.scene["log"])
        async with ada.at(table) as other:
            await other.until("scene")
            await other.asked()
            await other.act(choose(other.scene["ask"]))
            await other.until("moved")
            now = await other.asked()
        async with ada.at(table, after=knew) as back:
            moved = await back.until("moved", "scene")
            assert (moved["type"], moved["version"]) == ("moved", now["version"])
            assert len(moved["places"]) == 42
            assert moved["events"]
            assert moved["ask"] == now["ask"]
            assert moved["log"][0]["n"] >= whole[0]["n"]
        async with ada.at(table, after=10_000) as lost:
            assert (await lost.until("moved", "scene"))["type"] == "scene"


@together
async def test_the_language_changes_in_the_middle_of_a_game(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada:
        table = await ada.lay(seats="mrr")
        async with ada.at(table) as seat:
            await seat.asked()
            await seat.say(type="resync")
            english = await seat.until("scene")
            await seat.say(type="language", language="it")
            italian = await seat.until("scene")
            assert english["ask"]["question"] == "Choose the colour of your armies."
            assert italian["ask"]["question"] == "Scegli il colore delle tue armate."
            assert [line["n"] for line in italian["log"]] == [line["n"] for line in english["log"]]
            assert [line["text"] for line in italian["log"]] != [line["text"] for line in english["log"]]


@together
async def test_log_lines_are_numbered_without_gaps(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada:
        table = await ada.lay(seats="mrr")
        lines: dict[int, str] = {}
        async with ada.at(table) as seat:
            for _ in range(25):
                scene = await seat.asked()
                if scene["result"]:
                    break
                await seat.act(choose(scene["ask"]))
                await seat.until("moved", "scene")
            await seat.say(type="resync")
            whole = (await seat.until("scene"))["log"]
            for message in map(_json, seat.heard[:-1]):
                lines |= {line["n"]: line["text"] for line in message.get("log", ())}
        assert sorted(lines) == list(range(len(lines)))
        assert [lines[line["n"]] for line in whole] == [line["text"] for line in whole]


def _json(message: bytes) -> Json:
    found: Json = json.loads(message)
    return found


@together
async def test_spectators_of_a_delayed_table_see_later(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada, Browser(server.address, "Bruno") as bruno:
        table = await ada.lay(seats="mrr", delay=600)
        async with ada.at(table) as seat, bruno.at(table) as watching:
            before = (await watching.until("scene"))["version"]
            await play_on(seat, 3)
            await watching.say(type="resync")
            assert (await watching.until("scene"))["version"] == before
            assert (await seat.asked())["version"] > before
            await ada.post(f"/api/tables/{table}/stop")
            while not watching.scene["result"]:
                await watching.until("moved", "scene")


@together
async def test_table_talk_quick_phrases_and_mute(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada, Browser(server.address, "Bruno") as bruno:
        table = await ada.lay(seats="mob")
        await bruno.post(f"/api/tables/{table}/join")
        async with ada.at(table, lang="it") as here, bruno.at(table) as there:
            await here.until("scene")
            await there.until("scene")
            await there.say(type="say", text="  <script>alert(1)</script>\u202e ciao ")
            said = await here.until("said")
            assert (said["name"], said["seat"], said["text"]) == ("Bruno", 1, "<script>alert(1)</script> ciao")
            await there.say(type="say", phrase="luck")
            assert (await here.until("said"))["text"] == "Buona fortuna!"
            assert (await there.until("said"))["n"] == 0
            assert (await there.until("said"))["text"] == "Good luck!"
            await here.say(type="mute", name="Bruno")
            await here.say(type="ping")
            await here.until("pong")
            await there.say(type="say", phrase="hurry")
            await there.until("said")
            await here.say(type="ping")
            assert (await here.until("said", "pong"))["type"] == "pong"
            for message in ({"text": ""}, {"phrase": "no such"}):
                await there.say(type="say", **message)
                assert (await there.until("problem"))["code"] == "problem"
        async with bruno.at(table) as again:
            assert [(await again.until("said"))["phrase"] for _ in range(3)] == ["", "luck", "hurry"]


@together
async def test_whole_games_end_with_a_result_a_replay_and_a_journal(server: Server) -> None:
    random.seed(3)
    async with Browser(server.address, "Ada") as ada:
        table = await ada.lay(seats="mbb")
        refused = await ada.get(f"/api/tables/{table}/journal", 409)
        assert refused["code"] == "wrong_time"
        async with ada.at(table) as seat:
            await play_on(seat, 400)
            if not seat.scene["result"]:
                await ada.post(f"/api/tables/{table}/stop")
                while not seat.scene["result"]:
                    await seat.until("moved")
            result = seat.scene["result"]
        replay = await ada.get(f"/api/tables/{table}/replay?lang=it")
        assert replay["result"]["winners"] == result["winners"]
        assert replay["result"]["rule"] == result["rule"]
        assert len(replay["steps"]) == seat.scene["version"]
        assert replay["proof"]["commitment"] == seat.scene["table"]["commitment"]
        assert replay["steps"][-1]["draws"][1] == len(replay["proof"]["draws"])
        lines = [line["n"] for step in replay["steps"] for line in step["log"]]
        assert sorted(set(lines)) == list(range(max(lines) + 1))
        journal = (await ada.http.get(f"/api/tables/{table}/journal")).content
        assert len(journal.splitlines()) == len(replay["steps"]) + 1


@together
async def test_two_people_and_their_sockets_see_one_game(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada, Browser(server.address, "Bruno") as bruno:
        table = await ada.lay(seats="mob")
        await bruno.post(f"/api/tables/{table}/join")
        async with ada.at(table) as one, bruno.at(table) as other:
            await asyncio.gather(one.until("scene"), other.until("scene"))

            async def plays(seat: Seat) -> None:
                for _ in range(12):
                    scene = await seat.asked()
                    await seat.act(choose(scene["ask"]))
                    await seat.until("moved", "scene")

            tasks = [asyncio.create_task(plays(seat)) for seat in (one, other)]
            done, waiting = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in waiting:  # it waits for players who have played enough
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)
            assert all(task.exception() is None for task in done)
            await one.say(type="resync")
            await other.say(type="resync")
            seen = [(await one.until("scene")), (await other.until("scene"))]
            while seen[0]["version"] != seen[1]["version"]:
                await one.say(type="resync")
                await other.say(type="resync")
                seen = [(await one.until("scene")), (await other.until("scene"))]
            assert seen[0]["places"] == seen[1]["places"]
            assert seen[0]["private"] != seen[1]["private"]
