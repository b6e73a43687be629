"""Today's server opens the databases of every version: all users return, and every game continues."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest

from kamchatka.journal import parse
from kamchatka.proof import prove
from tests.server.client import Browser
from tests.server.clubhouse import Desk
from tests.server.running import Server
from tests.server.test_backup import kamchatka
from tests.server.together import to_its_end
from tests.stored.databases import NEWEST, STORED, Stored, database_title
from tests.stored.honesty import is_as_told
from tests.stored.make_databases import FREELY
from tests.stored.make_house import Evening, alter
from tests.stored.shelf import Json
from tests.stored.tables import Laid

A_FEW = 3
MORE = 8  # actions that an unfinished game is played on
HOUR = 3600.0  # far more than a test takes, far less than the age of the stored files
NEVER = 1 << 52  # milliseconds


@pytest.fixture(params=STORED, ids=database_title)
def stored(request: pytest.FixtureRequest) -> Stored:
    """Yield each stored database."""
    database: Stored = request.param
    return database


@pytest.fixture
def server(stored: Stored, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    """Return today's server, not yet started, with a copy of the database whose sessions haven't expired."""
    address = stored.unpack(request, tmp_path)
    running = Server(address, tmp_path / "log", events=str(stored.events(tmp_path)), **FREELY)
    to_its_end(alter(running, "UPDATE sessions SET expires = :never", never=NEVER))
    yield running
    running.stop()


def test_everybody_comes_back_and_every_game_goes_on(stored: Stored, server: Server) -> None:
    """The database is upgraded with all its content, and the evening continues."""
    server.start()
    to_its_end(_visit(stored, server))
    assert [line for line in server.log.read_text().splitlines() if '"level": "error"' in line] == []


@pytest.mark.parametrize("stored", [one for one in STORED if one not in NEWEST], indirect=True, ids=database_title)
def test_an_upgrade_in_place_can_be_backed_up_and_restored(stored: Stored, server: Server, tmp_path: Path) -> None:
    """The procedure of docs/operations.md works: upgrade, back up, lose the machine, restore elsewhere, serve."""
    restored = Server(str(tmp_path / "new" / "games.db"), server.log, events=str(tmp_path / "new" / "events"), **FREELY)
    server.start()
    backup = tmp_path / "backup"
    assert "All of it was read again" in kamchatka(server, "backup", backup, "--database", server.database)
    server.kill()
    kamchatka(restored, "restore", backup, "--database", restored.database)
    restored.start()
    try:
        to_its_end(_visit(stored, restored))
    finally:
        restored.stop()


async def _visit(stored: Stored, server: Server) -> None:
    house = stored.house
    async with AsyncExitStack() as stack:
        people = {
            name: await stack.enter_async_context(comes_back(server, house["people"][name])) for name in house["people"]
        }
        visit = Visit(stored, Evening(server, people))
        await visit.accounts_and_tokens()
        await visit.lists()
        await visit.remarks()
        await visit.clocks()
        await visit.finished()
        await visit.events()
        await visit.unfinished()
        await visit.hosted_game_ends()
        await visit.waiting()


def comes_back(server: Server, person: Json) -> Browser:
    """Return a client with a user's cookie of that evening."""
    browser = Browser(server.address, "")
    browser.http.cookies.update(person["cookies"])
    return browser


def persons(table: Json) -> list[str]:
    """Return the names of the people at a table who play under their own name at their own screen."""
    seats = zip(table["seats"], table["kinds"], strict=True)
    return [seat["name"] for seat, kind in seats if kind == "person" and not seat["kept"]]


def is_kept(table: Json) -> bool:
    """Return whether it is a table of a tournament."""
    return any(seat["kept"] for seat in table["seats"])


class Visit:
    """Check what was stored, and then play on."""

    def __init__(self, stored: Stored, evening: Evening) -> None:
        self.stored = stored
        self.evening = evening
        self.house = stored.house
        self.tables: dict[str, Json] = self.house["tables"]
        self.people, self.ada = evening.people, evening.ada
        evening.names = {id: table["name"] for id, table in self.tables.items()}

    def table(self, name: str, status: str = "") -> tuple[str, Json]:
        """Return the table of that name, and its recorded data."""
        return next(
            (id, one) for id, one in self.tables.items() if one["name"] == name and status in ("", one["status"])
        )

    def some(self, status: str) -> list[tuple[str, Json]]:
        """Return tables of that status, without rounds in progress; only a few of them for an old revision."""
        left = [] if status == "over" else [id for id, one in self.tables.items() if is_kept(one)]
        found = [(id, one) for id, one in self.tables.items() if one["status"] == status and id not in left]
        return found if self.stored in NEWEST else found[:: len(found) // A_FEW]

    # -------------------------------------------------------------- looking
    async def accounts_and_tokens(self) -> None:
        """Check that cookies, passwords and tokens give the same access."""
        address = self.evening.server.address
        for name, person in self.house["people"].items():
            me = await self.people[name].get("/api/me")
            assert (me["name"], me["guest"]) == (name, person["guest"])
            bearer = {"authorization": f"Bearer {person['token']}"}
            async with httpx.AsyncClient(base_url=address, trust_env=False, headers=bearer) as program:
                assert (await program.get("/api/me")).json()["name"] == name
            if not person["guest"]:
                async with Browser(address, "") as again:
                    form = {"name": name.lower(), "password": person["password"]}
                    assert (await again.post("/api/login", form))["name"] == name
                    again.csrf = (await again.get("/api/me"))["csrf"]
                    assert (await again.post("/api/login", {**form, "password": "wrong horse"}, 401))["code"]

    async def lists(self) -> None:
        """Check that every table is in its list with its people, and private tables only in their owners' lists."""
        for name, browser in self.people.items():
            rows = {row["id"]: row for row in (await browser.get("/api/mine"))["tables"]}
            assert {id for id, one in self.tables.items() if name in persons(one)} <= rows.keys()
            for id, row in rows.items():
                self._is_row(row, self.tables[id])
        public = {row["id"] for row in (await self.ada.get("/api/tables"))["tables"]}
        private = {id for id, one in self.tables.items() if one["agreed"]["private"]}
        assert public == {id for id, one in self.tables.items() if one["status"] != "over"} - private

    def _is_row(self, row: Json, expected: Json) -> None:
        assert (row["status"], row["round"], row["created"]) == tuple(
            expected[part] for part in ("status", "round", "created")
        )
        assert row["edition"] == expected["agreed"]["edition"]
        assert [seat["kind"] for seat in row["seats"]] == expected["kinds"]
        assert [seat["name"] for seat in row["seats"]] == [seat["name"] for seat in expected["seats"]]

    async def remarks(self) -> None:
        """Check that old chat is shown, except to users who have muted its author."""
        for id, table in ((id, one) for id, one in self.tables.items() if one["talk"]):
            for name, deaf in (("Ada", ""), ("Bruno", "Carla")):
                due = [[who, seat, text] for who, seat, text, phrase in table["talk"] if who != deaf and not phrase]
                async with self.people[name].at(id) as seat:
                    heard = [await seat.until("said") for _ in [one for one in table["talk"] if one[0] != deaf]]
                assert [[one["name"], one["seat"], one["text"]] for one in heard if not one["phrase"]] == due
                assert [one["phrase"] for one in heard if one["phrase"]] == [one[3] for one in table["talk"] if one[3]]

    async def clocks(self) -> None:
        """Check that clocks continue from their stored value, or from the last move."""
        for name in ("Over days", "Two hours each"):
            id, table = self.table(name)
            since = (table["clock"] if self._notes_clocks else table["played"]) - table["played"]
            async with self.ada.at(id) as seat:
                scene = await seat.until("scene")
            (asked,) = [one["clock"] for one in scene["seats"] if one["clock"] and one["clock"]["running"]]
            left = table["agreed"]["clock"]["seconds"] - since
            assert asked["per"] == table["agreed"]["clock"]["per"]
            assert left - HOUR < asked["left"] <= left
        id, table = self.table("Against time")
        async with self.ada.at(id) as seat:
            scene = await seat.until("scene")
        assert scene["clock"]["per"] == "table"
        assert 90 * 60 - table["played"] - HOUR < scene["clock"]["left"] <= 90 * 60 - table["played"]

    @property
    def _notes_clocks(self) -> bool:
        return self.stored.revision > "0001"

    async def finished(self) -> None:
        """Check that a finished game is shown from its first die to its end."""
        for id, table in self.some("over"):
            replay = await self.ada.get(f"/api/tables/{id}/replay?lang=en")
            assert len(replay["steps"]) == table["journal"]["entries"]
            assert replay["proof"]["key"] == table["key"]
            assert len(replay["proof"]["draws"]) == table["journal"]["draws"]
            assert list(replay["result"]["winners"]) == table["journal"]["winners"]
            assert replay["steps"][-1]["log"]

    async def events(self) -> None:
        """Check that tournaments have the same standings, and that their keys work."""
        for id, event in self.house["events"].items():
            desk = Desk(self.people["Olga"], id, event["key"])
            seen = await desk.event()
            assert (seen["name"], seen["version"]) == (event["name"], event["version"])
            assert [one["entrant"] for one in seen["standings"]] == [one["entrant"] for one in event["standings"]]
            assert [one["total"] for one in seen["standings"]] == [one["total"] for one in event["standings"]]
            assert (await desk.look("desk"))["codes"] == event["codes"]

    # -------------------------------------------------------------- going on
    async def unfinished(self) -> None:
        """Check that users are asked the same as before; then they play on, call the game off, and it is verified."""
        for id, table in self.some("playing"):
            await self._goes_on(id, table, tuple(name for name in persons(table) if name != "Ada"))

    async def _goes_on(self, id: str, table: Json, guests: tuple[str, ...]) -> None:
        before = table["journal"]["entries"]
        async with self.ada.at(id) as seat:
            scene = await seat.until("scene")
        assert (scene["version"], scene["awaited"]) == (before, table["journal"]["awaited"])
        assert scene["table"]["commitment"] == table["journal"]["commitment"]
        await self.evening.play(id, Laid(table["name"], "", "", guests, before + MORE))
        if (await self.ada.get(f"/api/tables/{id}"))["status"] == "playing":
            await self.evening.stop(id, "Ada", *guests)
        kept = parse((await self.ada.http.get(f"/api/tables/{id}/journal")).content, id)
        assert kept.match.is_over
        assert len(kept.match.entries) > before
        is_as_told(f"{self.stored.name}/{id}", prove(kept))

    async def hosted_game_ends(self) -> None:
        """Check that a table of a tournament that is called off now asks its organiser for the result."""
        id, _ = self.table("Being played here")
        event = next(id for id, event in self.house["events"].items() if event["name"] == "Being played here")
        desk = Desk(self.people["Olga"], event, self.house["events"][event]["key"])
        async with desk.socket() as socket:
            assert (await socket.until("event"))["waiting"] == 0
            await self.evening.stop(id, "Ada")
            async with asyncio.timeout(HOUR):
                while not (await socket.until("event"))["waiting"]:
                    pass
        await desk.report((await desk.event())["rounds"][0], 1, 31, 24, 17, 9)
        assert (await desk.event())["waiting"] == 0

    async def waiting(self) -> None:
        """Check that waiting tables begin: when they are full, when the host starts them, and for a rematch."""
        id, table = self.table("Who comes?")
        for name in ("Bruno", "Carla", "Dino"):
            assert (await self.ada.get(f"/api/tables/{id}"))["status"] == "waiting"
            await self.people[name].post(f"/api/tables/{id}/join")
        between, _ = self.table("Between us")
        await self.ada.post(f"/api/tables/{between}/start")
        over, table = self.table("Called off", "over")
        assert (await self.people["Bruno"].post(f"/api/tables/{over}/rematch"))["id"] == table["rematch"]
        for begun in (id, between, table["rematch"]):
            assert (await self.ada.get(f"/api/tables/{begun}"))["status"] == "playing"
            async with self.ada.at(begun) as seat:
                assert (await seat.until("scene"))["version"] >= 1
