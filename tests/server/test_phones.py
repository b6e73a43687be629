"""Results handed in by phone over HTTP: a table's code, a second player who confirms, disputes, strangers."""

import asyncio
from pathlib import Path
from typing import Any

from kamchatka.tournament.events.changes import AnyChange, Drawn, DrawnTable, EventOpened, PlayerEntered
from kamchatka.tournament.events.trail import TrailRow, next_row
from tests.attacks.inside import running_inside
from tests.server.client import Browser, Json
from tests.server.clubhouse import Desk, line
from tests.server.running import Server
from tests.server.test_tournament_desk import seat_event
from tests.server.together import together
from tests.tournament.kit import settings

NINE = ("Ada", "Bruno", "Carla", "Dino", "Elsa", "Fabio", "Gina", "Ivo", "Lea")


class Phone:
    """A phone that scanned the code of a table."""

    def __init__(self, browser: Browser, event: str, code: str, number: int) -> None:
        self.browser = browser
        self.path = f"/api/events/{event}/table"
        self.headers = {"X-CSRF-Token": browser.csrf, "X-Table-Code": code, "X-Device": f"{number:032x}"}
        self.number = number

    async def look(self, status: int = 200) -> Any:
        """What the code opens."""
        answer = await self.browser.http.get(self.path, headers=self.headers, params={"lang": "en"})
        assert answer.status_code == status, answer.text
        return answer.json()

    async def send(self, what: str, status: int = 200, **form: Any) -> Any:
        """Hand in, confirm or dispute."""
        form = {"number": self.number, **form}
        answer = await self.browser.http.post(
            f"{self.path}/{what}", headers=self.headers, json=form, params={"lang": "en"}
        )
        assert answer.status_code == status, answer.text
        return answer.json()


async def two_phones(browser: Browser) -> tuple[Desk, Json, Phone, Phone]:
    """An event with a round, and the phones of two players of table 1."""
    desk, first = await seat_event(browser, *NINE)
    code = next(one["code"] for one in await desk.look("codes") if one["table"] == 1)
    one, two = first["tables"][0]["seats"][:2]
    return desk, first["tables"][0], Phone(browser, desk.id, code, one), Phone(browser, desk.id, code, two)


def lines_of(table: Json, more: int = 0) -> list[Json]:
    """Points for everybody at a table."""
    return [line(seat, 2 + 2 * n + more) for n, seat in enumerate(table["seats"])]


@together
async def test_a_second_phone_confirms_and_the_result_counts(club: Server) -> None:
    async with Browser(club.address, "Olga") as olga:
        desk, table, one, two = await two_phones(olga)
        assert (await one.look())["state"] == "open"
        await one.send("hand-in", lines=lines_of(table))
        seen = await two.look()
        (claim,) = seen["claims"]
        assert (seen["state"], claim["by"], seen["you"]) == ("handed_in", one.number, 0)
        assert claim["scores"][0]["points"]
        assert (await one.look())["you"] == one.number
        shown = (await desk.event())["rounds"][0]["tables"][0]
        assert (shown["phones"], shown["speakers"], shown["lines"]) == ("handed_in", [one.number], [])
        assert "yourself" in (await one.send("confirm", 400, version=claim["entry"]))["text"]
        two.number, real = table["seats"][2], two.number
        two.headers["X-Device"] = one.headers["X-Device"]
        assert "already spoken" in (await two.send("confirm", 400, version=claim["entry"]))["text"]
        two.number = real
        two.headers["X-Device"] = "b" * 32
        await two.send("confirm", version=claim["entry"])
        shown = (await desk.event())["rounds"][0]["tables"][0]
        assert (shown["phones"], shown["speakers"]) == ("confirmed", [one.number, two.number])
        assert shown["scores"]
        assert (await two.look())["behind"] == [one.number, two.number]
        trail = (await desk.look("desk"))["trail"]
        assert [entry["who"] for entry in trail[-2:]] == [NINE[one.number - 1], NINE[two.number - 1]]


@together
async def test_a_dispute_waits_for_the_organiser(club: Server) -> None:
    async with Browser(club.address, "Olga") as olga:
        desk, table, one, two = await two_phones(olga)
        entry = (await one.send("hand-in", lines=lines_of(table)))["entries"][0]
        form = {"version": entry, "lines": lines_of(table, 4), "note": "I held Brazil"}
        await two.send("dispute", **form)
        (proposal,) = (await desk.look("desk"))["proposals"]
        (dispute,) = proposal["disputes"]
        assert (proposal["by"], dispute["by"], dispute["note"]) == (one.number, two.number, "I held Brazil")
        seen = await desk.event()
        assert (seen["rounds"][0]["tables"][0]["phones"], seen["waiting"]) == ("disputed", 1)
        await desk.send("rounds/1/tables/1/result", {"lines": dispute["lines"], "after": seen["version"]})
        late = await two.send("confirm", 400, version=entry)
        assert "has a result already" in late["text"]
        late = await one.send("hand-in", 400, lines=lines_of(table))
        assert "has a result already" in late["text"]
        seen = await one.look()
        assert (seen["state"], seen["claims"], seen["behind"]) == ("counts", [], [])


@together
async def test_two_hand_in_at_once(club: Server) -> None:
    """The same result from two phones at the same moment counts; no request is lost and none counts twice."""
    async with Browser(club.address, "Olga") as olga:
        desk, table, one, two = await two_phones(olga)
        await asyncio.gather(*(phone.send("hand-in", lines=lines_of(table)) for phone in (one, two)))
        shown = (await desk.event())["rounds"][0]["tables"][0]
        assert (shown["phones"], sorted(shown["speakers"])) == ("confirmed", sorted([one.number, two.number]))


@together
async def test_strangers_and_old_codes_open_nothing(club: Server) -> None:
    async with Browser(club.address, "Olga") as olga:
        desk, table, one, two = await two_phones(olga)
        await desk.holding("").look("codes", 403)
        await desk.holding((await desk.look("desk"))["codes"]["1"]).look("codes", 403)
        await one.send("hand-in", 400, number=99, lines=lines_of(table))
        other = (await desk.look("codes"))[1]["code"]
        assert (
            "is not at table 2"
            in (await Phone(olga, desk.id, other, one.number).send("hand-in", 400, lines=lines_of(table)))["text"]
        )
        two.headers["X-Device"] = "short"
        await two.send("hand-in", 400, lines=lines_of(table))
        draft = await desk.send("draw", {"again": True, "method": "greedy", "seed": 9})
        await desk.send("publish", {"seed": draft["seed"]})
        assert "drawn again" in (await one.look(403))["text"]
        code = one.headers["X-Table-Code"]
        for wrong in ("", "1", "1-1", "9-1-AAAAAAAAAA", "1-9-AAAAAAAAAA", code[:-1]):
            one.headers["X-Table-Code"] = wrong
            await one.look(403)


@together
async def test_a_network_that_guesses_gets_no_answer(tmp_path: Path) -> None:
    """Right codes cost nothing. After 30 wrong ones even a right one is refused, on that network alone."""
    async with running_inside(tmp_path) as inside:
        changes: list[AnyChange] = [
            EventOpened("Serata", settings("evening")),
            *(PlayerEntered(n, f"P{n}") for n in (1, 2, 3, 4)),
        ]
        changes.append(Drawn(1, "round", (DrawnTable(1, (1, 2, 3, 4)),), 1, "greedy"))
        rows = list[TrailRow]()
        for change in changes:
            rows.append(next_row(rows[-1] if rows else None, change, None, "Olga", "2026-11-20T20:00:00Z"))
        club = inside.server.club
        live = await club.event(await club.store.create("Serata", rows))
        code = live.keys.table(1, 1, len(rows))

        async def open_code(code: str, address: str = "192.0.2.1") -> int:
            path = f"/api/events/{live.id}/table"
            return (await inside.ask("GET", path, headers={"x-table-code": code}, address=address)).status

        assert {await open_code(code) for _ in range(40)} == {200}
        guesses = [await open_code(f"1-1-{n:010d}") for n in range(31)]
        assert guesses == [403] * 30 + [429]
        assert (await open_code(code), await open_code(code, "198.51.100.7")) == (429, 200)
        inside.time.now += 2.0
        assert await open_code(code) == 200


@together
async def test_a_personal_link_knows_its_table(club: Server) -> None:
    async with Browser(club.address, "Olga") as olga:
        desk, _, one, _ = await two_phones(olga)
        key = (await desk.look("desk"))["codes"][str(one.number)]
        badge = await desk.holding(key).look("me")
        assert badge["code"] == one.headers["X-Table-Code"]
        one.headers |= {"X-Event-Key": key, "X-Device": "c" * 32}
        assert (await one.look())["you"] == one.number
