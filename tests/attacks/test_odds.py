"""Odds requested by strangers are computed outside the event loop, within limits and the user's budget."""

import asyncio
from collections import Counter
from collections.abc import Callable

import httpx

from tests.attacks.victim import a_player_waits, memory
from tests.server.client import PATIENCE
from tests.server.running import Server
from tests.server.together import to_its_end

ASKED = 240  # requests, each about another battle
MOST = 300  # largest allowed number of armies
GROWTH = 150  # megabytes, of the server and its workers together


def test_large_battles_from_a_stranger(own_server: Callable[..., Server]) -> None:
    """During 240 large battles the player gets answers and memory stays bounded."""
    server = own_server()

    async def attack() -> Counter[int]:
        statuses = Counter[int]()
        async with httpx.AsyncClient(base_url=server.address, timeout=10 * PATIENCE, trust_env=False) as http:

            async def ask(n: int) -> None:
                question: dict[str, str | int] = {
                    "edition": "modern",
                    "attackers": MOST - n % 16,
                    "defenders": MOST - n // 16,
                }
                statuses[(await http.get("/api/odds", params=question)).status_code] += 1

            async with a_player_waits(server) as waits:
                before = memory(server)
                await asyncio.gather(*map(ask, range(ASKED)))
                grown = memory(server) - before
        print(f"odds: {dict(statuses)}, {waits}, memory +{grown} MB")
        assert grown < GROWTH
        return statuses

    statuses = to_its_end(attack())
    assert statuses[200] > 0
    assert set(statuses) <= {200, 429, 503}


def test_numbers_beyond_all_boxes_are_refused(own_server: Callable[..., Server]) -> None:
    """A thousand armies, or a number beyond any integer type, is refused at once with a message."""
    server = own_server()
    with httpx.Client(base_url=server.address, timeout=PATIENCE, trust_env=False) as http:
        for attackers, defenders in ((1000, 1000), (MOST + 1, 1), (1, 0), (-1, 5), (10**30, 1), (1, "9" * 5000)):
            answer = http.get("/api/odds", params={"edition": "modern", "attackers": attackers, "defenders": defenders})
            assert (answer.status_code, answer.json()["code"]) == (400, "malformed"), answer.text
        answer = http.get("/api/odds", params={"edition": "modern", "attackers": 8, "defenders": 5})
        assert round(answer.json()["wins"], 3) == 0.542


def test_who_has_spent_the_budget_waits(own_server: Callable[..., Server]) -> None:
    """After 100 ms of computing the same address has to wait; the player isn't affected."""
    server = own_server(work_a_minute="0.1")
    with httpx.Client(base_url=server.address, timeout=PATIENCE, trust_env=False) as http:
        statuses = list[int]()
        for n in range(MOST // 2):  # until the budget is spent, on any machine
            question: dict[str, str | int] = {
                "edition": "modern",
                "attackers": MOST - n,
                "defenders": MOST,
                "lang": "en",
            }
            answer = http.get("/api/odds", params=question)
            statuses.append(answer.status_code)
            if answer.status_code != 200:
                break
    print(f"odds after the budget: {statuses}")
    assert statuses[0] == 200
    assert statuses[-1] == 429
    assert "wait a minute" in answer.json()["text"]
