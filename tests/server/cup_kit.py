"""A server in this process whose cups follow a clock that the test sets."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from kamchatka.editions.tournament import PlayerResult
from kamchatka.server import clock
from kamchatka.server.club.keeping.event_store import own_id
from kamchatka.server.club.live import Doer
from kamchatka.server.cups import cups
from kamchatka.server.game_server import GameServer
from kamchatka.tournament.events.changes import TableReport
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.results.acceptance import accept
from tests.attacks.inside import Inside, running_inside
from tests.server.client import Browser, Json

START = datetime(2026, 11, 19, 19, 30, tzinfo=UTC).timestamp()
CUP = "quick-20261119-1930"
FILE = """
[[cup]]
id = "quick"
en = "Quick Cup"
it = "Coppa lampo"
edition = "modern"
time = "19:30"
rounds = 2
pause_minutes = 2
bot = "cautious"
points = [10, 7, 5]
options = { ending = "time_attack_cards", time_attack_reshuffles = 0, time_attack_extra_laps = 0 }
"""


class CupClock(clock.Clock):
    """The machine's clocks, with a time of day set by the test."""

    def __init__(self, now: float) -> None:
        self.now = now

    def wall(self) -> float:
        return self.now


class CupHouse:
    """A server with its clock, and helpers for tests."""

    def __init__(self, inside: Inside, time: CupClock) -> None:
        self.inside = inside
        self.time = time

    @property
    def server(self) -> GameServer:
        return self.inside.server

    def guest(self, name: str) -> Browser:
        """Return a guest with that name; the session begins with the block."""
        return Browser("http://test", name, app=self.inside.app)

    async def at(self, moment: float) -> None:
        """Set the time and run all steps that are due."""
        self.time.now = moment
        await self.server.cups.announce()
        while await self.server.cup_views.cup_store.due(moment):
            await self.server.cups.make_steps()

    async def event(self, id: str = CUP) -> Event:
        """Return the tournament of a cup."""
        return (await (await self.server.club.event(own_id(id))).read()).event

    async def end_round(self, id: str = CUP) -> None:
        """End all games of the last round: the first person or bot by number wins."""
        event = await self.event(id)
        last = event.rounds[-1]
        for table in last.tables:
            await self.server.tables.call_off(last.games[table.number])
            order = sorted(table.seats)
            report = TableReport(tuple(_line(seat, order.index(seat)) for seat in table.seats))
            change = accept(event, last.number, table.number, report)
            live = await self.server.club.event(own_id(id))
            await live.change(lambda now, _, new=change: [new], Doer("test"))  # type: ignore[misc]


def _line(entrant: int, rank: int) -> PlayerResult:
    return PlayerResult(entrant, objective="in_time") if rank == 0 else PlayerResult(entrant, 12 - rank)


@asynccontextmanager
async def cup_house(
    folder: Path, monkeypatch: pytest.MonkeyPatch, content: str = FILE, **settings: Any
) -> AsyncIterator[CupHouse]:
    """Start a server with this file's cups, an hour before the first. Its steps wait for the test."""
    monkeypatch.setattr(cups, "EVERY", 86_400.0)
    file, time = folder / "cups.toml", CupClock(START - 3600)
    file.write_text(content, encoding="utf-8")
    clock.use(time)
    async with running_inside(folder, cups=str(file), **settings) as inside:
        yield CupHouse(inside, time)


async def row_of(browser: Browser, id: str = CUP) -> Json:
    """Return the cup as its page shows it."""
    found: Json = (await browser.get(f"/api/cups/{id}?lang=en"))["cup"]
    return found
