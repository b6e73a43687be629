"""No handler blocks the event loop: each callback is timed during a load run of all routes and some games."""

import asyncio
import json
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from examples.bot import choose
from kamchatka.editions import EDITIONS
from kamchatka.editions.tournament import PlayerResult
from kamchatka.tournament.events.changes import Drawn, DrawnTable, PlayerEntered, Reported, TableReport
from kamchatka.tournament.events.event_file import EventFile
from kamchatka.tournament.events.exchange import write_lines
from kamchatka.tournament.registration import new_event
from tests.attacks.test_replays import finished_game
from tests.server.client import PATIENCE, Browser
from tests.server.clubhouse import Desk
from tests.server.running import Server
from tests.server.together import to_its_end

MOST = 50.0  # milliseconds of computing for one callback
PLAYERS, ROUNDS, SEATS = 200, 4, 4  # milliseconds for the large event
GENEROUS = dict.fromkeys(("requests_a_minute", "logins_a_minute", "events_a_minute", "work_a_minute"), "100000")
BARE = ("me", "editions", "phrases", "tables", "presets", "events", "schema", "openapi.json", "words", "points")
ASKED = (
    "plan?entrants=64&final=4&sizes=4,5",
    "plan?entrants=1000&final=4&sizes=4,3,5",
    "closing?hands=1,2,3,4&playing=2&turns=200",
    "odds?edition=modern&attackers=300&defenders=300",
    "odds?edition=classic&attackers=20&defenders=20",
)


def large_event(folder: Path) -> bytes:
    """Return an event of many players and rounds, as a file to import."""
    file = EventFile.create(folder / "large.kam", new_event("Raduno", "evening", ["rounds=6"], "2026-11-16"))
    changes: list[PlayerEntered | Drawn | Reported] = [
        PlayerEntered(n, f"Player {n}", f"Club {n % 20}") for n in range(1, PLAYERS + 1)
    ]
    random, seats = Random(5), list(range(1, PLAYERS + 1))
    for round in range(1, ROUNDS + 1):
        random.shuffle(seats)
        tables = [DrawnTable(n // SEATS + 1, tuple(seats[n : n + SEATS])) for n in range(0, PLAYERS, SEATS)]
        changes.append(Drawn(round, "round", tuple(tables), round, "greedy"))
        changes += [Reported(round, one.number, _report(one, random)) for one in tables]
    file.add(changes)
    return write_lines(file.rows())


def _report(table: DrawnTable, random: Random) -> TableReport:
    return TableReport(tuple(PlayerResult(seat, random.randrange(10, 60)) for seat in table.seats))


async def play(browser: Browser, edition: str, actions: int) -> None:
    """Play as one person against bots of both kinds, with chat and odds requests."""
    async with browser.at(await browser.lay(edition, "mcr")) as seat:
        for _ in range(actions):
            scene = await seat.asked()
            if scene["result"]:
                break
            await seat.act(choose(scene["ask"]))
            await seat.say(type="resync")
            await seat.until("scene")
        await seat.say(type="say", text="Ciao!")
        await seat.say(type="ping")
        await seat.until("pong")


async def read_everything(browser: Browser, table: str) -> None:
    """Request every route that needs no key."""
    for language in ("it", "en"):
        for path in (*BARE, *ASKED, *(f"rulebook/{id}" for id in EDITIONS)):
            join = "&" if "?" in path else "?"
            answer = await browser.http.get(f"/api/{path}{join}lang={language}")
            assert answer.status_code == 200, (path, answer.text[:200])
        for path in ("", "/replay", "/journal"):
            assert (await browser.http.get(f"/api/tables/{table}{path}?lang={language}")).status_code == 200
    for one in await browser.get("/api/editions"):
        for board in one["boards"]:
            await browser.http.get(f"/api/boards/{board}")
    for path in ("/", "/healthz", "/readyz", "/api/mine", "/nowhere"):
        await browser.http.get(path)


async def run_a_tournament(browser: Browser, large: bytes) -> None:
    """Import, view and print a large event; draw and report a small one."""
    headers = {"X-CSRF-Token": browser.csrf}
    made = await browser.http.post("/api/events/upload", content=large, headers=headers, timeout=10 * PATIENCE)
    assert made.status_code == 201, made.text
    desk = Desk(browser, made.json()["id"], made.json()["key"])
    async with desk.socket() as socket:
        await socket.hear()
        await desk.look("desk")
        for path in ("csv/entrants", "csv/results", "csv/standings", "sheets/tables", "sheets/scores", "file"):
            answer = await browser.http.get(
                f"/api/events/{desk.id}/{path}", headers={"X-Event-Key": desk.key}, timeout=10 * PATIENCE
            )
            assert answer.status_code == 200, answer.text[:200]
        await desk.send("entrants", {"name": "Late"})
        await socket.hear()
    small = await Desk.open(browser)
    await small.send("import/entrants", "\n".join(["name", *(f"P{n}" for n in range(24))]).encode())
    first = await small.round()
    await small.report(first, 1, 50, 30, 20, 10)
    await browser.get(f"/api/ratings?events={small.id},{desk.id}")


def worst_callbacks(server: Server, path: Path) -> dict[str, float]:
    """Return the longest callbacks since the last call, in milliseconds, by name."""
    assert server.process is not None
    path.unlink(missing_ok=True)
    os.kill(server.process.pid, signal.SIGUSR1)
    until = time.monotonic() + PATIENCE
    while not path.exists() and time.monotonic() < until:
        time.sleep(0.05)
    found: dict[str, float] = json.loads(path.read_text())
    return found


def test_no_handler_holds_the_loop(own_server: Callable[..., Server], tmp_path: Path) -> None:
    """During a mixed load with empty caches no step of any handler computes for 50 ms."""
    path = tmp_path / "worst.json"
    server = own_server(program="tests.attacks.watched", watched=str(path), **GENEROUS)
    large = large_event(tmp_path)
    assert worst_callbacks(server, path)  # callbacks are timed from here; start-up isn't a handler

    async def crowd() -> None:
        async with Browser(server.address, "Ada") as ada, Browser(server.address, "Olga") as olga:
            table = await finished_game(ada)
            playing = [play(ada, edition, 12) for edition in EDITIONS]
            await asyncio.gather(*playing, read_everything(olga, table), run_a_tournament(olga, large))

    to_its_end(crowd())
    worst = worst_callbacks(server, path)
    for name, took in sorted(worst.items(), key=lambda one: -one[1])[:12]:
        print(f"{took:7.1f} ms  {name}")
    assert {name: took for name, took in worst.items() if took > MOST} == {}
