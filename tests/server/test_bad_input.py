"""Bad input gets a clear error code and a log line, and affects no other client."""

import asyncio
import json
import secrets
from collections.abc import Callable

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from examples.bot import choose
from tests.server.client import Browser, Seat
from tests.server.running import Server
from tests.server.together import to_its_end, together

MALFORMED = [
    "",
    "no json",
    "[]",
    "null",
    '"act"',
    "{}",
    '{"type": "cheat"}',
    '{"type": "act"}',
    '{"type": "act", "act": {"act": "pass"}, "after": 1, "nonce": "x", "seat": 2}',  # never a seat from the message
    '{"type": "act", "act": {"act": "pass", "as": 2}, "after": 1, "nonce": "x"}',
    '{"type": "act", "act": {"act": "place", "place": 7}, "after": 1, "nonce": "x"}',
    '{"type": "act", "act": {"act": "pass"}, "after": -1, "nonce": "x"}',
    '{"type": "act", "act": {"act": "pass"}, "after": 1, "nonce": ""}',
    '{"type": "act", "act": {"act": "pass"}, "after": 1, "nonce": "' + "x" * 65 + '"}',
    '{"type": "say", "text": "' + "x" * 301 + '"}',
    '{"type": "language", "language": "tlh"}',
]


@pytest.mark.parametrize("message", MALFORMED)
@together
async def test_what_is_no_message_is_refused_and_the_game_goes_on(server: Server, message: str) -> None:
    async with Browser(server.address, "Ada") as ada:
        table = await ada.lay(seats="mrr")
        async with ada.at(table) as seat:
            scene = await seat.asked()
            await seat.socket.send(message)
            trouble = await seat.until("problem")
            assert trouble["code"] == "malformed"
            assert trouble["text"]
            assert (await seat.act(choose(scene["ask"])))["type"] == "done"


async def closed(seat: Seat) -> int:
    """Listen until the socket is closed and return its close code."""
    try:
        while True:
            await seat.hear()
    except ConnectionClosed as gone:
        return gone.rcvd.code if gone.rcvd else 0


@together
async def test_binary_and_oversized_messages(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada:
        table = await ada.lay(seats="mrr")
        async with ada.at(table) as seat:
            await seat.asked()
            await seat.socket.send(b"\x00\x01")
            assert (await seat.until("problem"))["code"] == "malformed"
        for size in (5_000, 1_000_000):
            async with ada.at(table) as seat:
                await seat.asked()
                await seat.socket.send(json.dumps({"type": "say", "text": "x" * size}))
                assert await closed(seat) == 1009
        async with ada.at(table) as seat:
            assert (await seat.asked())["ask"]


@together
async def test_absurd_numbers_and_referees_verbs_are_refused(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada:
        table = await ada.lay(seats="mrr")
        async with ada.at(table) as seat:
            scene = await seat.asked()
            for action in (
                {"act": "place", "place": "alaska", "armies": 1 << 70},
                {"act": "stop"},
                {"act": "time_up"},
                {"act": "place", "place": "alaska", "armies": -3},
                {"act": "place", "place": "alaska", "armies": 10**12},
            ):
                assert (await seat.act(action))["type"] in ("refused", "problem")
            await seat.say(type="resync")
            assert (await seat.until("scene"))["version"] == scene["version"]


@together
async def test_who_does_not_sit_there_cannot_act(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada, Browser(server.address, "Eve") as eve:
        table = await ada.lay(seats="mrr")
        async with ada.at(table) as seat, eve.at(table) as watching, Browser(server.address, "") as nobody:
            scene = await seat.asked()
            await watching.until("scene")
            for message in (
                {"type": "act", "act": choose(scene["ask"]), "after": scene["version"], "nonce": "x"},
                {"type": "why", "act": {"act": "pass"}, "nonce": "y"},
                {"type": "sit", "seat": 0},
                {"type": "back"},
            ):
                await watching.say(**message)
                assert (await watching.until("problem"))["code"] == "not_seated"
            for path in ("leave", "stop"):
                assert (await eve.post(f"/api/tables/{table}/{path}", {}, 403))["code"] == "not_seated"
            async with nobody.at(table) as stranger:
                await stranger.until("scene")
                await stranger.say(type="say", text="hello")
                assert (await stranger.until("problem"))["code"] == "not_known"
            assert (await seat.act(choose(scene["ask"])))["type"] == "done"


@together
async def test_guessed_ids_and_tokens_find_nothing(server: Server) -> None:
    async with Browser(server.address, "Eve") as eve:
        for guess in (secrets.token_urlsafe(16), "1", "..", "%00", "'; drop table tables; --", "a" * 500):
            assert (await eve.http.get(f"/api/tables/{guess}")).status_code in (404, 200)
            answer = await eve.http.get(f"/api/tables/{guess}/journal")
            assert answer.status_code == 404
        async with eve.at(secrets.token_urlsafe(16)) as seat:
            assert (await seat.until("problem"))["code"] == "not_found"
            assert await closed(seat) == 4404
    async with httpx.AsyncClient(base_url=server.address, trust_env=False) as program:
        program.headers["authorization"] = f"Bearer {secrets.token_urlsafe(32)}"
        refused = await program.post("/api/tokens", json={"label": "x"})
        assert (refused.status_code, refused.json()["code"]) == (401, "not_known")
        assert (await program.get("/api/mine")).json()["code"] == "not_known"


@together
async def test_requests_that_are_no_requests(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada:
        headers = {"X-CSRF-Token": ada.csrf}
        for body, status, code in (
            (b"{", 400, "malformed"),
            (b"\xff\xfe", 400, "malformed"),
            (b"[]", 400, "malformed"),
            (b'{"label": "x", "more": 1}', 400, "malformed"),
            (b'{"label": "' + b"x" * 70_000 + b'"}', 413, "too_large"),
        ):
            answer = await ada.http.post(
                "/api/tokens", content=body, headers={**headers, "content-type": "application/json"}
            )
            assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert (await ada.http.get("/api/no/such/thing")).json()["code"] == "not_found"
        assert (await ada.http.put("/api/tokens", headers=headers)).status_code == 405
        page = await ada.http.get("/../../pyproject.toml")
        assert b"importlinter" not in page.content
        assert "script-src 'self';" in page.headers["content-security-policy"]


@together
async def test_another_sites_page_cannot_open_our_sockets(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada:
        table = await ada.lay(seats="mrr")
        seat = ada.at(table)
        seat.headers["Origin"] = "https://elsewhere.example"
        async with seat:
            assert (await seat.until("problem"))["code"] == "csrf"
            assert await closed(seat) == 4403


@together
async def test_a_flood_ends_the_flooders_socket_and_no_other(own_server: Callable[..., Server]) -> None:
    server = own_server()
    async with Browser(server.address, "Ada") as ada, Browser(server.address, "Eve") as eve:
        table = await ada.lay(seats="mrr")
        async with ada.at(table) as seat, eve.at(table) as flood:
            scene = await seat.asked()
            await flood.until("scene")
            try:
                for _ in range(500):
                    await flood.say(type="ping")
            except ConnectionClosed:
                pass
            assert await closed(flood) == 4429
            assert (await seat.act(choose(scene["ask"])))["type"] == "done"
    assert '"too_many"' in server.log.read_text()


def test_a_thousand_connections_from_one_address(own_server: Callable[..., Server]) -> None:
    to_its_end(_thousand(own_server(connections_per_address="20", requests_a_minute="30")))


async def _thousand(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada:
        table = await ada.lay(seats="mrr")
        async with ada.at(table) as seat:
            scene = await seat.asked()
            address = f"{server.address.replace('http', 'ws')}/ws/tables/{table}"
            refused = 0
            opened = []
            for _ in range(50):  # twenty at a time, within this machine's limit of open files
                batch = await asyncio.gather(*(connect(address, proxy=None, open_timeout=60) for _ in range(20)))
                opened += batch
                for socket in batch:
                    first = json.loads(await asyncio.wait_for(socket.recv(), 60))
                    refused += first.get("code") == "too_many"
            assert refused == 1000 - 19
            assert (await seat.act(choose(scene["ask"])))["type"] == "done"
            for socket in opened:
                await socket.close()
        answers = await asyncio.gather(*(ada.http.get("/api/tables") for _ in range(200)))  # 6 minutes' allowance
        refusals = [answer.json()["code"] for answer in answers if answer.status_code == 429]
        assert refusals
        assert set(refusals) == {"too_many"}
