"""Seasons over the API: events, live standings, players, lists, the key, and undo."""

from typing import Any

from tests.server.client import Browser, Json
from tests.server.clubhouse import Desk
from tests.server.running import Server
from tests.server.together import together

FOUR = ("Ada", "Bruno", "Carla", "Dino")


class Seasons:
    """A client with a season's key."""

    def __init__(self, browser: Browser, id: str, key: str) -> None:
        self.browser = browser
        self.id = id
        self.key = key

    @classmethod
    async def open(cls, browser: Browser, **choices: str) -> "Seasons":
        """Create a new season of this organiser."""
        made = await browser.post("/api/seasons", {"name": "Stagione 2026", "choices": choices})
        return cls(browser, made["id"], made["key"])

    async def send(self, path: str, body: Json | bytes | None = None, status: int = 200, **query: str) -> Any:
        """Send a POST request for a change."""
        headers = {"X-CSRF-Token": self.browser.csrf, "X-Event-Key": self.key}
        given: dict[str, Any] = {"content": body} if isinstance(body, bytes) else {"json": body or {}}
        address = f"/api/seasons/{self.id}/{path}"
        answer = await self.browser.http.post(address, headers=headers, params={"lang": "en", **query}, **given)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def look(self, path: str = "", status: int = 200, **query: str) -> Any:
        """Return what the key shows."""
        answer = await self.browser.http.get(
            f"/api/seasons/{self.id}{path}", headers={"X-Event-Key": self.key}, params={"lang": "en", **query}
        )
        assert answer.status_code == status, answer.text
        is_file = "content-disposition" in answer.headers
        return answer.content if is_file else answer.json()


async def evening(browser: Browser, name: str, *, over: bool = True) -> str:
    """Create an event of one table and one round: Ada wins, then Bruno, Carla, Dino."""
    body = {"name": name, "preset": "open", "choices": {"rounds": "1"}, "date": f"2026-0{len(name)}-01"}
    made = await browser.post("/api/events", body)
    desk = Desk(browser, made["id"], made["key"])
    await desk.enter(*FOUR)
    round = await desk.round(method="greedy")
    if over:
        names = {one["number"]: one["name"] for one in (await desk.event())["entrants"]}
        points = dict(zip(FOUR, (40, 30, 20, 10), strict=True))
        await desk.report(round, 1, *(points[names[seat]] for seat in round["tables"][0]["seats"]))
    return desk.id


@together
async def test_a_season_of_events(club: Server) -> None:
    """Events are added with their class, once; standings, records and the list follow; undo removes one."""
    async with Browser(club.address, "Olga") as olga:
        season = await Seasons.open(olga, best="8")
        first, second = await evening(olga, "Uno"), await evening(olga, "Dueee")
        assert (await season.send("events", {"event": first, "kind": "A"}))["version"] == 2
        assert (await season.send("events", {"event": first, "kind": "A"}))["version"] == 2
        assert (await season.send("events", {"event": second, "kind": "C"}))["version"] == 3
        refused = await season.send("events", {"event": second, "kind": "Z"}, 400)
        assert "no class" in refused["text"]
        seen = await season.look()
        assert [(row["name"], row["total"], row["place"]) for row in seen["standings"]] == [
            ("Ada", "2500", 1),
            ("Bruno", "2000", 2),
            ("Carla", "1625", 3),
            ("Dino", "1375", 4),
        ]
        assert [event["winner"] for event in seen["events"]] == ["Ada", "Ada"]
        assert seen["records"] == {
            "most_events": "Ada",
            "events": 2,
            "most_wins": "Ada",
            "wins": 2,
            "largest": "Uno",
            "players": 4,
        }
        assert (await season.look("/csv")).decode("utf-8-sig").splitlines()[1] == "1,,Ada,Milano,2500"
        await season.send("undo", {"number": 3})
        assert [row["total"] for row in (await season.look())["standings"]] == ["2000", "1600", "1300", "1100"]
        changes = await season.look("/changes")
        assert [(one["number"], one["undone"]) for one in changes] == [(4, False), (3, True), (2, False), (1, False)]
        assert "Dueee" in changes[1]["text"]
        assert season.id in [one["id"] for one in await olga.get("/api/seasons")]


@together
async def test_standings_while_an_event_is_played(club: Server) -> None:
    """A running event counts with its current standings, without being stored, and can't be added before its end."""
    async with Browser(club.address, "Olga") as olga:
        season = await Seasons.open(olga)
        await season.send("events", {"event": await evening(olga, "Uno"), "kind": "A"})
        running = await evening(olga, "Dueee", over=False)
        assert "is not over" in (await season.send("events", {"event": running, "kind": "B"}, 400))["text"]
        assert (await season.look(running=running, kind="B"))["running"] == "Dueee"
        played = await evening(olga, "Treeee")
        live = await season.look(running=played, kind="B")
        assert [row["total"] for row in live["standings"]] == ["3000", "2400", "1950", "1650"]
        assert [row["total"] for row in (await season.look())["standings"]] == ["2000", "1600", "1300", "1100"]


@together
async def test_players_lists_and_duplicates(club: Server) -> None:
    """Lists go in completely or not at all, and once; duplicates merge; players have their clubs by year."""
    async with Browser(club.address, "Olga") as olga:
        season = await Seasons.open(olga, clubs="Bari")
        await season.send("events", {"event": await evening(olga, "Uno"), "kind": "A"})
        elsewhere = "Pos.;Nome;Cognome;Circolo\n1;Adele;Rossi;Bari\n2;Zoe;Neri;Bari\n".encode("cp1252")
        about: dict[str, Any] = {"name": "Open di Bari", "date": "2025-11-15", "kind": "B"}
        bad = elsewhere + b"x;Ugo;Blu;Bari\n;Ida;Blu;Bari\n"
        refused = await season.send("import/places", bad, **about)
        assert [(one["line"], one["column"]) for one in refused["problems"]] == [(4, "place"), (5, "")]
        assert not refused["stored"]
        preview = await season.send("import/places", elsewhere, preview="true", **about)
        assert (preview["separator"], preview["count"], preview["changes"], preview["stored"]) == (";", 2, 1, False)
        assert [one["column"] for one in preview["headings"]] == ["place", "name", "surname", "club"]
        assert len((await season.look())["events"]) == 1
        assert (await season.send("import/places", elsewhere, **about))["stored"]
        again = await season.send("import/places", elsewhere, **about)
        assert (again["changes"], again["stored"]) == (0, False)
        register = b"id,nome\n77,Ada\n77,Adele Rossi\n"
        assert (await season.send("import/members", register))["stored"]
        assert not (await season.send("import/members", register))["stored"]
        page = await season.look("/player", name="77")
        assert page["clubs"] == [{"club": "Bari", "years": "2025"}, {"club": "Milano", "years": "2026"}]
        assert (page["names"], page["standing"]["total"]) == (["Adele Rossi"], "3000")
        await season.send("merge", {"name": "Zoe Neri", "into": "Bruno"})
        assert (await season.look("/player", name="Bruno"))["names"] == ["Zoe Neri"]
        assert "cannot be one player" in (await season.send("merge", {"name": "Carla", "into": "Dino"}, 400))["text"]
        version = (await season.look())["version"]
        await season.send("undo", {"number": version})
        assert (await season.look("/player", name="Bruno"))["names"] == []
        inside = (await season.look(which="internal"))["standings"]
        assert [row["name"] for row in inside] == ["Dino", "Zoe Neri"]
        assert "Nobody called" in (await season.look("/player", 400, name="Nobody"))["text"]


@together
async def test_keys_and_files_of_a_season(club: Server) -> None:
    """Only the organiser's key changes a season; importing its file creates another, and an invalid file none."""
    async with Browser(club.address, "Olga") as olga:
        season = await Seasons.open(olga)
        await season.send("events", {"event": await evening(olga, "Uno"), "kind": "A"})
        stranger = Seasons(olga, season.id, "1-2")
        for path, body in (
            ("undo", {"number": 2}),
            ("settings", {"choices": {}}),
            ("merge", {"name": "A", "into": "B"}),
        ):
            assert (await stranger.send(path, body, 403))["code"] == "not_organiser"
        await stranger.look("/file", 403)
        file = await season.look("/file")
        headers = {"X-CSRF-Token": olga.csrf}
        made = (await olga.http.post("/api/seasons/upload", content=file, headers=headers)).json()
        copy = Seasons(olga, made["id"], made["key"])
        assert (await copy.look())["standings"] == (await season.look())["standings"]
        await copy.send("settings", {"choices": {"best": "1", "classes": "A:100"}})
        assert (await copy.look())["standings"][0]["total"] == "100"
        assert "best" in (await copy.send("settings", {"choices": {"best": "x"}}, 400))["text"]
        for broken in (b"", b"PK", file[: len(file) // 2].replace(b"kamchatka", b"other")):
            answer = await olga.http.post("/api/seasons/upload?lang=en", content=broken, headers=headers)
            assert (answer.status_code, answer.json()["text"]) == (400, "The file is no season.")
        assert (await Seasons(olga, "none", "").look(status=404))["code"] == "not_found"
