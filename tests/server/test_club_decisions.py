"""Decisions at the desk over HTTP: bonus points, wild cards, captains, line-ups, and previews of lists."""

from tests.server.client import Browser
from tests.server.clubhouse import Desk
from tests.server.running import Server
from tests.server.together import together

EIGHT = ("Ada", "Bruno", "Carla", "Dino", "Elsa", "Fabio", "Gina", "Hugo")


@together
async def test_bonus_points_and_wild_cards(club: Server) -> None:
    """Points are added to a total with their sign; a wild card is given and returned; bad numbers are refused."""
    async with Browser(club.address, "Olga") as olga:
        desk = await Desk.open(olga, "open", rounds="2")
        await desk.enter(*EIGHT[:4])
        round = await desk.round(method="greedy")
        await desk.report(round, 1, 40, 30, 20, 10)
        one = round["tables"][0]["seats"][3]
        await desk.send(f"entrants/{one}/bonus", {"points": "2,5", "reason": "fair play"})
        await desk.send(f"entrants/{one}/bonus", {"points": "-10"})
        await desk.send(f"entrants/{one}/wild", {})
        seen = await desk.event()
        entrant = next(other for other in seen["entrants"] if other["number"] == one)
        assert (entrant["bonus"], entrant["wild"]) == ("-7.5", True)
        assert next(row["total"] for row in seen["standings"] if row["entrant"] == one) == "2.5"
        noted = await desk.send(f"entrants/{one}/wild", {"back": True})
        assert not any(other["wild"] for other in (await desk.event())["entrants"])
        await desk.send("undo", {"entries": noted["entries"]})
        assert any(other["wild"] for other in (await desk.event())["entrants"])
        for points in ("much", "1e9", "0.001", "nan"):
            assert "no number of points" in (await desk.send(f"entrants/{one}/bonus", {"points": points}, 400))["text"]
        await desk.send("entrants/99/bonus", {"points": "1"}, 400)
        key = (await desk.look("desk"))["codes"][str(one)]
        await desk.holding(key).send(f"entrants/{one}/bonus", {"points": "1"}, 403)


@together
async def test_captains_and_line_ups(club: Server) -> None:
    """The desk shows who plays next for each team; a line-up of strangers or after the draw is refused."""
    async with Browser(club.address, "Olga") as olga:
        desk = await Desk.open(olga, "team_championship", team_size="1", roster="3", sizes="4")
        await desk.enter(*EIGHT)  # two for each of four clubs
        teams = (await desk.look("desk"))["teams"]
        assert [(team["team"], team["players"], team["next"], team["named"]) for team in teams] == [
            ("Milano", [1, 5], [1], False),
            ("Roma", [2, 6], [2], False),
            ("Torino", [3, 7], [3], False),
            ("Bari", [4, 8], [4], False),
        ]
        await desk.send("captain", {"team": "Roma", "number": 2})
        await desk.send("line-up", {"team": "Roma", "players": [6]})
        team = (await desk.look("desk"))["teams"][1]
        assert (team["captain"], team["next"], team["named"]) == (2, [6], True)
        assert "Bruno" in (await desk.send("line-up", {"team": "Bari", "players": [2]}, 400))["text"]
        await desk.send("captain", {"team": "Napoli", "number": 2}, 400)
        round = await desk.round(method="greedy")
        assert sorted(round["tables"][0]["seats"]) == [1, 3, 4, 6]
        await desk.send("line-up", {"team": "Roma", "players": [2], "round": 1}, 400)
        await desk.send("line-up", {"team": "Roma", "players": [2]})


@together
async def test_a_list_is_shown_before_it_is_taken(club: Server) -> None:
    """A preview names encoding, separator, headings and invalid rows and stores nothing; then the list is imported."""
    async with Browser(club.address, "Olga") as olga:
        desk = await Desk.open(olga, "open")
        data = "Nome;Circolo;Città\nNicolò;Bari;x\nAda;Roma;y\n;Roma;z\nAda;Roma;z\n".encode("cp1252")
        before = (await desk.event())["version"]
        seen = await desk.send("preview/entrants", data)
        assert (seen["encoding"], seen["separator"], seen["count"], seen["changes"]) == ("cp1252", ";", 2, 2)
        assert seen["headings"][2] == {"text": "Città", "column": ""}
        assert seen["rows"][0] == ["Nicolò", "Bari"]
        assert [one["line"] for one in seen["problems"]] == [4, 5]
        assert (await desk.event())["version"] == before
        good = data.partition(b"\n;")[0]
        assert (await desk.send("import/entrants", good))["taken"] == 2
        again = await desk.send("preview/entrants", good)
        assert (again["changes"], again["problems"]) == (0, [])
        numbers = b"name,number\nEva,x\n"
        assert [one["column"] for one in (await desk.send("preview/entrants", numbers))["problems"]] == ["number"]
        await desk.holding("1-2").send("preview/entrants", data, 403)


@together
async def test_a_draw_asks_when_a_table_is_missing(club: Server) -> None:
    """With one result of two missing, the desk names the table, and a draw needs to be confirmed."""
    async with Browser(club.address, "Olga") as olga:
        desk = await Desk.open(olga, "open", rounds="2")
        await desk.enter(*EIGHT)
        round = await desk.round(method="greedy")
        await desk.report(round, 1, 40, 30, 20, 10)
        seen = await desk.event()
        assert seen["missing"] == seen["next"]["asks"] == "Results are missing (round/table): 1/2."
        assert "1/2" in (await desk.send("draw", {"seed": 7}, 400))["text"]
        assert (await desk.send("draw", {"seed": 7, "anyway": True, "method": "greedy"}))["round"] == 2
        await desk.report(round, 2, 40, 30, 20, 10)
        assert (await desk.event())["missing"] == ""
