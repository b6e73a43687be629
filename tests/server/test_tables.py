"""Tables: created, filled, left, started, watched and repeated."""

import asyncio
import json

from websockets.asyncio.client import connect

from examples.bot import choose
from kamchatka.editions import EDITIONS
from tests.server.client import PATIENCE, Browser, Json, Seat
from tests.server.running import Server
from tests.server.together import together


@together
async def test_every_edition_and_option_is_offered_with_an_explanation(server: Server) -> None:
    async with Browser(server.address, "") as anybody:
        for language in ("it", "en"):
            offered = await anybody.get(f"/api/editions?lang={language}")
            assert [one["id"] for one in offered] == list(EDITIONS)
            for one in offered:
                options = EDITIONS[one["id"]].options
                assert [option["name"] for option in one["options"]] == [option.name for option in options]
                assert all(option["text"] and option["title"] and option["rules"] for option in one["options"])
                labels = [value["label"] for option in one["options"] for value in option["values"]]
                assert not [label for label in labels if "_" in label]
                assert set(one["links"]) == set(one["places"])


@together
async def test_every_rule_can_be_read_in_both_languages(server: Server) -> None:
    async with Browser(server.address, "") as anybody:
        for edition, booklet in EDITIONS.items():
            for language in ("it", "en"):
                book = await anybody.get(f"/api/rulebook/{edition}?lang={language}")
                rules = [rule for chapter in book["chapters"] for rule in chapter["rules"]]
                assert {rule["id"]: rule["text"] for rule in rules} == {
                    rule.id: rule.wording(language).text for rule in booklet.rulebook.rules
                }


@together
async def test_what_is_wrong_with_a_table_is_said_with_its_rule(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada:
        seats = [{"kind": "me"}, {"kind": "bot"}]
        refused = await ada.post("/api/tables", {"edition": "modern", "seats": seats}, 400)
        assert refused["text"] == "2 seats will not do: this game is for 3 to 6."
        assert refused["rule"].startswith("std.")
        seats.append({"kind": "bot"})
        senseless: list[Json] = [
            {"edition": "chess"},
            {"options": {"army_cap": 7}},
            {"options": {"no_such": 1}},
            {"seats": [*seats[:2], {"kind": "bot", "bot": "genius"}]},
            {"seats": [*seats[:2], {"kind": "bot", "bot": "exec:true"}]},  # the server runs no users' programs
            {"seats": [*seats[:2], {"kind": "bot", "bot": "marshal:3600s"}]},
        ]
        for more in senseless:
            refused = await ada.post("/api/tables", {"edition": "modern", "seats": seats, **more}, 400)
            assert refused["code"] == "problem"
        shapeless: list[Json] = [
            {"colour": "red"},
            {"pace": "warp"},
            {"seats": []},
            {"clock": {"per": "move", "seconds": 0}},
        ]
        for more in shapeless:
            refused = await ada.post("/api/tables", {"edition": "modern", "seats": seats, **more}, 400)
            assert refused["code"] == "malformed"


@together
async def test_the_game_begins_when_the_last_seat_is_taken(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada, Browser(server.address, "Ada") as other:
        table = await ada.lay(seats="mob", name="Friday")
        async with ada.at(table) as waiting:
            first = await waiting.until("table")
            assert [seat["kind"] for seat in first["seats"]] == ["person", "open", "bot"]
            assert (first["table"]["status"], first["you"], first["table"]["commitment"] != "") == ("waiting", 0, True)
            row = await other.post(f"/api/tables/{table}/join", {})
            assert [seat["name"] for seat in row["seats"]][:2] == ["Ada", "Ada 2"]
            scene = await waiting.until("scene")
            assert (scene["table"]["status"], scene["table"]["name"]) == ("playing", "Friday")
            assert scene["table"]["commitment"] == first["table"]["commitment"]
        assert (await other.post(f"/api/tables/{table}/join", {}, 409))["code"] == "wrong_time"


@together
async def test_who_stands_up_before_the_game_frees_the_seat(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada, Browser(server.address, "Bruno") as bruno:
        table = await ada.lay(seats="moo")
        await bruno.post(f"/api/tables/{table}/join", {"seat": 2})
        assert (await bruno.post(f"/api/tables/{table}/join", {}, 409))["code"] == "taken"
        assert (await bruno.post(f"/api/tables/{table}/start", {}, 403))["code"] == "not_host"
        assert (await bruno.post(f"/api/tables/{table}/leave"))["free"] == 2
        assert (await bruno.post(f"/api/tables/{table}/leave", {}, 403))["code"] == "not_seated"
        assert (await ada.post(f"/api/tables/{table}/start"))["free"] == 0


@together
async def test_the_lobby_tells_by_itself_and_hides_private_tables(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada:
        address = server.address.replace("http", "ws") + "/ws/lobby?lang=it"
        async with connect(address, proxy=None) as lobby:
            assert json.loads(await lobby.recv())["type"] == "lobby"
            hidden = await ada.lay(seats="moo", private=True)
            shown = await ada.lay(seats="moo")
            async with asyncio.timeout(PATIENCE):
                while shown not in [row["id"] for row in json.loads(await lobby.recv())["tables"]]:
                    pass
        listed = [row["id"] for row in (await ada.get("/api/tables"))["tables"]]
        assert shown in listed
        assert hidden not in listed
        assert (await ada.get(f"/api/tables/{hidden}"))["private"]


async def until_listed(lobby: Seat, table: str) -> None:
    """Wait until the lobby lists a table."""
    while table not in [row["id"] for row in (await lobby.until("lobby", "lobby_changed"))["tables"]]:
        pass


async def until_over(lobby: Seat, table: str) -> None:
    """Wait until a listed table has left the lobby's list."""
    while table not in (await lobby.until("lobby_changed"))["gone"]:
        pass


@together
async def test_who_leaves_a_game_leaves_a_bot_behind(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada, Browser(server.address, "Bruno") as bruno:
        table = await ada.lay(seats="mob")
        await bruno.post(f"/api/tables/{table}/join")
        async with ada.lobby() as lobby:
            await until_listed(lobby, table)
            async with ada.at(table) as seat:
                await seat.until("scene")
                await bruno.post(f"/api/tables/{table}/leave")
                while seat.scene["seats"][1]["kind"] != "bot":
                    await seat.hear()
                assert table in [row["id"] for row in (await bruno.get("/api/mine"))["tables"]]
                await ada.post(f"/api/tables/{table}/leave")
                before = seat.scene["version"]
                while seat.scene["version"] <= before:  # the bots continue while a client watches
                    await seat.until("moved", "scene")
            await until_over(lobby, table)
            assert (await ada.get(f"/api/tables/{table}"))["status"] == "over"


@together
async def test_a_game_is_called_off_when_everybody_wants_it_and_played_again(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada, Browser(server.address, "Bruno") as bruno:
        table = await ada.lay(seats="mob")
        await bruno.post(f"/api/tables/{table}/join")
        assert (await ada.post(f"/api/tables/{table}/rematch", {}, 409))["code"] == "wrong_time"
        assert (await ada.post(f"/api/tables/{table}/stop"))["status"] == "playing"
        async with bruno.at(table) as seat:
            await seat.until("scene")
            assert (await bruno.post(f"/api/tables/{table}/stop"))["status"] == "over"
            while not seat.scene["result"]:
                await seat.hear()
            assert seat.scene["result"]["winners"] == []
            assert len(seat.scene["table"]["key"]) == 32
            again = (await ada.post(f"/api/tables/{table}/rematch"))["id"]
            assert (await bruno.post(f"/api/tables/{table}/rematch"))["id"] == again
            while seat.scene["table"]["rematch"] != again:
                await seat.hear()
        following = await ada.get(f"/api/tables/{again}")
        seats = [(one["kind"], one["name"]) for one in following["seats"][:2]]
        assert seats == [("person", "Ada"), ("person", "Bruno")]
        assert following["status"] == "playing"  # everybody keeps their seat


@together
async def test_a_vote_to_stop_is_seen_and_can_be_taken_back(server: Server) -> None:
    """All clients see which seats want to stop; a seat that was given up doesn't block the vote."""
    async with Browser(server.address, "Ada") as ada, Browser(server.address, "Bruno") as bruno:
        table = await ada.lay(seats="mob")
        await bruno.post(f"/api/tables/{table}/join")
        async with bruno.at(table) as seat:
            await seat.until("scene")
            for stop in (True, False, True):
                await ada.post(f"/api/tables/{table}/stop", {"stop": stop})
                while (heard := await seat.until("presence"))["seats"][0]["stops"] != stop:
                    pass
                assert [one["stops"] for one in heard["seats"]] == [stop, False, False]
            assert (await bruno.post(f"/api/tables/{table}/leave"))["status"] == "over"


@together
async def test_a_table_without_a_name_is_its_hosts(server: Server) -> None:
    """The table is named after its host, in the reader's language."""
    async with Browser(server.address, "Ada") as ada:
        table = await ada.lay(seats="mob")
        assert (await ada.get(f"/api/tables/{table}?lang=it"))["name"] == "Il tavolo di Ada"
        assert (await ada.get(f"/api/tables/{table}?lang=en"))["name"] == "Ada’s table"
        async with ada.at(table, lang="it") as seat:
            assert (await seat.until("table"))["table"]["name"] == "Il tavolo di Ada"
            await ada.post(f"/api/tables/{table}/start")
            assert (await seat.until("scene"))["table"]["name"] == "Il tavolo di Ada"


@together
async def test_options_are_read_before_a_table_is_laid(server: Server) -> None:
    """Options are parsed before a table is created: a bad card file gets the parser's error with its line."""
    async with Browser(server.address, "Ada") as ada:
        await ada.post("/api/editions/risk2210/check", {"options": {"custom_cards": ""}})
        wrong = {"options": {"custom_cards": '[[card]]\nid = "x"\nmods = 3\n'}}
        said = await ada.post("/api/editions/risk2210/check?lang=en", wrong, 400)
        assert "Custom cards" in said["text"]
        assert said["rule"] == "2210.card.blank"


@together
async def test_several_share_a_screen_and_see_only_their_own(server: Server) -> None:
    """Hot seat: before `sit` no secret is sent; afterwards only those of the seat that sat."""
    async with Browser(server.address, "Ada") as ada:
        table = await ada.lay(seats="msb")
        async with ada.at(table) as screen:
            scene = await screen.until("scene")
            assert (scene["you"], scene["yours"], scene["private"], scene["ask"]) == (None, [0, 1], None, None)
            assert [seat["kind"] for seat in scene["seats"]] == ["screen", "screen", "bot"]
            for _ in range(40):
                mine = [seat for seat in screen.scene["awaited"] if seat in (0, 1)]
                if not mine:
                    await screen.until("moved")
                    continue
                if screen.scene["you"] != mine[0]:
                    await screen.say(type="sit", seat=mine[0])
                    await screen.until("scene")
                assert screen.scene["private"]["seat"] == mine[0]
                assert (await screen.act(choose(screen.scene["ask"])))["type"] == "done"
                await screen.until("moved")
            await screen.say(type="sit", seat=2)
            assert (await screen.until("problem"))["code"] == "not_seated"


@together
async def test_bots_among_themselves_rest_until_somebody_looks(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada:
        table = await ada.lay(seats="rrr")
        await ada.get("/api/tables")
        async with ada.at(table) as watching:
            assert (await watching.until("scene"))["version"] == 1
            assert (await watching.until("moved"))["version"] == 2


@together
async def test_a_seat_is_played_by_a_bot_and_taken_back(server: Server) -> None:
    """Bruno is away while Ada waits: after the agreed time a bot answers for him until he returns."""
    async with Browser(server.address, "Ada") as ada, Browser(server.address, "Bruno") as bruno:
        table = await ada.lay(seats="mob", absent_after=5)
        await bruno.post(f"/api/tables/{table}/join")
        async with ada.at(table) as here:
            while not any(seat["stand_in"] for seat in here.scene.get("seats", ())):
                said = await here.hear()
                here.scene["seats"] = said.get("seats", here.scene.get("seats", ()))
                if said.get("ask"):
                    await here.act(choose(said["ask"]))
            async with bruno.at(table) as back:
                assert not (await back.until("scene", "moved"))["seats"][1]["stand_in"]
