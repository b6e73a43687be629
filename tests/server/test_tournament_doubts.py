"""Questions to an organiser over HTTP: stale draws, zeroed winners, missing results, late and leaving players."""

from pathlib import Path

import msgspec

from kamchatka.tournament.events.changes import AnyChange, EventOpened
from kamchatka.tournament.events.event_file import EventFile
from kamchatka.tournament.events.exchange import write_lines
from tests.server.client import Browser
from tests.server.clubhouse import Desk, line
from tests.server.running import Server
from tests.server.together import together

EIGHT = ("Ada", "Bruno", "Carla", "Dino", "Elsa", "Fabio", "Gina", "Hugo")
FORMER = Path(__file__).parent.parent / "tournament" / "former"


@together
async def test_a_draw_whose_results_were_corrected_waits_at_the_desk(club: Server) -> None:
    """A draw whose basis was corrected is listed at the desk, to redraw or accept; an onlooker sees only the count."""
    async with Browser(club.address, "Olga") as olga:
        desk = await Desk.open(olga, rounds="1")
        await desk.enter(*EIGHT)
        for _ in range(2):
            played = await desk.round()
            for table in (1, 2):
                await desk.report(played, table, 30, 20, 12, 5)
        await desk.round()
        assert (await desk.event())["waiting"] == 0
        assert (await desk.look("desk"))["doubts"] == []
        await desk.report(played, 1, 5, 12, 20, 30, correct=True)
        (doubt,) = (await desk.look("desk"))["doubts"]
        assert (doubt["title"], doubt["round"], doubt["again"]) == ("Final", 3, True)
        assert f"the draw (entry {doubt['entry']}) does not follow from the results of now" in doubt["why"]
        assert (await desk.event())["waiting"] == 1
        settled = await desk.send("settle", {"question": doubt["entry"]})
        assert (await desk.event())["waiting"] == 0
        await desk.send("undo", {"entries": settled["entries"]})
        assert (await desk.event())["waiting"] == 1
        again = await desk.round(again=True)
        assert set(played["tables"][0]["seats"][2:]) < set(again["tables"][0]["seats"])
        assert (await desk.event())["waiting"] == 0
        await desk.report(again, 1, 30, 20, 12, 5)
        cheat = {"entrant": again["tables"][0]["seats"][0], "zeroed": True, "after": (await desk.event())["version"]}
        await desk.send("rounds/3/tables/1/penalty", cheat)
        (doubt,) = (await desk.look("desk"))["doubts"]
        assert "is zeroed, but the place at the table is still 1" in doubt["why"]
        await desk.send("rounds/3/tables/1/penalty", {**cheat, "last": True, "after": (await desk.event())["version"]})
        assert (await desk.look("desk"))["doubts"] == []
        assert (await desk.event())["placings"][3]["entrant"] == cheat["entrant"]


@together
async def test_a_tie_for_the_last_place_that_goes_on_asks_for_the_points_outside(club: Server) -> None:
    """Two players of an evening advance to a semifinal."""
    async with Browser(club.address, "Olga") as olga:
        desk = await Desk.open(olga, rounds="1")
        await desk.enter(*EIGHT)
        first = await desk.round()
        for table in (1, 2):
            await desk.report(first, table, 30, 20, 12, 5)
        semifinal = await desk.round()
        refused = await desk.report(semifinal, 1, 30, 20, 20, 5, status=400)
        assert (refused["rule"], "points outside the objective" in refused["text"]) == ("rtu.10.4a", True)
        seats = semifinal["tables"][0]["seats"]
        lines = [line(seat, made) for seat, made in zip(seats, (30, 20, 20, 5), strict=True)]
        form = {"lines": [lines[0], {**lines[1], "outside": 9}, {**lines[2], "outside": 4}, lines[3]]}
        await desk.send("rounds/2/tables/1/result", {**form, "after": (await desk.event())["version"]})
        await desk.report(semifinal, 2, 30, 20, 12, 5)
        assert set(seats[:2]) < set((await desk.round())["tables"][0]["seats"])


@together
async def test_a_silent_round_is_asked_about_before_the_next(club: Server) -> None:
    """The event contains the question, and the draw requires the answer."""
    async with Browser(club.address, "Olga") as olga:
        desk = await Desk.open(olga)
        await desk.enter(*EIGHT)
        assert (await desk.event())["next"]["asks"] == ""
        await desk.round()
        seen = await desk.event()
        assert (seen["next"]["asks"], seen["late"]) == (
            "Without any result: round 1.",
            "Players entered now play from round 2 on.",
        )
        assert "confirm it" in (await desk.send("draw", {"seed": 7}, 400))["text"]
        assert (await desk.send("draw", {"seed": 7, "anyway": True}))["round"] == 2


@together
async def test_nobody_who_comes_late_to_an_elimination_is_promised_a_round(club: Server) -> None:
    """Only winners advance (rtu.12.3a)."""
    async with Browser(club.address, "Olga") as olga:
        desk = await Desk.open(olga, "knockout", final_seats="4")
        await desk.enter(*(f"{name} {number}" for name in EIGHT for number in (1, 2)))
        assert (await desk.event())["late"] == ""
        first = await desk.round()
        await desk.report(first, 1, 30, 20, 12, 5)
        assert "will not be drawn (rtu.12.3a)" in (await desk.event())["late"]


@together
async def test_departures_are_told_and_refused(club: Server) -> None:
    """Departures from the booklet are listed for presets and events, and refused by an event bound to the booklet."""
    async with Browser(club.address, "Olga") as olga:
        known = {one["id"]: one["departs"] for one in await olga.get("/api/presets?lang=en")}
        assert known["ranking"] == []
        assert any("rtu.10.5" in told for told in known["national_2004"])
        desk = await Desk.open(olga)
        assert (await desk.event())["departs"] == known["evening"]
        form = {"name": "Serata", "preset": "ranking", "choices": {"objective_points": "110"}}
        headers = {"X-CSRF-Token": olga.csrf}
        refused = await olga.http.post("/api/events", headers=headers, params={"lang": "en"}, json=form)
        assert (refused.status_code, "rtu.10.5" in refused.text) == (400, True)


@together
async def test_a_file_of_the_version_before_is_taken_in(club: Server, tmp_path: Path) -> None:
    """An event file of the previous version is imported, with settings, names and ties that are now invalid."""
    for name, waiting in (("ranking", 0), ("undecided", 4)):
        lines = (FORMER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()[:-1]
        opened, *changes = [msgspec.json.decode(one, type=AnyChange) for one in lines]
        assert isinstance(opened, EventOpened)
        file = EventFile.create(tmp_path / f"{name}.kam", opened)
        file.add(changes)
        async with Browser(club.address, "Olga") as olga:
            headers = {"X-CSRF-Token": olga.csrf, "Content-Type": "application/octet-stream"}
            answer = await olga.http.post("/api/events/upload", headers=headers, content=write_lines(file.rows()))
            assert answer.status_code == 201, answer.text
            seen = await Desk(olga, answer.json()["id"], answer.json()["key"]).event()
            assert seen["waiting"] == waiting
            assert len(seen["standings"]) == len(seen["entrants"])
