"""A server sends no untranslated word to a client that asks for the pseudo-language."""

import asyncio
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from examples.bot import choose
from kamchatka import EDITIONS
from tests.pseudo import CODE, left
from tests.server.client import Browser, Json, Seat
from tests.server.clubhouse import Desk, line
from tests.server.running import Server
from tests.server.together import together

ACTIONS = 40  # actions of a person at each edition's table
BOTS = ("Vega", "Rigel", "Mira", "Altair", "Deneb", "Sirio")
PEOPLE = ("Б", "Г", "Д", "Ж")  # their names can't be mistaken for English words
# Fields that programs read. All others are for people.
PROGRAMS = frozenset(
    {
        "events",
        "action",
        "fields",
        "look",
        "glyphs",
        "zone_places",
        "links",
        "commitment",
        "csrf",
        "codes",
        "lines",
        "needs",
    }
)
IDS = frozenset(
    re.findall(
        r"\w+",
        """id type act kind code status phase edition preset format method stage pace bot colour colour_id board boards
        clause option at style attack value values tour verbs place places card cards piece pieces marks source target
        pairs per phrase nonce key game date rule default paint sea closed_lanes rest""",
    )
)
NAMES = (*BOTS, "Serata", "Milano", "Roma", "Torino", "Bari", "list.csv", "greedy")  # given by people and programs


@pytest.fixture(scope="module")
def server(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a server that finds the language as it would find an operator's own."""
    home = tmp_path_factory.mktemp("server")
    running = Server(
        str(home / "games.db"),
        home / "log",
        texts=str(folder),
        requests_a_minute="100000",
        events_a_minute="100000",
        messages_a_second="1000",
    ).start()
    yield running
    running.stop()


def strings(node: Any, at: str, key: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text for people in a message, with its path of keys."""
    if isinstance(node, dict):
        for name, below in node.items():
            if name not in PROGRAMS and not (name == "name" and "title" in node):  # with a title, the name is an id
                yield from strings(below, f"{at}.{name}", name)
    elif isinstance(node, list):
        for below in node:
            yield from strings(below, at, key)
    elif isinstance(node, str) and key not in IDS:
        yield at, node


def plain(node: Any, at: str, *allowed: str) -> set[str]:
    """Return the texts that contain an untranslated word, with their paths."""
    return {f"{path}: {text}" for path, text in strings(node, at) if left(text, *allowed)}


async def played(seat: Seat, actions: int) -> None:
    """Answer this number of questions, or fewer if the seat is eliminated while others play on."""
    for _ in range(actions):
        while not seat.scene or not seat.scene["ask"]:
            await seat.until("scene", "moved")
            if seat.scene["result"] or not seat.scene["seats"][seat.scene["you"]]["alive"]:
                return
        scene = seat.scene
        said = await seat.act(choose(scene["ask"]))
        while said["type"] == "problem" and said["code"] != "too_many":  # the answer to the previous message
            said = await seat.until("done", "stale", "problem")
        if said["type"] == "problem":
            await asyncio.sleep(0.3)  # the limit of messages: the server said `too_many`
            continue
        assert said["type"] in ("done", "stale"), said
        seat.scene = {}


@pytest.mark.parametrize("edition", EDITIONS)
@together
async def test_a_table(server: Server, edition: str) -> None:
    """Scenes, moves, the log, questions, refusals and reasons, chat and errors are translated."""
    random.seed(edition)
    async with Browser(server.address, "Я") as browser:
        table = await browser.lay(edition, "mbbb")
        async with browser.at(table, lang=CODE) as seat:
            await seat.asked()
            pass_action: Json = {"act": "pass"}
            await seat.act(pass_action, after=0)
            await seat.act({"act": "attack", "source": "Ω", "target": "Ω", "dice": 1})
            await seat.say(type="why", act=pass_action, nonce="w")
            await seat.say(type="say", phrase="hello")
            await seat.say(type="say", phrase="Ω")
            await seat.say(type="language", language="Ω")
            seat.scene = {}
            await seat.say(type="resync")
            await played(seat, ACTIONS)
        heard = [json.loads(message) for message in seat.heard]
        listed = await browser.get(f"/api/mine?lang={CODE}")
    assert {"scene", "moved", "problem", "said", "why", "done"} <= {one["type"] for one in heard}
    found = [plain(one, one["type"], CODE, *BOTS) for one in (*heard, {"type": "mine", "rows": listed})]
    assert set[str]().union(*found) == set()


@together
async def test_refusals(server: Server) -> None:
    """Refusals by a rule, and the text of the rule, are translated."""
    async with Browser(server.address, "Ю") as browser:
        table = await browser.lay("modern", "mbb")
        async with browser.at(table, lang=CODE) as seat:
            await seat.asked()
            refused = await seat.act({"act": "pass"})
    assert refused["type"] == "refused"
    assert plain(refused, "refused") == set()


@together
async def test_what_can_be_looked_up(server: Server) -> None:
    """Editions with pages and options, booklets, quick phrases, presets and errors are translated."""
    async with Browser(server.address, "Э") as browser:
        for edition in EDITIONS:
            assert plain(await browser.get(f"/api/rulebook/{edition}?lang={CODE}"), edition) == set()
        assert plain(await browser.get(f"/api/editions?lang={CODE}"), "editions") == set()
        assert plain(await browser.get(f"/api/phrases?lang={CODE}"), "phrases") == set()
        ready = await browser.get(f"/api/presets?lang={CODE}")
        assert plain(ready, "presets", "modern", "classic") == set()
        assert [one["source"] for one in ready if left(one["source"], "kamchatka")] == []
        for path in ("/api/tables/Ω", "/api/rulebook/Ω", "/api/events/Ω", "/api/boards/Ω"):
            answer = await browser.http.get(f"{path}?lang={CODE}")
            assert answer.status_code >= 400
            assert plain(answer.json(), path, *EDITIONS) == set()


@together
async def test_an_event(server: Server) -> None:
    """An event's entries, draws, results, standings with reasons, desk, trail and errors are translated."""
    async with Browser(server.address, "Ж") as browser:
        desk = await Desk.open(browser, rounds="1")
        await desk.enter(*PEOPLE, *(2 * name for name in PEOPLE))
        first = await desk.round(method="greedy")
        refused = [
            await desk.send("entrants", {"name": PEOPLE[0]}, 400, lang=CODE),
            await desk.send("rounds/7/clock", {"running": True}, 400, lang=CODE),
            await desk.send("draw", {"seed": 1}, 400, lang=CODE),
            await desk.send("undo", {"entries": [1]}, 400, lang=CODE),
            await desk.send("rounds/1/tables/2/result", {"lines": [line(1, 99)], "after": 99}, 400, lang=CODE),
            await desk.holding("x").send("entrants", {"name": "Ψ"}, 403, lang=CODE),
        ]
        await desk.report(first, 1, "objective", 40, 30, "out")
        await desk.report(first, 2, 31, 30, 20, 10)
        await desk.send("import/results", "player,round,table,points\nБ,1,1,9,9\n".encode())
        asked, held = {"lang": CODE}, {"X-Event-Key": desk.key}
        seen = [
            await browser.get(f"/api/events/{desk.id}?lang={CODE}"),
            (await browser.http.get(f"/api/events/{desk.id}/desk", params=asked, headers=held)).json(),
            await browser.get(f"/api/plan?entrants=64&lang={CODE}"),
        ]
    assert seen[1]["questions"]
    found = [
        plain(one, "event", "Serata", "greedy", "list.csv", "Milano", "Roma", "Torino", "Bari")
        for one in (*refused, *seen)
    ]
    assert set[str]().union(*found) == set()
