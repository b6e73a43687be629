"""Friends, blocks, invitations and reports; moderators, mutes, suspensions and their audit trail."""

import subprocess
import sys
from collections.abc import Callable

from tests.people.kit import people, rated_table
from tests.server.client import Browser
from tests.server.running import Server
from tests.server.together import together


def moderator(server: Server, *words: str) -> str:
    """Run `kamchatka moderator` while the server is running."""
    command = [
        sys.executable,
        "-m",
        "kamchatka.cli",
        "moderator",
        *words,
        "--database",
        server.database,
        "--lang",
        "en",
    ]
    done = subprocess.run(command, capture_output=True, text=True, env=server.environment, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


@together
async def test_friends_ask_and_accept(server: Server) -> None:
    async with people(server, "Anna", "Bruno") as (anna, bruno):
        assert (await anna.post("/api/friends", {"name": "bruno"}))["asked"] == ["Bruno"]
        seen = await bruno.get("/api/friends")
        assert (seen["asking"], seen["friends"]) == (["Anna"], [])
        assert [one["name"] for one in (await bruno.post("/api/friends", {"name": "Anna"}))["friends"]] == ["Anna"]
        table = await anna.lay(seats="moo")
        friend = (await bruno.get("/api/friends"))["friends"][0]
        assert (friend["name"], friend["table"], friend["waits"]) == ("Anna", table, False)
        assert (await bruno.post("/api/friends/remove", {"name": "Anna"}))["friends"] == []
        assert (await anna.get("/api/friends"))["friends"] == []
        assert (await anna.post("/api/friends", {"name": "Anna"}, 400))["code"] == "problem"
        assert (await anna.post("/api/friends", {"name": "nobody-here"}, 404))["code"] == "not_found"
    async with Browser(server.address, "Guest") as guest:
        assert (await guest.post("/api/friends", {"name": "Anna"}, 400))["code"] == "problem"


@together
async def test_who_is_blocked_does_not_get_near(server: Server) -> None:
    async with people(server, "Calm", "Pest", "Bystander") as (calm, pest, third):
        assert (await calm.post("/api/blocks", {"name": "Pest"}))["blocked"] == ["Pest"]
        assert (await pest.post("/api/friends", {"name": "Calm"}, 400))["code"] == "problem"
        table = await calm.lay(seats="moo")
        assert (await pest.post(f"/api/tables/{table}/join", {}, 400))["code"] == "problem"
        other = await pest.lay(seats="moo")
        assert (await pest.post(f"/api/tables/{other}/invite", {"name": "Calm"}, 400))["code"] == "problem"
        await third.post(f"/api/tables/{table}/join")
        async with calm.at(table) as hearing, third.at(table) as beside, pest.at(table) as speaking:
            await speaking.say(type="say", text="listen to me")
            await beside.until("said")
            async with third.at(table) as other_line:
                await other_line.say(type="say", text="hello")
                assert (await hearing.until("said"))["name"] == "Bystander"
        assert (await calm.post("/api/blocks", {"name": "Pest", "on": False}))["blocked"] == []
        await pest.post(f"/api/tables/{table}/join")


@together
async def test_floods_of_requests_and_reports_are_limited(server: Server) -> None:
    async with people(server, "Flood", "Victim") as (flood, victim):
        codes = set()
        for _ in range(30):
            answer = await flood.http.post(
                "/api/friends", json={"name": "Victim"}, headers={"X-CSRF-Token": flood.csrf}
            )
            codes.add(answer.status_code)
        assert codes == {200, 429}
        assert (await victim.get("/api/friends"))["asking"] == ["Flood"]
        for _ in range(5):
            answer = await flood.http.post(
                "/api/reports", json={"name": "Victim", "reason": "other"}, headers={"X-CSRF-Token": flood.csrf}
            )
        assert answer.status_code == 429


@together
async def test_reports_reach_moderators_who_mute_and_suspend(own_server: Callable[..., Server]) -> None:
    running = own_server(logins_a_minute="1000")
    async with people(running, "Judge", "Rude", "Polite") as (judge, rude, polite):
        assert (await judge.get("/api/moderation", 403))["code"] == "not_moderator"
        assert moderator(running, "add", "judge") == "Judge\n"
        table = await rated_table(polite, rude, judge)
        async with rude.at(table) as speaking, polite.at(table) as hearing:
            await speaking.say(type="say", text="you all stink")
            await hearing.until("said")
            report = {"name": "Rude", "reason": "talk", "table": table, "text": "see for yourself"}
            await polite.post("/api/reports", report)
            found = (await judge.get("/api/moderation"))["open"][0]
            assert (found["by"], found["about"], found["reason"]) == ("Polite", "Rude", "talk")
            assert [one["text"] for one in found["talk"]] == ["you all stink"]
            mute = {"name": "Rude", "kind": "mute", "reason": "mind your words", "hours": 2}
            assert (await rude.post("/api/moderation/sanctions", mute, 403))["code"] == "not_moderator"
            held = (await judge.post("/api/moderation/sanctions", mute))["sanctions"][0]
            assert held["until"] - held["at"] == 2 * 3_600_000
            await speaking.say(type="say", text="and more")
            refused = await speaking.until("problem")
            assert refused["code"] == "suspended"
            assert "mind your words" in refused["text"]
        seen = await judge.post(f"/api/moderation/reports/{found['id']}", {"outcome": "muted"})
        assert (seen["open"], seen["closed"][0]["outcome"]) == ([], "muted")
        suspension = {"name": "Rude", "kind": "suspension", "reason": "again", "hours": 24}
        held = (await judge.post("/api/moderation/sanctions", suspension))["sanctions"]
        refused = await rude.post(
            "/api/tables", {"edition": "modern", "seats": [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]}, 403
        )
        assert refused["code"] == "suspended"
        assert "again" in refused["text"]
        assert (await rude.post("/api/quick", {"preset": "duel"}, 403))["code"] == "suspended"
        assert {one["kind"] for one in (await rude.get("/api/friends"))["sanctions"]} == {"mute", "suspension"}
        lifted = next(one for one in held if one["kind"] == "suspension")
        trail = (await judge.post(f"/api/moderation/sanctions/{lifted['id']}/lift"))["trail"]
        assert [one["deed"] for one in trail] == ["lift", "suspension", "report", "mute", "role"]
        assert {one["by"] for one in trail} == {"Judge", ""}
        await rude.lay()
        assert (await judge.post("/api/moderation/sanctions", {**mute, "name": "Judge"}, 400))["code"] == "problem"
        assert moderator(running, "remove", "Judge") == "There is no moderator yet.\n"
        assert (await judge.get("/api/moderation", 403))["code"] == "not_moderator"


@together
async def test_a_chosen_picture_is_shown_at_tables_and_in_lists(server: Server) -> None:
    """The picture appears at tables joined later, in the profile and in friends' lists; unknown ones are refused."""
    async with people(server, "Olga", "Pino") as (olga, pino):
        assert (await olga.post("/api/me/avatar", {"avatar": "viking"}))["avatar"] == "viking"
        assert (await olga.get("/api/me"))["avatar"] == "viking"
        await olga.post("/api/me/avatar", {"avatar": "<svg>"}, 400)
        table = await olga.lay(seats="moo")
        await pino.post(f"/api/tables/{table}/join")
        seats = (await pino.get(f"/api/tables/{table}"))["seats"]
        assert [seat["avatar"] for seat in seats] == ["viking", "", ""]
        await olga.post("/api/friends", {"name": "Pino"})
        assert (await pino.post("/api/friends", {"name": "Olga"}))["friends"][0]["avatar"] == "viking"
        assert (await pino.get("/api/profile?name=Olga"))["avatar"] == "viking"
