"""Replays for strangers: a worker computes each one once; later requests read it from memory."""

import asyncio
from collections import Counter
from collections.abc import Callable

import httpx

from tests.attacks.victim import a_player_waits, memory
from tests.server.client import PATIENCE, Browser
from tests.server.running import Server
from tests.server.together import to_its_end

ASKED = 100


async def finished_game(browser: Browser) -> str:
    """Return a game against bots that was ended early and so has a replay."""
    table = await browser.lay("modern", "mrrr")
    async with browser.at(table) as seat:
        await seat.until("scene")
        await browser.post(f"/api/tables/{table}/stop", {"stop": True})
        while not seat.scene["result"]:
            await seat.until("scene", "moved")
    return table


def test_one_replay_asked_for_again_and_again(own_server: Callable[..., Server]) -> None:
    """A replay is requested a hundred times at once: the player gets answers, and all replays are equal."""
    server = own_server()

    async def attack() -> None:
        statuses, replays = Counter[int](), set[bytes]()
        async with Browser(server.address, "Ada") as ada:
            table = await finished_game(ada)
            async with httpx.AsyncClient(base_url=server.address, timeout=10 * PATIENCE, trust_env=False) as http:

                async def ask() -> None:
                    answer = await http.get(f"/api/tables/{table}/replay")
                    statuses[answer.status_code] += 1
                    if answer.status_code == 200:
                        replays.add(answer.content)

                async with a_player_waits(server) as waits:
                    before = memory(server)
                    await ask()
                    await asyncio.gather(*(ask() for _ in range(ASKED)))
                    grown = memory(server) - before
                plain = await http.get(f"/api/tables/{table}/replay", headers={"Accept-Encoding": "identity"})
        print(f"replays: {dict(statuses)}, {waits}, memory +{grown} MB")
        assert statuses == {200: ASKED + 1}
        assert replays == {plain.content}
        assert grown < 150

    to_its_end(attack())
