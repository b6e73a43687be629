"""Draws, no-shows, clocks, the referee, proposals and papers, over HTTP."""

import asyncio
import time

from tests.server.client import Browser, Json
from tests.server.clubhouse import Desk, line
from tests.server.running import Server
from tests.server.test_tournament_desk import seat_event
from tests.server.together import together

NINE = ("Ada", "Bruno", "Carla", "Dino", "Elsa", "Fabio", "Gina", "Ivo", "Lea")


@together
async def test_a_draft_is_seen_by_organisers_alone_until_it_is_published(club: Server) -> None:
    async with Browser(club.address, "Olga") as olga:
        desk = await Desk.open(olga)
        await desk.enter(*NINE[:8])
        draft = await desk.send("draw", {"seed": 3})
        assert (draft["cost"], draft["bound"], draft["round"]) == (0, 0, 1)
        assert (await desk.send("draw", {"seed": 3}))["tables"] == draft["tables"]
        assert (await desk.event())["rounds"] == []
        assert (await desk.look("desk"))["draft"]["tables"] == draft["tables"]
        assert (await desk.send("publish", {"seed": 4}, 409))["code"] == "wrong_time"
        await desk.send("entrants/8/withdraw", {})
        assert "draw again" in (await desk.send("publish", {"seed": 3}, 409))["text"]
        assert "7 players do not fill" in (await desk.send("draw", {}, 400))["text"]
        await desk.send("entrants/8/withdraw", {"back": True})
        draft = await desk.send("draw", {})  # by lot
        await desk.send("publish", {"seed": draft["seed"]})
        assert (await desk.event())["rounds"][0]["seed"] == draft["seed"] < 2**31


@together
async def test_tables_changed_by_hand(club: Server) -> None:
    """Two players can be swapped by hand; the response gives the cost, and no player is lost."""
    async with Browser(club.address, "Olga") as olga:
        desk = await Desk.open(olga)
        await desk.enter(*NINE[:8])
        one, other = (await desk.send("draw", {"seed": 3}))["tables"]
        clubmate = next(seat for seat in other if seat % 4 == one[0] % 4)
        stranger = next(seat for seat in one[1:])
        swapped = [
            [clubmate if seat == stranger else seat for seat in one],
            [stranger if seat == clubmate else seat for seat in other],
        ]
        for wrong in ([one, one], [one], [one, other, []], [[*one, other[0]], other[1:]], [one, [*other[1:], 99]]):
            refused = await desk.send("publish", {"seed": 3, "tables": wrong}, 400)
            assert "same players" in refused["text"]
        await desk.send("publish", {"seed": 3, "tables": swapped})
        drawn = (await desk.event())["rounds"][0]
        assert [table["seats"] for table in drawn["tables"]] == swapped
        assert (drawn["method"], "10000" in drawn["quality"] or "20000" in drawn["quality"]) == ("by hand", True)


@together
async def test_who_does_not_come_and_who_comes_late(club: Server) -> None:
    async with Browser(club.address, "Olga") as olga:
        desk, first = await seat_event(olga, *NINE)
        five = next(table for table in first["tables"] if len(table["seats"]) == 5)
        four = next(table for table in first["tables"] if len(table["seats"]) == 4)
        refused = await desk.send("absent", {"number": four["seats"][0]}, 400)
        assert "substitute" in refused["text"]
        await desk.send("absent", {"number": five["seats"][0]})
        await desk.enter("Max")
        await desk.send("absent", {"number": four["seats"][0], "substitute": 10})
        sizes = {table["number"]: table["seats"] for table in (await desk.event())["rounds"][0]["tables"]}
        assert sizes[five["number"]] == five["seats"][1:]
        assert sizes[four["number"]] == [10, *four["seats"][1:]]
        draft = await desk.send("draw", {"again": True, "method": "greedy"})
        assert draft["again"]
        assert sum(map(len, draft["tables"])) == 10


@together
async def test_clocks_run_on_the_server(club: Server) -> None:
    async with Browser(club.address, "Olga") as olga:
        desk, _ = await seat_event(olga, minutes="80")
        clock: Json = (await desk.event())["rounds"][0]["tables"][0]["clock"]
        assert clock == {"phase": "stopped", "left": 4800, "runs": False}
        before = int(time.time())
        await desk.send("rounds/1/clock", {"running": True})
        seen = await desk.event()
        clock = seen["rounds"][0]["tables"][0]["clock"]
        assert (clock["phase"], clock["runs"]) == ("running", True)
        assert 0 < clock["left"] <= 4800
        assert before <= seen["now"] <= time.time() + 1
        await desk.send("rounds/1/clock", {"running": False, "table": 1})
        assert (await desk.event())["rounds"][0]["tables"][0]["clock"]["phase"] == "stopped"
        assert "no table 7" in (await desk.send("rounds/1/clock", {"running": True, "table": 7}, 400))["text"]


@together
async def test_players_propose_and_organisers_take(club: Server) -> None:
    """A player's proposed result is checked, doesn't count, and is dropped once the result is entered."""
    async with Browser(club.address, "Olga") as olga, Browser(club.address, "Ada") as ada:
        desk, first = await seat_event(olga, *NINE)
        codes = (await desk.look("desk"))["codes"]
        table = first["tables"][0]
        mine = Desk(ada, desk.id, codes[str(table["seats"][0])])
        stranger = Desk(ada, desk.id, codes[str(first["tables"][1]["seats"][0])])
        lines = [line(seat, 2 + 2 * n) for n, seat in enumerate(table["seats"])]
        form = {"lines": lines, "after": 0}
        path = f"rounds/1/tables/{table['number']}/propose"
        assert "is not at table" in (await stranger.send(path, form, 400))["text"]
        bad = {"lines": [line(table["seats"][0], 99), *lines[1:]], "after": 0}
        assert (await mine.send(path, bad, 400))["rule"] == "rtu.10.2"
        await mine.send(path, form)
        seen = await desk.event()
        assert not seen["rounds"][0]["tables"][0]["lines"]
        (proposal,) = (await desk.look("desk"))["proposals"]
        assert proposal["by"] == table["seats"][0]
        taken = {"lines": proposal["lines"], "after": seen["version"]}
        await desk.send(f"rounds/1/tables/{table['number']}/result", taken)
        assert (await desk.look("desk"))["proposals"] == []
        assert "result already" in (await mine.send(path, form, 400))["text"]
        await desk.holding("").send(path, form, 403)
        headers = {"X-CSRF-Token": ada.csrf, "X-Event-Key": mine.key}
        wild = await asyncio.gather(
            *(ada.http.post(f"/api/events/{desk.id}/{path}", json=form, headers=headers) for _ in range(30))
        )
        assert "too_many" in [answer.json()["code"] for answer in wild]  # one misbehaving phone doesn't fill the trail


@together
async def test_what_referees_look_up(club: Server) -> None:
    async with Browser(club.address, "Olga") as olga:
        turns = await olga.get("/api/closing?hands=1,2,4&playing=2&turns=9")
        assert [(one["part"], one["hand"], one["threshold"]) for one in turns[:6]] == [
            ("penultimate", 2, 0),
            ("penultimate", 4, 0),
            ("last", 1, 0),
            ("last", 2, 0),
            ("last", 4, 4),
            ("sdadata", 1, 4),
        ]
        assert turns[7]["threshold"] == 5
        assert await olga.get("/api/closing?hands=1,2&playing=2&conquests=3") == []
        assert (await olga.get("/api/closing?hands=1,9&playing=1", 400))["rule"] == "rtu.0.3"
        desk, _ = await seat_event(olga, army_cap="120")
        over = await desk.send("cap", {"armies": {"1": 131, "2": 120}})
        assert over == [{"entrant": 1, "armies": 131, "surplus": 11, "penalty": 0}]
        plan = await olga.get("/api/plan?entrants=100&final=5")
        assert [len(one["tables"]) for one in plan["rounds"]] == [20, 5, 1]


@together
async def test_sheets_to_print_and_ratings(club: Server) -> None:
    async with Browser(club.address, "Olga") as olga:
        desk, first = await seat_event(olga)
        for kind in ("tables", "scores"):
            answer = await olga.http.get(f"/api/events/{desk.id}/sheets/{kind}?lang=it")
            assert (answer.headers["content-type"], answer.content[:5]) == ("application/pdf", b"%PDF-")
            assert answer.content.rstrip().endswith(b"%%EOF")
        assert (await olga.get(f"/api/events/{desk.id}/sheets/tables?round=9&lang=en", 400))["code"] == "problem"
        await desk.report(first, 1, 50, 30, 20, 10)
        rated = await olga.get(f"/api/ratings?events={desk.id}")
        winner = next(
            one["name"] for one in (await desk.event())["entrants"] if one["number"] == first["tables"][0]["seats"][0]
        )
        assert rated["ratings"][0]["player"] == winner == rated["live"][0]["player"]
        assert (await olga.get("/api/ratings?events=none", 404))["code"] == "not_found"
        rows = await olga.get("/api/events?lang=en")
        assert next(row for row in rows if row["id"] == desk.id)["entrants"] == 4
