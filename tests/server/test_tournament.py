"""Tournaments over HTTP and sockets: an event from its first entry to its standings, seen live by all clients."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from kamchatka.server.settings import ServerSettings, sqlite_url
from tests.server.client import Browser, Json, Seat
from tests.server.clubhouse import Desk
from tests.server.running import Server
from tests.server.together import together

EIGHT = ("Ada", "Bruno", "Carla", "Dino", "Elsa", "Fabio", "Gina", "Ivo")


def test_the_folder_is_beside_the_database_unless_said() -> None:
    assert ServerSettings(database=sqlite_url(Path("x/club.db"))).events_folder == Path("x/club-events")
    assert ServerSettings(database="postgresql+asyncpg://host/name").events_folder == Path("kamchatka-events")
    assert ServerSettings(events="y").events_folder == Path("y")


@together
async def test_an_event_from_entries_to_the_final(club: Server) -> None:
    """A round, semifinals and a final are played; the standings explain the order."""
    async with Browser(club.address, "Olga") as olga:
        desk = await Desk.open(olga, rounds="1", minutes="75")
        assert (await desk.event())["phase"] == "entries"
        await desk.enter(*EIGHT)
        first = await desk.round()
        seen = await desk.event()
        assert (seen["phase"], seen["minutes"], first["title"]) == ("playing", 75, "Round 1")
        assert sorted(seat for table in first["tables"] for seat in table["seats"]) == list(range(1, 9))
        await desk.report(first, 1, "objective", 40, 30, "out")
        await desk.report(first, 2, 60, 40, 30, 20)
        seen = await desk.event()
        assert seen["phase"] == "between"
        assert (seen["next"]["title"], seen["next"]["sizes"]) == ("Semifinal", [4, 4])
        assert seen["standings"][0]["total"] == "150"
        assert "victory prize" in seen["rounds"][0]["tables"][0]["scores"][0]["how"]
        for _ in range(2):
            last = await desk.round()
            for table in last["tables"]:
                await desk.report(last, table["number"], 20, 30, 40, 50)
        seen = await desk.event()
        assert (seen["phase"], seen["next"]["title"]) == ("over", "")
        assert "over" in seen["next"]["missing"]
        assert seen["placings"][0]["entrant"] == seen["rounds"][-1]["tables"][0]["seats"][3]
        assert "final" in seen["placings"][0]["how"]
        assert "Only the last round" in (await desk.send("rounds/1/online", status=400))["text"]
        assert "have a result" in (await desk.send("rounds/3/online", status=400))["text"]


@together
async def test_everybody_sees_changes_as_they_happen(server: Server) -> None:
    """Each change reaches every socket in its language."""
    async with Browser(server.address, "Olga") as olga:
        desk = await Desk.open(olga)
        async with desk.socket("en") as english, desk.socket("it") as italian:
            assert (await english.until("event"))["entrants"] == []
            await italian.until("event")
            await desk.enter("Ada")
            heard = await event_with_players(italian, "Ada")
            assert heard["next"]["missing"].startswith("1 giocatore non riempie")
            await event_with_players(english, "Ada")


@pytest.mark.sqlite
@together
async def test_changes_of_the_command_line_are_seen_too(server: Server) -> None:
    """The command changes the same file while the server has it open."""
    async with Browser(server.address, "Olga") as olga:
        desk = await Desk.open(olga)
        await desk.enter("Ada")
        async with desk.socket("en") as english:
            file = server.folder / f"{desk.id}.kam"
            command = [sys.executable, "-m", "kamchatka.cli", "tournament", "enter", str(file), "Bruno"]
            await asyncio.to_thread(subprocess.run, command, check=True, env=server.environment)
            heard = await event_with_players(english, "Ada", "Bruno")
    assert heard["version"] == 3


async def event_with_players(screen: Seat, *names: str) -> Json:
    """Return the event once these players are in it; an older version may arrive first."""
    heard = await screen.until("event")
    while [one["name"] for one in heard["entrants"]] != [*names]:
        heard = await screen.until("event")
    return heard
