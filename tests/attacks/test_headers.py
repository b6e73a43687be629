"""Every response, from the application or the server below it, carries the security headers."""

import asyncio
from collections.abc import Callable, Iterator

import pytest

from kamchatka.server.http.site import HEADERS, POLICY
from tests.attacks.strangers import Reply, handshake, request, send
from tests.server.client import Browser
from tests.server.running import Server
from tests.server.together import to_its_end

ANSWERS = {
    "the page": (request("/"), 200),
    "a page of it": (request("/t/nothing"), 200),
    "HEAD": (request("/api/me", "HEAD"), 200),
    "data": (request("/api/editions"), 200),
    "schema": (request("/api/openapi.json"), 200),
    "health": (request("/healthz"), 200),
    "not found": (request("/api/nothing"), 404),
    "not here": (request("/api/tables/%00"), 404),
    "another method": (request("/api/me", "PUT", authorization="Bearer x"), 405),
    "an unheard one": (request("/api/me", "BREW"), 405),
    "no word": (request("/api/tables", "POST", b"{}"), 403),
    "nobody": (request("/api/mine"), 401),
    "a query": (request("/api/me?a=%00"), 400),
    "no socket": (handshake("/ws/nowhere", sec_websocket_key="x" * 22 + "=="), 404),
}
BROKEN = {"no HTTP": b"HELLO\r\n\r\n", "no handshake": handshake("/ws/lobby")}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("headers")
    running = Server(str(folder / "games.db"), folder / "log", requests_a_minute="100000")
    yield running.start()
    running.stop()


def missing(reply: Reply) -> set[str]:
    """Return the headers that a response lacks."""
    return {name for name, value in HEADERS.items() if reply.headers.get(name) != value}


@pytest.mark.parametrize("what", ANSWERS)
def test_every_kind_of_answer(server: Server, what: str) -> None:
    data, status = ANSWERS[what]
    reply = to_its_end(send(server, data))
    assert (reply.status, missing(reply)) == (status, set()), reply
    assert "server" not in reply.headers


@pytest.mark.parametrize("what", BROKEN)
def test_broken_requests_end_the_connection(server: Server, what: str) -> None:
    """The HTTP and WebSocket libraries answer them in plain text, without a page to protect."""
    reply = to_its_end(send(server, BROKEN[what]))
    assert (reply.status, reply.headers["connection"]) == (400, "close"), reply
    assert reply.headers["content-type"].startswith("text/plain")
    assert "server" not in reply.headers


@pytest.mark.parametrize(("body", "status"), [(b"{", 400), (b"x" * 70_000, 413)])
def test_bodies_that_no_form_is_made_of(server: Server, body: bytes, status: int) -> None:
    async def asks() -> Reply:
        async with Browser(server.address, "") as client:
            cookie = "; ".join(f"{name}={value}" for name, value in client.http.cookies.items())
            word = {"cookie": cookie, "x_csrf_token": client.csrf}
            return await send(server, request("/api/session", "POST", body, **word))

    reply = to_its_end(asks())
    assert (reply.status, missing(reply)) == (status, set()), reply


def test_who_one_is_stays_in_no_cache(server: Server) -> None:
    async def asks() -> list[str]:
        async with Browser(server.address, "") as client:
            answers = [await client.http.get("/api/me")]
            word = {"X-CSRF-Token": client.csrf}
            answers.append(await client.http.post("/api/session", json={"name": "Ada"}, headers=word))
            return [answer.headers["cache-control"] for answer in answers]

    assert to_its_end(asks()) == ["no-store", "no-store"]


def test_refused_for_coming_too_often_or_too_slowly(own_server: Callable[..., Server]) -> None:
    server = own_server(requests_a_minute="12", header_seconds="1")

    async def attack() -> list[Reply]:
        slow = asyncio.create_task(send(server, b"GET /"))
        asked = await asyncio.gather(*(send(server, request("/api/me")) for _ in range(60)))
        return [*asked, await slow]

    replies = to_its_end(attack())
    assert {200, 429, 408} == {reply.status for reply in replies}
    assert not [reply for reply in replies if missing(reply)]


def test_unchanged_data(server: Server) -> None:
    async def asks() -> Reply:
        first = await send(server, request("/api/words"))
        return await send(server, request("/api/words", if_none_match=first.headers["etag"]))

    reply = to_its_end(asks())
    assert (reply.status, missing(reply)) == (304, set())


def test_the_policy_knows_no_exception() -> None:
    """The policy allows no inline code or style, no evaluation, only named policies for markup, and no framing."""
    parts = {part.split()[0]: part.split()[1:] for part in POLICY.split("; ")}
    assert not [source for sources in parts.values() for source in sources if source.startswith("'unsafe")]
    assert parts["default-src"] == ["'none'"]
    assert parts["script-src"] == parts["style-src"] == parts["connect-src"] == ["'self'"]
    assert parts["frame-ancestors"] == parts["base-uri"] == ["'none'"]
    assert parts["require-trusted-types-for"] == ["'script'"]
    assert "allow-duplicates" not in parts["trusted-types"]
