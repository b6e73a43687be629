"""Odd spellings of paths: limits, routes and refusals all use one normalised spelling."""

import asyncio
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from kamchatka.server.faults import Fault
from kamchatka.server.http.paths import normalise
from tests.attacks.inside import running_inside
from tests.attacks.strangers import complaints, hear, reach, request
from tests.server.client import Browser
from tests.server.running import Server
from tests.server.together import to_its_end, together

SPELLINGS = {
    b"/": "/",
    b"//": "/",
    b"//api/tables": "/api/tables",
    b"/api//tables///": "/api/tables",
    b"/api/tables/": "/api/tables",
    b"/%61pi/tables": "/api/tables",
    b"/t/abc/": "/t/abc",
    b"/api/tables/%C3%A8": "/api/tables/\xe8",
    b"/api/TABLES": "/api/TABLES",
}
REFUSED = [
    b"/api%2ftables",
    b"/api%2Ftables",
    b"/api/%2e%2e/tables",
    b"/../api/tables",
    b"/api/./tables",
    b"/api\\tables",
    b"/api%5Ctables",
    b"/API/tables",
    b"/Api/tables",
    b"/%41PI/tables",
    b"/WS/lobby",
    b"/api/tables/%00",
    b"/api/tables/%ff",
    b"/api/tokens/99999999999999999999",
    b"http://localhost/api/tables",
    b"*",
    b"",
    b"/" + b"x" * 2000,
]


@pytest.mark.parametrize(("raw", "path"), SPELLINGS.items())
def test_a_path_has_one_spelling(raw: bytes, path: str) -> None:
    scope = {"path": "?", "raw_path": raw}
    normalise(scope)
    assert scope["path"] == path
    again = dict(scope)
    normalise(again)
    assert again == scope


@pytest.mark.parametrize("raw", REFUSED)
def test_a_path_that_others_may_read_differently_is_refused(raw: bytes) -> None:
    scope = {"path": raw.decode("latin-1"), "raw_path": raw}
    with pytest.raises(Fault, match="bad_path"):
        normalise(scope)
    assert scope["path"] == "/"


@together
async def test_every_spelling_counts_for_one_limit(tmp_path: Path) -> None:
    """After the burst of 200 every spelling is refused, even invalid ones."""
    async with running_inside(tmp_path, requests_a_minute=600.0) as inside:
        paths = ["//api/tables", "/api//tables", "/api/tables/", "/%61pi/tables", "/api%2ftables", "/API/tables"]
        statuses = Counter([(await inside.ask("GET", paths[n % 6])).status for n in range(300)])
        assert statuses[200] + statuses[404] == 200
        assert statuses[429] == 100
        assert (await inside.ask("GET", "/api/tables")).status == 429
        assert (await inside.ask("GET", "/api/tables", address="192.0.2.2")).status == 200


@together
async def test_pages_files_and_health_checks_have_a_limit(tmp_path: Path) -> None:
    async with running_inside(tmp_path, requests_a_minute=60.0) as inside:
        for path, allowed in (("/t/abc", 60), ("//t/abc", 0), ("/healthz", 20), ("/readyz", 0)):
            statuses = Counter([(await inside.ask("GET", path)).status for _ in range(100)])
            assert statuses == Counter({200: allowed, 429: 100 - allowed}) - Counter(), (path, statuses)


@together
async def test_metrics_name_the_route_whatever_the_spelling(tmp_path: Path) -> None:
    async with running_inside(tmp_path) as inside:
        for path in ("/api/tables", "//api/tables", "/api/tables/", "/api%2ftables"):
            await inside.ask("GET", path)
        (requests,) = inside.server.metrics.requests.collect()
        counted = {one.labels["route"]: one.value for one in requests.samples if one.name.endswith("_total")}
        assert counted == {"/api/tables": 3.0, "none": 1.0}


@together
async def test_a_change_in_any_spelling_needs_the_csrf_word(tmp_path: Path) -> None:
    async with running_inside(tmp_path) as inside:
        for path in ("//api/session", "/api/session/", "/%61pi/session"):
            assert (await inside.ask("POST", path, {"name": "Ada"})).json["code"] == "csrf"


def test_eight_hundred_requests_in_another_spelling(own_server: Callable[..., Server]) -> None:
    """Over a real connection the burst is answered and most of the rest refused."""
    server = own_server()

    async def attack() -> Counter[int]:
        async with Browser(server.address, "") as client:
            url = f"{server.address}//api/tables"
            return Counter([(await client.http.get(url)).status_code for _ in range(800)])

    statuses = to_its_end(attack())
    print(f"\n800 × //api/tables: {dict(statuses)}")
    assert statuses[429] > 0
    assert not complaints(server)


def test_a_request_of_two_lengths_ends_its_connection(own_server: Callable[..., Server]) -> None:
    """Later bytes on the connection aren't parsed as a request."""
    server = own_server()

    async def attack() -> tuple[int, str, bytes]:
        reader, writer = await reach(server)
        body = b"0\r\n\r\n"
        first = request("/api/session", "POST", body, connection="keep-alive", transfer_encoding="chunked")
        writer.write(first + request("/api/tables", connection="keep-alive"))
        reply = await hear(reader)
        rest = await reader.read()
        writer.close()
        return reply.status, reply.json["code"], rest

    assert to_its_end(asyncio.wait_for(attack(), 60)) == (400, "malformed", b"")
