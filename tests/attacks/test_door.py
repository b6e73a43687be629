"""Handling of untrusted input: invalid input is refused with a message and never causes a server error."""

import ast
import asyncio
import json
import secrets
from collections.abc import Callable, Iterator

import pytest
from websockets.asyncio.client import connect

from kamchatka.editions import edition
from kamchatka.kernel.problem import Problem
from kamchatka.texts.untrusted_text import Unfit, check_json
from tests.attacks.strangers import complaints, handshake, reach, request, send
from tests.server.client import Browser
from tests.server.running import ROOT, Server
from tests.server.together import to_its_end, together

DEEP = "[" * 30_000
DIGITS = "9" * 29_000

ODD_REQUESTS = [
    (request("/api/tables/%00"), 404),
    (request("/api/tables/%ff%fe"), 404),
    (request("/api/tables/%ED%A0%80"), 404),
    (request("/api/events/x/rounds/99999999999999999999/tables/1/check", "POST"), 404),
    (request("/api/tokens/99999999999999999999", "DELETE"), 404),
    (request(f"/api/tokens/{DIGITS[:900]}", "DELETE"), 404),
    (request("/" + "x" * 2000), 404),
    (request("/api/tables?lang=%00"), 400),
    (request("/api/tables?lang=%ff"), 400),
    (request("/api/tables?lang=%c3%28"), 400),
    (request("/api/odds?edition=modern&attackers=99999999999999999999&defenders=2"), 400),
    (request(f"/api/odds?edition=modern&attackers={DIGITS[:5000]}&defenders=2"), 400),
    (request("/api/tables?" + "&".join(f"a{n}=1" for n in range(100))), 400),
    (request("/api/tables?" + "x" * 9000), 413),
    (request("/api/me", host="["), 400),
    (request("/api/me", host="a b"), 400),
    (request("/api/me").replace(b"host: localhost", b"host: localhost\r\norigin: http://a\r\norigin: http://b"), 400),
    (request("/api/me", authorization="Bearer a\r\nauthorization: Bearer b"), 400),
    (request("/api/me", **{f"x_{n}": "y" for n in range(120)}), 413),
    (handshake("/ws/nowhere", sec_websocket_key="x" * 22 + "=="), 404),
]

# Refused by uvicorn and websockets, which send their own responses.
NO_REQUESTS = [
    request("/api/me").replace(b"host: localhost", b"host: localhost\r\nhost: evil.test"),
    request("/api/me").replace(b"content-length: 0", b"content-length: 0\r\ncontent-length: 5"),
    request("/api/me").replace(b"host: localhost", b"host: localhost\r\nx-odd: \x00"),
    b"GET / HTTP/1.1\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00",
    b"SSH-2.0-OpenSSH_9.6\r\n\r\n",
    handshake("/ws/lobby"),
    handshake("/ws/lobby", sec_websocket_key="short"),
    handshake("/ws/lobby", sec_websocket_key="x" * 22 + "==").replace(b"GET", b"POST"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start one server for all odd requests; its log is checked."""
    folder = tmp_path_factory.mktemp("door")
    running = Server(str(folder / "games.db"), folder / "log", requests_a_minute="100000", header_seconds="2").start()
    yield running
    running.stop()
    assert not complaints(running), complaints(running)[:5]


@pytest.mark.parametrize(("data", "status"), ODD_REQUESTS, ids=range(len(ODD_REQUESTS)))
@together
async def test_an_odd_request_gets_a_sentence(server: Server, data: bytes, status: int) -> None:
    reply = await send(server, data)
    assert reply.status == status, reply
    assert reply.json["text"], reply
    assert reply.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("data", NO_REQUESTS, ids=range(len(NO_REQUESTS)))
@together
async def test_bytes_that_are_no_request_end_their_connection(server: Server, data: bytes) -> None:
    """Bytes that aren't HTTP, and broken handshakes, get an error status or a closed connection, and no log line."""
    assert (await send(server, data)).status in (0, 400, 405, 408)
    assert (await send(server, request("/healthz"))).status == 200


@together
async def test_refusals_at_the_door_speak_both_languages(server: Server) -> None:
    said = [(await send(server, request("/api/me?a=%00", accept_language=one))).json["text"] for one in ("it", "en")]
    assert said[0].startswith("L’indirizzo")
    assert said[1].startswith("The address")


BODIES = [
    DEEP,
    '{"label": ' + "[" * 200 + "]" * 200 + "}",
    '{"label": ' + '{"a":' * 200 + "1" + "}" * 200 + "}",
    '{"label": ' + DIGITS + "}",
    '{"label": 18446744073709551616}',
    '{"label": "\\ud800"}',
    '{"label": "\\udc00\\ud800"}',
    '{"label": "a\\u0000b"}',
    '{"label": "a\\u001bb"}',
    '{"label": "a\x00b"}',
    '{"\\ud800": 1}',
    "[" + "[],"[:-1] * 3 + "]" * 3,
    "[]," * 6000,
]


@pytest.mark.parametrize("body", BODIES, ids=range(len(BODIES)))
@together
async def test_a_body_that_no_parser_should_see(server: Server, body: str) -> None:
    async with Browser(server.address, "Ada") as ada:
        answer = await ada.http.post("/api/tokens", content=body.encode(), headers={"X-CSRF-Token": ada.csrf})
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed"), answer.text
        assert answer.json()["text"]
        for encoding in ("utf-16", "utf-32", "latin-1", "cp500"):
            data = '{"label": "è"}'.encode(encoding)
            odd = await ada.http.post("/api/tokens", content=data, headers={"X-CSRF-Token": ada.csrf})
            assert odd.status_code == 400, (encoding, odd.text)


@pytest.mark.parametrize("body", BODIES[:2] + BODIES[4:11], ids=range(9))
@together
async def test_a_message_that_no_parser_should_see(server: Server, body: str) -> None:
    async with Browser(server.address, "Ada") as ada, ada.at(await ada.lay()) as seat:
        await seat.until("scene")
        await seat.socket.send(body[:4000])
        assert (await seat.until("problem"))["code"] == "malformed"
        await seat.say(type="ping")
        await seat.until("pong")


@together
async def test_text_that_is_no_utf8_ends_its_socket_alone(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada, ada.at(await ada.lay()) as seat:
        await seat.until("scene")
        await seat.socket.send([b"\xff\xfe"], text=True)
        await seat.socket.wait_closed()
        assert seat.socket.close_code == 1007


CARDS = [
    "a = " + "[" * 5000,
    "a = " + '{"a" = ' * 3000,
    f"a = {DIGITS}",
    f"a = -{DIGITS}",
    "a." * 14_000 + "a = 1",
    'a = "\\u0000"',
]


@pytest.mark.parametrize("cards", CARDS, ids=range(len(CARDS)))
@together
async def test_custom_cards_that_no_parser_should_see(server: Server, cards: str) -> None:
    async with Browser(server.address, "Ada") as ada:
        form = {"options": {"custom_cards": cards}}
        assert (await ada.post("/api/editions/risk2210/check", form, 400))["code"] == "problem"


@together
async def test_many_ask_for_a_table_that_is_not_there(server: Server) -> None:
    """All concurrent requests for a missing table get an error, not only the first."""
    async with Browser(server.address, "Ada") as ada:
        for _ in range(5):
            path = f"/api/tables/{secrets.token_urlsafe(16)}/join"
            asked = [ada.http.post(path, json={}, headers={"X-CSRF-Token": ada.csrf}) for _ in range(20)]
            assert {answer.status_code for answer in await asyncio.gather(*asked)} == {404}


@together
async def test_the_origin_of_a_request_may_be_anything(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada:
        for origin in ("http://[", "null", "", "http://[::1", "//", "http://\u00e9", "file://"):
            headers = {b"X-CSRF-Token": ada.csrf.encode(), b"Origin": origin.encode()}
            answer = await ada.http.post("/api/tokens", json={"label": "x"}, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (403, "csrf"), origin
        address = f"{server.address.replace('http', 'ws')}/ws/lobby"
        for origin in ("http://[", "null"):
            async with connect(address, proxy=None, additional_headers={"Origin": origin}) as socket:
                assert json.loads(await socket.recv())["code"] == "csrf"


def test_only_the_intake_decodes() -> None:
    """No other module of the HTTP front decodes JSON."""
    found = []
    for path in sorted((ROOT / "src/kamchatka/server/http").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr in ("decode", "loads", "load") and _is_json(node.value):
                found.append(path.name)
    assert not found


def _is_json(node: ast.expr) -> bool:
    return ast.unparse(node) in ("msgspec.json", "json")


def test_the_scan_reads_each_character_once() -> None:
    """The scan is linear even in texts built to make it backtrack, and finds what is there."""
    for text in ('"' + '\\"' * 500_000, "]" * 500_000, '""' * 200_000):
        check_json(text)
    with pytest.raises(Unfit):
        check_json('"' + '\\"' * 500_000 + '"' + "[" * 33)


def test_problems_of_cards_have_sentences() -> None:
    for language in ("it", "en"):
        with pytest.raises(Problem) as caught:
            edition("risk2210").table_rules({"custom_cards": f"a = {DIGITS}"})
        assert "{" not in caught.value.sentence(language)


def test_a_client_that_goes_away_is_no_bug(own_server: Callable[..., Server]) -> None:
    """Half a body, an unread response or a broken socket logs no error."""
    server = own_server()
    to_its_end(_goes_away(server))
    server.stop()
    assert not complaints(server), complaints(server)[:5]


async def _goes_away(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada:
        cookies = "; ".join(f"{name}={value}" for name, value in ada.http.cookies.items())
        form = request("/api/tokens", "POST", b'{"label": "x"}', cookie=cookies, x_csrf_token=ada.csrf)
        for data in (form[:-5], request("/api/editions"), request("/api/words")):
            for _ in range(10):
                _, writer = await reach(server)
                writer.write(data)
                await writer.drain()
                writer.transport.abort()
        table = await ada.lay()
        for _ in range(10):
            async with ada.at(table) as seat:
                await seat.say(type="resync")
                seat.socket.transport.abort()
        await ada.get("/api/me")
