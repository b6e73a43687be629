"""The tournament desk: bad input, concurrent organisers and undo never overwrite anything silently."""

import asyncio
from pathlib import Path

import pytest

from kamchatka.tournament.events.event_file import EventFile
from kamchatka.tournament.events.exchange import read_lines, write_lines
from tests.server.client import Browser, Json
from tests.server.clubhouse import Desk, line
from tests.server.running import Server
from tests.server.together import together

FOUR = ("Ada", "Bruno", "Carla", "Dino")


async def seat_event(browser: Browser, *names: str, **choices: str) -> tuple[Desk, Json]:
    """Create an event of one table, drawn without a solver."""
    desk = await Desk.open(browser, "ranking", **choices)
    await desk.enter(*(names or FOUR))
    return desk, await desk.round(method="greedy")


@together
async def test_results_that_cannot_be_are_refused_with_their_rule(club: Server) -> None:
    async with Browser(club.address, "Olga") as olga:
        desk, first = await seat_event(olga)
        for points, rule in (
            ((87, 1, 2, 3), "rtu.10.2"),
            ((100, 1, 2, 3), "rtu.10.5"),
            ((85, 1, 2, 3), "rtu.10.2"),
            ((60, 60, 30, 20), "rtu.values.1"),
        ):
            assert (await desk.report(first, 1, *points, status=400))["rule"] == rule
        refused = await desk.report(first, 1, 20, 30, 30, 20, status=400)
        assert "outside the objective" in refused["text"]
        stranger = [line(number, 2 * number) for number in (1, 2, 3, 9)]
        form: Json = {"lines": stranger, "after": 99}
        refused = await desk.send("rounds/1/tables/1/result", form, 400)
        assert "not at this table" in refused["text"]
        assert "no table 4" in (await desk.send("rounds/1/tables/4/result", form, 400))["text"]
        assert "has not been drawn" in (await desk.send("rounds/2/tables/1/result", form, 400))["text"]
        assert (await desk.event())["rounds"][0]["tables"][0]["lines"] == []


@together
async def test_territories_ticked_make_the_points(club: Server) -> None:
    """The sum of an objective is computed from the board; a wrong manual sum is refused."""
    async with Browser(club.address, "Olga") as olga:
        desk, first = await seat_event(olga)
        points = await olga.get("/api/points")
        assert points["whole"] == 86
        assert points["cites"] == {"closing": "rtu.9.4a", "exempt": "rtu.9.3", "army_cap": "rtu.11.2"}
        card = points["cards"][0]
        assert sum(points["values"][place] for place in card["places"]) == 86
        some = card["places"][:4]
        worth = sum(points["values"][place] for place in some)
        one, *others = first["tables"][0]["seats"]
        lines = [
            {"entrant": one, "card": card["number"], "held": some},
            *(line(n, made) for n, made in zip(others, (2, 3, 4), strict=True)),
        ]
        path = "rounds/1/tables/1"
        scores = await desk.send(f"{path}/check", {"lines": lines, "after": 0})
        assert next(score for score in scores if score["entrant"] == one)["table_points"] == worth
        assert not (await desk.event())["rounds"][0]["complete"]
        wrong = [{**lines[0], "points": worth + 1}, *lines[1:]]
        assert f"make {worth} points" in (await desk.send(f"{path}/check", {"lines": wrong, "after": 0}, 400))["text"]
        await desk.send(f"{path}/result", {"lines": lines, "after": (await desk.event())["version"]})
        assert (await desk.event())["rounds"][0]["tables"][0]["lines"][0]["held"] == some


@together
async def test_two_organisers_at_once(club: Server) -> None:
    """The second of two organisers to change a table, player or setting must reload; other tables don't conflict."""
    async with Browser(club.address, "Olga") as olga, Browser(club.address, "Otto") as otto:
        desk, first = await seat_event(olga)
        other = Desk(otto, desk.id, desk.key)
        seen = (await desk.event())["version"]
        await desk.report(first, 1, 50, 30, 20, 10)
        again = [line(seat, made) for seat, made in zip(first["tables"][0]["seats"], (10, 20, 30, 40), strict=True)]
        form: Json = {"lines": again, "after": seen, "correct": True}
        assert (await other.send("rounds/1/tables/1/result", form, 409))["code"] == "stale"
        assert "only a correction" in (await other.report(first, 1, 10, 20, 30, 40, status=400))["text"]
        await other.report(first, 1, 10, 20, 30, 40, correct=True)
        penalty = {"entrant": 1, "points": 5, "after": seen + 1}
        assert (await desk.send("rounds/1/tables/1/penalty", penalty, 409))["code"] == "stale"
        for path, changed in (("entrants/1/amend", {"name": "Adele"}), ("settings", {"choices": {"army_cap": "120"}})):
            known = (await desk.event())["version"]
            await other.send(path, {**changed, "after": known})
            assert (await desk.send(path, {**changed, "after": known}, 409))["code"] == "stale"
        trail = (await desk.look("desk"))["trail"]
        assert [one["who"] for one in trail[-4:]] == ["Olga", "Otto", "Otto", "Otto"]
        assert "corrected" in trail[-3]["text"]


@together
async def test_many_write_at_once(club: Server) -> None:
    """Concurrent entries store each player once with a unique number."""
    async with Browser(club.address, "Olga") as olga, Browser(club.address, "Otto") as otto:
        desk = await Desk.open(olga)
        desks = (desk, Desk(otto, desk.id, desk.key))
        names = [f"P{number}" for number in range(16)]
        await asyncio.gather(*(desks[number % 2].enter(name) for number, name in enumerate(names)))
        seen = await desk.event()
        assert sorted(one["name"] for one in seen["entrants"]) == sorted(names)
        assert [one["number"] for one in seen["entrants"]] == list(range(1, 17))


@together
async def test_every_change_is_undone_and_comes_back(club: Server) -> None:
    async with Browser(club.address, "Olga") as olga:
        desk, first = await seat_event(olga)
        noted = await desk.report(first, 1, 50, 30, 20, 10)
        assert (await desk.event())["standings"][0]["total"] != "0"
        undoing = await desk.send("undo", {"entries": noted["entries"]})
        assert (await desk.event())["standings"][0]["total"] == "0"
        await desk.send("undo", {"entries": undoing["entries"]})
        assert (await desk.event())["rounds"][0]["complete"]
        refused = await desk.send("undo", {"entries": [2]}, 400)
        assert "rests on it" in refused["text"]
        trail = (await desk.look("desk"))["trail"]
        assert [one["undone"] for one in trail[-3:]] == [False, True, False]


@together
async def test_a_correction_waits_for_the_undoing_of_another(club: Server) -> None:
    """Undo is a change too: a correction of an undone entry is refused with that reason."""
    async with Browser(club.address, "Olga") as olga:
        desk, first = await seat_event(olga)
        noted = await desk.report(first, 1, 50, 30, 20, 10)
        await desk.send("undo", {"entries": noted["entries"]})
        lines = [line(seat, 10 * seat) for seat in first["tables"][0]["seats"]]
        form: Json = {"lines": lines, "after": noted["version"], "correct": True}
        assert (await desk.send("rounds/1/tables/1/result", form, 409))["code"] == "stale"


@together
async def test_lists_with_broken_lines(club: Server) -> None:
    """Each invalid line of a list is set aside with its number; the valid ones are imported."""
    async with Browser(club.address, "Olga") as olga:
        desk = await Desk.open(olga)
        people = b'nome;circolo\nAda;Milano\nada;Roma\n;Bari\nBruno;Torino;x\nCarla;"Roma\nDino;Bari\n'
        taken = await desk.send("import/entrants", people + b"Nicol\xf2;Bari\n", encoding="utf-8")
        assert taken["taken"] == 2
        assert [one["line"] for one in taken["aside"]] == [3, 4, 5, 6, 8]
        assert "already entered" in taken["aside"][0]["why"]
        seen = await desk.event()
        assert ([one["name"] for one in seen["entrants"]], seen["waiting"]) == (["Ada", "Dino"], 5)
        latin = await desk.send("import/entrants", b"nome;circolo\nNicol\xf2;Bari\n", encoding="cp1252")
        assert (latin["taken"], latin["aside"]) == (1, [])
        questions = (await desk.look("desk"))["questions"]
        assert {one["source"] for one in questions} == {"list.csv"}
        await desk.send("settle", {"question": questions[0]["number"], "note": "la stessa"})
        assert (await desk.event())["waiting"] == 4
        headers = {"X-CSRF-Token": olga.csrf, "X-Event-Key": desk.key, "X-File-Name": "pi%C3%B9%20tardi%0A.csv"}
        await olga.http.post(
            f"/api/events/{desk.id}/import/entrants", content=b"nome;circolo\nAda;Lecce\n", headers=headers
        )
        assert (await desk.look("desk"))["questions"][-1]["source"] == "più tardi.csv"
        assert "first line" in (await desk.send("import/entrants", b"\xff\xff\xff", 400))["text"]
        assert (await desk.send("import/entrants", b"nome\nX\n", 400, encoding="klingon"))["code"] == "problem"
        assert (await desk.send("import/teams", b"nome\nX\n", 400))["code"] == "malformed"
        assert (await desk.send("import/entrants", b"nome\n" + b"x" * 600_000, 413))["code"] == "too_large"


@together
async def test_results_from_a_list_and_back(club: Server) -> None:
    """An exported list can be imported again; it overwrites nothing unless corrections are allowed."""
    async with Browser(club.address, "Olga") as olga:
        desk, first = await seat_event(olga)
        names = {one["number"]: one["name"] for one in (await desk.event())["entrants"]}
        seats = [names[seat] for seat in first["tables"][0]["seats"]]
        rows = [f"1,1,{name},{points}" for name, points in zip(seats, (50, 30, 20, 10), strict=True)]
        taken = await desk.send("import/results", "\n".join(["round,table,player,points", *rows]).encode())
        assert taken["taken"] == 1
        exported = (await olga.http.get(f"/api/events/{desk.id}/csv/results")).content
        assert exported.decode("utf-8-sig").splitlines()[1].startswith(f"1,1,{seats[0]},50")
        other = exported.replace(b",50,", b",40,")
        taken = await desk.send("import/results", other)
        assert (taken["taken"], len(taken["aside"])) == (0, 4)
        assert (await desk.send("import/results", other, correct="true"))["taken"] == 1
        standings = (await olga.http.get(f"/api/events/{desk.id}/csv/standings?lang=it")).text
        assert "in classifica con 120" in standings


@together
async def test_only_keys_open_the_desk(club: Server) -> None:
    """Neither a player's key nor another event's key opens the desk, and changes require the CSRF token."""
    async with Browser(club.address, "Olga") as olga, Browser(club.address, "Eva") as eva:
        desk, _ = await seat_event(olga)
        codes = (await desk.look("desk"))["codes"]
        player = desk.holding(codes["2"])
        badge = await player.look("me")
        assert (badge["role"], badge["number"], badge["name"]) == ("player", 2, "Bruno")
        assert badge["code"].startswith("1-1-")
        assert (await desk.look("me"))["role"] == "organiser"
        foreign = (await Desk.open(eva)).key
        for key in (codes["2"], foreign, "", "2-0", f"9{codes['2']}", "x" * 5000):
            for path, body in (("undo", {"entries": [2]}), ("entrants", {"name": "Eva"}), ("draw", {})):
                assert (await desk.holding(key).send(path, body, 403))["code"] == "not_organiser"
        await desk.holding("").look("desk", 403)
        told = (await olga.http.get(f"/api/events/{desk.id}")).text + club.log.read_text()
        assert not any(key in told for key in (desk.key, *codes.values()))
        await desk.holding(codes["2"]).look("file", 403)
        answer = await olga.http.post(
            f"/api/events/{desk.id}/undo", json={"entries": [2]}, headers={"X-Event-Key": desk.key}
        )
        assert answer.json()["code"] == "csrf"
        for id in ("none", "..", "a%2Fb", "x" * 300):
            answer = await olga.http.get(f"/api/events/{id}")
            assert answer.json()["code"] == "not_found"


@together
async def test_events_that_cannot_be(club: Server) -> None:
    async with Browser(club.address, "Olga") as olga:
        for form, said in (
            ({"name": " \t "}, "cannot be"),
            ({"name": "x", "date": "domani"}, "is not a date"),
            ({"name": "x", "preset": "poker"}, "no preset"),
            ({"name": "x", "choices": {"minutes": "soon"}}, "will not do for minutes"),
            ({"name": "x", "choices": {"minutes": "9" * 30}}, "will not do for minutes"),
            ({"name": "x", "choices": {"live_class": "nan"}}, "goes from 0 to"),
            ({"name": "x", "preset": "open", "choices": {"percent": "3:-5"}}, "goes from 0 to"),
            ({"name": "x", "choices": {"colour": "red"}}, "name=value"),
            ({"name": "x", "choices": {"discards": "5"}}, "two thirds must count"),
        ):
            answer = await olga.http.post("/api/events?lang=en", json=form, headers={"X-CSRF-Token": olga.csrf})
            assert answer.status_code == 400
            assert said in answer.json()["text"]
        presets = {one["id"]: one for one in await olga.get("/api/presets?lang=it")}
        assert {"evening", "ranking", "interclub"} <= set(presets)
        values = {one["name"]: one["value"] for one in presets["interclub"]["settings"]}
        assert (values["place_points"], values["percent"], values["booklet"]) == ("12,7,5,3,2", "3:75,5:125", "false")
        desk = await Desk.open(olga, "interclub", **values)
        assert {one["name"]: one["value"] for one in (await desk.event())["settings"]} == values
        assert "rtu.10.2" in presets["open"]["departs"][0]


@pytest.mark.sqlite
@together
async def test_a_file_that_is_no_event_spoils_no_other(server: Server) -> None:
    async with Browser(server.address, "Olga") as olga:
        desk = await Desk.open(olga)
        (server.folder / "foreign.kam").write_bytes(b"no event at all")
        assert (await olga.get("/api/events/foreign", 503))["code"] == "storage"
        listed = [row["id"] for row in await olga.get("/api/events")]
        assert desk.id in listed
        assert "foreign" not in listed
        (server.folder / "foreign.kam").unlink()


@together
async def test_a_file_is_carried_away_and_brought_back(club: Server, tmp_path: Path) -> None:
    """A downloaded event contains the whole trail; importing it creates another event with new keys."""
    async with Browser(club.address, "Olga") as olga:
        desk, first = await seat_event(olga)
        await desk.report(first, 1, 50, 30, 20, 10)
        headers = {"X-Event-Key": desk.key, "X-CSRF-Token": olga.csrf}
        data = (await olga.http.get(f"/api/events/{desk.id}/file", headers=headers)).content
        file = EventFile.rewrite(tmp_path / "evening.kam", read_lines(data)[0])
        assert write_lines(file.rows()) == data
        made = (await olga.http.post("/api/events/upload", content=write_lines(file.rows()), headers=headers)).json()
        copy = Desk(olga, made["id"], made["key"])
        assert copy.key != desk.key
        assert (await copy.event())["standings"] == (await desk.event())["standings"]
        assert (await copy.look("desk"))["trail"] == (await desk.look("desk"))["trail"]
        for bad, said in (
            (data.replace(b'"who":"Olga"', b'"who":"nobody"', 1), "not as it was written"),
            (b"no event", "no event in JSON Lines"),
            (b"", "no event in JSON Lines"),
            (data[:-40], "no event in JSON Lines"),
            (file.path.read_bytes(), "kamchatka tournament export"),
        ):
            answer = await olga.http.post("/api/events/upload?lang=en", content=bad, headers=headers)
            assert (answer.status_code, said in answer.json()["text"]) == (400, True), answer.text
