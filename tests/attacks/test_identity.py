"""Identity under attack: tokens, cookies, sockets that outlive them, and a full disk."""

import asyncio
import base64
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient
from sqlalchemy import Connection, event
from websockets.asyncio.client import connect

from kamchatka.server.game_server import GameServer
from kamchatka.server.http.outer_app import OuterApp
from kamchatka.server.settings import ServerSettings, sqlite_url
from kamchatka.server.storage.writers import ThreadWriter
from tests.server.client import PATIENCE, Browser, Json, Seat
from tests.server.running import Server
from tests.server.together import together

PASSWORD = "correct horse"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start one server for these tests, which sign in often."""
    folder = tmp_path_factory.mktemp("identity")
    running = Server(str(folder / "games.db"), folder / "log", logins_a_minute="100000", requests_a_minute="100000")
    yield running.start()
    running.stop()


async def ended(seat: Seat) -> tuple[Json, int | None]:
    """Return a socket's last message and its close code."""
    async with asyncio.timeout(PATIENCE):
        said = await seat.until("problem")
        await seat.socket.wait_closed()
    return said, seat.socket.close_code


@pytest.mark.parametrize("scheme", ["Basic", "Digest", "bearer2", "Bearer", "x", ""])
@together
async def test_only_a_token_does_without_the_word_of_our_page(server: Server, scheme: str) -> None:
    """Other sites can't make a browser send a token, so such requests need no CSRF token."""
    async with Browser(server.address, "Ada") as ada:
        secret = base64.b64encode(b"ada:secret").decode()
        headers = {"Authorization": f"{scheme} {secret}".strip(), "Origin": "https://elsewhere.example"}
        answer = await ada.http.post("/api/tokens", json={"label": "stolen"}, headers=headers)
        refused = (401, "not_known") if scheme == "Bearer" else (403, "csrf")
        assert (answer.status_code, answer.json()["code"]) == refused
        assert await ada.get("/api/tokens") == []


@together
async def test_who_logs_out_has_left_every_socket(server: Server) -> None:
    async with Browser(server.address, "Bea") as bea:
        table = await bea.lay(seats="mrr")
        async with bea.at(table) as seat, bea.at(table) as another:
            await seat.until("scene")
            await another.until("scene")
            await bea.post("/api/logout")
            for one in (seat, another):
                said, code = await ended(one)
                assert (said["code"], code) == ("not_known", 4401)
        async with bea.at(table) as stranger:
            assert (await stranger.until("scene"))["you"] is None


@together
async def test_a_token_that_is_dropped_has_left_its_sockets_alone(server: Server) -> None:
    """The token's sockets are closed, those of the cookie aren't."""
    async with Browser(server.address, "Carlo") as carlo:
        table = await carlo.lay(seats="mrr")
        made = await carlo.post("/api/tokens", {"label": "bot"})
        program = carlo.at(table)
        program.headers = {"Authorization": f"Bearer {made['secret']}"}
        async with program, carlo.at(table) as seat:
            assert (await program.until("scene"))["you"] == 0
            await seat.until("scene")
            await carlo.http.delete(f"/api/tokens/{made['id']}", headers={"X-CSRF-Token": carlo.csrf})
            assert await ended(program) == (await ended_session(program), 4401)
            await seat.say(type="ping")
            await seat.until("pong")


async def ended_session(seat: Seat) -> Json:
    return {
        "type": "problem",
        "code": "not_known",
        "text": "This session or token has ended: sign in again.",
        "nonce": "",
    }


@pytest.mark.parametrize("way", ["/api/accounts", "/api/login", "/api/logout"])
@together
async def test_a_cookie_from_before_is_worth_nothing_after(server: Server, way: str) -> None:
    """A guest cookie that was planted or seen gives no access to the account that the guest creates."""
    name = f"Dora{way[-3:]}"
    async with Browser(server.address, "") as dora:
        await dora.post("/api/accounts", {"name": name, "password": PASSWORD})
    async with Browser(server.address, "Guest") as guest:
        known = dict(guest.http.cookies)
        table = await guest.lay(seats="mrr")
        body = {"name": name if way == "/api/login" else f"{name}2", "password": PASSWORD}
        async with guest.at(table) as seat:
            await seat.until("scene")
            await guest.post(way, {} if way == "/api/logout" else body)
            assert (await ended(seat))[1] == 4401
        assert dict(guest.http.cookies) != known
        async with httpx.AsyncClient(base_url=server.address, cookies=known, trust_env=False) as thief:
            me = (await thief.get("/api/me")).json()
            assert (me["name"], me["guest"]) == (None, True)
            assert (await thief.get("/api/tokens")).status_code == 401


@together
async def test_a_planted_cookie_is_not_taken_over(server: Server) -> None:
    """A planted cookie identifies nobody and is never assigned to a guest."""
    async with Browser(server.address, "") as eve:
        eve.http.cookies.set("kamchatka", "planted")
        eve.csrf = (await eve.get("/api/me"))["csrf"]
        await eve.post("/api/session", {"name": "Victim"})
        async with httpx.AsyncClient(
            base_url=server.address, cookies={"kamchatka": "planted"}, trust_env=False
        ) as thief:
            assert (await thief.get("/api/me")).json()["name"] is None


@together
async def test_a_page_of_nowhere_is_not_ours(server: Server) -> None:
    """Sandboxed frames and local files send `Origin: null`."""
    async with Browser(server.address, "Fay") as fay:
        for origin, status in (("null", 403), (server.address, 201)):
            headers = {"X-CSRF-Token": fay.csrf, "Origin": origin}
            assert (await fay.http.post("/api/tokens", json={"label": "x"}, headers=headers)).status_code == status
        cookies = "; ".join(f"{name}={value}" for name, value in fay.http.cookies.items())
        address = f"{server.address.replace('http', 'ws')}/ws/lobby"
        async with connect(address, proxy=None, additional_headers={"Origin": "null", "Cookie": cookies}) as socket:
            async with asyncio.timeout(PATIENCE):
                await socket.wait_closed()
            assert socket.close_code == 4403


def test_cookies_are_locked_away(own_server: Callable[..., Server]) -> None:
    """Cookies have HttpOnly, SameSite, the site's path only, and Secure behind HTTPS."""
    for secure in ("false", "true"):
        server = own_server(secure_cookies=secure)
        said = httpx.get(f"{server.address}/api/me", trust_env=False).headers["set-cookie"].lower()
        parts = {part.strip() for part in said.split(";")}
        assert {"httponly", "samesite=lax", "path=/"} <= parts
        assert ("secure" in parts) == (secure == "true")
        assert "domain" not in said


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the framework, when the application is built
def test_a_full_disk_is_told_in_a_sentence(tmp_path: Path) -> None:
    """The client gets a clear message without any SQL."""
    from kamchatka.server.http.app import build

    games = GameServer(ServerSettings(database=sqlite_url(tmp_path / "games.db")))
    app: Any = OuterApp(build(games), games)
    with TestClient(app) as client:
        assert isinstance(games.database.writer, ThreadWriter)

        @event.listens_for(games.database.engine.sync_engine, "begin")
        @event.listens_for(games.database.writer.engine, "begin")
        def full(connection: Connection) -> None:
            connection.exec_driver_sql("PRAGMA max_page_count=1")  # no more pages at all

        answer = client.get("/api/me")
        for number in range(500):
            client.cookies.clear()
            word = client.get("/api/me").json()["csrf"]
            answer = client.post("/api/session", json={"name": f"Guest {number}"}, headers={"X-CSRF-Token": word})
            if answer.status_code != 200:
                break
        assert (answer.status_code, answer.json()["code"]) == (503, "storage")
        assert not [word for word in ("INSERT", "users", "sqlite", "Guest") if word in answer.text]
        assert answer.headers["x-content-type-options"] == "nosniff"
