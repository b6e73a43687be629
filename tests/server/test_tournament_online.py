"""Rounds played on the server: seats kept for their players, results that flow into the standings, kill -9."""

import asyncio
from collections.abc import Callable

import pytest

from tests.server.client import Browser, Json
from tests.server.clubhouse import Desk
from tests.server.databases import ask
from tests.server.running import Server
from tests.server.together import to_its_end, together

FOUR = ("Ada", "Bruno", "Carla", "Dino")


async def host_event(olga: Browser, **choices: str) -> tuple[Desk, dict[str, str], Json]:
    """Create an event with one online table; return the players' keys by number, and the table."""
    desk = await Desk.open(olga, "ranking", **choices)
    await desk.enter(*FOUR)
    await desk.round(method="greedy")
    await desk.send("rounds/1/online")
    table: Json = (await desk.event())["rounds"][0]["tables"][0]
    return desk, (await desk.look("desk"))["codes"], table


async def event_with_result(desk: Desk) -> Json:
    """Return the event once its table has a result."""
    async with desk.socket() as socket:
        while True:
            seen = await socket.until("event")
            if seen["rounds"][0]["complete"] or seen["waiting"]:
                return seen


@together
async def test_seats_are_kept_for_their_players(club: Server) -> None:
    """A reserved seat stays taken, a new device replaces the old one, and the game begins once all are there."""
    async with (
        Browser(club.address, "Olga") as olga,
        Browser(club.address, "Uno") as uno,
        Browser(club.address, "Due") as due,
    ):
        desk, codes, table = await host_event(olga)
        game, seats = table["game"], [str(seat) for seat in table["seats"]]
        assert (await uno.post(f"/api/tables/{game}/join", {}, 409))["code"] == "taken"
        assert (await desk.send("sit", status=403))["code"] == "not_organiser"
        assert (await Desk(uno, desk.id, codes[seats[1]]).send("sit"))["id"] == game
        row = await uno.get(f"/api/tables/{game}")
        assert [one["kind"] for one in row["seats"]] == ["kept", "person", "kept", "kept"]
        assert sorted(one["name"] for one in row["seats"]) == sorted(FOUR)
        assert (await Desk(uno, desk.id, codes[seats[0]]).send("sit", status=409))["code"] == "taken"
        await Desk(due, desk.id, codes[seats[1]]).send("sit")
        assert (await due.get("/api/mine"))["tables"][0]["id"] == game
        assert not (await uno.get(f"/api/tables/{game}"))["mine"]
        await due.post(f"/api/tables/{game}/leave")
        row = await uno.get(f"/api/tables/{game}")
        assert row["seats"][1]["kind"] == "kept"
        assert row["seats"][1]["name"]
        assert (await desk.send("rounds/1/tables/1/begin", status=409))["code"] == "wrong_time"  # the seat is open
        assert "played here already" in (await desk.send("rounds/1/online", status=400))["text"]
        assert (await desk.send("absent", {"number": int(seats[0])}, 400))["code"] == "problem"
        assert "being played here" in (await desk.send("draw", {"again": True}, 400))["text"]


@together
async def test_a_round_of_another_edition_is_played_here(club: Server) -> None:
    """Tables of a round use the round's edition and board; cards score no points there."""
    async with Browser(club.address, "Olga") as olga:
        desk, _, table = await host_event(olga, edition="modern", booklet="false")
        assert (await olga.get(f"/api/tables/{table['game']}"))["edition"] == "modern"
        setting = next(one for one in (await desk.event())["settings"] if one["name"] == "edition")
        assert setting["value"] == "modern"
        assert {"modern", "challenge", "godstorm"} <= set(setting["values"])
        points = await olga.get("/api/points?edition=modern")
        assert (points["edition"], points["cards"], points["whole"]) == ("modern", [], 42)
        assert set(points["values"].values()) == {1}


@together
async def test_a_copy_of_the_file_opens_no_seat(club: Server) -> None:
    """An imported copy of an event holds its keys, not those of the tables created for the first."""
    async with Browser(club.address, "Olga") as olga, Browser(club.address, "Eva") as eva:
        desk, _, table = await host_event(olga)
        headers = {"X-Event-Key": desk.key, "X-CSRF-Token": olga.csrf}
        data = (await olga.http.get(f"/api/events/{desk.id}/file", headers=headers)).content
        made = (await eva.http.post("/api/events/upload", content=data, headers={"X-CSRF-Token": eva.csrf})).json()
        copy = Desk(eva, made["id"], made["key"])
        key = (await copy.look("desk"))["codes"][str(table["seats"][0])]
        assert (await copy.holding(key).send("sit", status=409))["code"] == "wrong_time"
        assert (await copy.send("rounds/1/tables/1/begin", status=409))["code"] == "wrong_time"
        row = await olga.get(f"/api/tables/{table['game']}")
        assert [one["kind"] for one in row["seats"]] == ["kept"] * 4


@together
async def test_a_game_called_off_waits_for_a_hand(club: Server) -> None:
    async with Browser(club.address, "Olga") as olga, Browser(club.address, "Ada") as ada:
        desk, codes, table = await host_event(olga)
        await Desk(ada, desk.id, codes[str(table["seats"][0])]).send("sit")
        await desk.send("rounds/1/tables/1/begin")
        await ada.post(f"/api/tables/{table['game']}/stop")
        assert (await event_with_result(desk))["waiting"] == 1
        (question,) = (await desk.look("desk"))["questions"]
        assert (question["round"], question["table"]) == (1, 1)
        assert "entered by hand" in question["why"]
        await desk.report((await desk.event())["rounds"][0], 1, 50, 30, 20, 10)
        assert (await desk.event())["waiting"] == 0


@together
async def test_undoing_the_opening_of_a_table_forgets_it(club: Server) -> None:
    """Undoing the opening of a table deletes it; undoing that creates it again at the same address."""
    async with Browser(club.address, "Olga") as olga, Browser(club.address, "Ada") as ada:
        desk, codes, table = await host_event(olga)
        game, player = table["game"], Desk(ada, desk.id, codes[str(table["seats"][0])])
        await player.send("sit")
        undoing = await desk.send("undo", {"entries": [(await desk.event())["version"]]})
        assert (await ada.get(f"/api/tables/{game}", 404))["code"] == "not_found"
        assert (await ada.get("/api/mine"))["tables"] == []
        assert (await player.send("sit", status=409))["code"] == "wrong_time"
        await desk.send("undo", {"entries": undoing["entries"]})
        assert (await player.send("sit"))["id"] == game


@together
async def test_undoing_the_opening_of_a_running_game_calls_it_off(club: Server) -> None:
    """Undoing the opening of a running game calls it off without a result; restored, it needs a manual result."""
    async with Browser(club.address, "Olga") as olga, Browser(club.address, "Ada") as ada:
        desk, codes, table = await host_event(olga)
        opening = (await desk.event())["version"]
        await Desk(ada, desk.id, codes[str(table["seats"][0])]).send("sit")
        await desk.send("rounds/1/tables/1/begin")
        undoing = await desk.send("undo", {"entries": [opening]})
        assert (await ada.get(f"/api/tables/{table['game']}"))["status"] == "over"
        assert (await desk.event())["rounds"][0]["tables"][0]["game"] == ""
        assert (await desk.event())["waiting"] == 0
        await desk.send("undo", {"entries": undoing["entries"]})
        assert (await desk.event())["waiting"] == 1


def test_a_finished_game_is_in_the_standings_by_itself(own_server: Callable[..., Server]) -> None:
    """A finished game's result is entered automatically, also when bots play the last rounds."""
    to_its_end(_finished(own_server()))


async def _finished(server: Server) -> None:
    async with Browser(server.address, "Olga") as olga, Browser(server.address, "Ada") as ada:
        desk, codes, table = await host_event(olga)
        game = table["game"]
        await Desk(ada, desk.id, codes[str(table["seats"][2])]).send("sit")
        await desk.send("rounds/1/tables/1/begin")
        noted = await desk.send("entrants", {"name": "Elsa"})
        server.kill()
        let_time_run_out(server, game)
        await asyncio.to_thread(server.start)
        assert (await desk.event())["version"] == noted["version"]  # exactly the acknowledged actions are stored
        await ada.post(f"/api/tables/{game}/leave")
        async with olga.at(game) as watching:
            while not watching.scene.get("result"):
                await watching.until("scene", "moved")
        seen = await event_with_result(desk)
    (done,) = seen["rounds"][0]["tables"]
    assert sorted(one["entrant"] for one in done["lines"]) == [1, 2, 3, 4]
    assert all(one["card"] for one in done["lines"])
    assert sorted(one["hand"] for one in done["lines"]) == [1, 2, 3, 4]
    assert (seen["standings"][0]["entrant"], seen["standings"][0]["wins"]) == (done["scores"][0]["entrant"], 1)


def let_time_run_out(server: Server, game: str) -> None:
    """While the server is down, set the table's clock to just before the end of its ninety minutes."""
    ask(server.database, "UPDATE entries SET clock = :at WHERE table_id = :game", at=90 * 60_000 - 1, game=game)


@pytest.mark.sqlite
def test_a_result_that_nobody_took_is_taken_at_the_next_start(own_server: Callable[..., Server]) -> None:
    """A game ends while its event's file is unreachable, then kill -9: the next start enters the result."""
    to_its_end(_unseen(own_server()))


async def _unseen(server: Server) -> None:
    async with Browser(server.address, "Olga") as olga, Browser(server.address, "Ada") as ada:
        desk, codes, table = await host_event(olga)
        mine = Desk(ada, desk.id, codes[str(table["seats"][0])])
        await mine.send("sit")
        await desk.send("rounds/1/tables/1/begin")
        file = server.folder / f"{desk.id}.kam"
        away = file.rename(file.with_suffix(".away"))
        await ada.post(f"/api/tables/{table['game']}/stop")
        await olga.get(f"/api/events/{desk.id}", 404)
        server.kill()
        away.rename(file)
        await asyncio.to_thread(server.start)
        assert (await event_with_result(desk))["waiting"] == 1
        assert (await mine.look("me"))["role"] == "player"
        server.kill()
        await asyncio.to_thread(server.start)
        assert len((await desk.look("desk"))["questions"]) == 1  # and the event is queried only once
