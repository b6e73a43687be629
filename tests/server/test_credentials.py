"""Sessions, passwords and personal tokens from their creation to their end."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler

from kamchatka.server.faults import Fault
from kamchatka.server.game_server import GameServer
from kamchatka.server.http.access.browsers import describe_browser
from kamchatka.server.http.access.scopes import ACCESS, access_of
from kamchatka.server.http.live_sockets import LiveSockets
from kamchatka.server.settings import ServerSettings, sqlite_url
from tests.people.services import Called, PushService
from tests.server.client import PATIENCE, Browser, Json, Seat
from tests.server.databases import ask
from tests.server.running import Server
from tests.server.together import to_its_end, together

PASSWORD, ANOTHER = "correct horse", "battery staple"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1"
TABLE = {"edition": "modern", "seats": [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]}
EVENT = {"name": "Cup"}


@asynccontextmanager
async def program(server: Server, browser: Browser, *scopes: str) -> AsyncIterator[httpx.AsyncClient]:
    """Return a program with a token of that user."""
    made = await browser.post("/api/tokens", {"label": "program", "scopes": list(scopes)})
    headers = {"Authorization": f"Bearer {made['secret']}"}
    async with httpx.AsyncClient(base_url=server.address, headers=headers, trust_env=False, timeout=PATIENCE) as http:
        yield http


@asynccontextmanager
async def account(server: Server, name: str) -> AsyncIterator[Browser]:
    """Return a browser that has just created an account."""
    async with Browser(server.address, "") as browser:
        await browser.post("/api/accounts", {"name": name, "password": PASSWORD})
        yield browser


@asynccontextmanager
async def signed_in(server: Server, name: str, password: str = PASSWORD, agent: str = "") -> AsyncIterator[Browser]:
    """Return another browser signed in to an account."""
    async with Browser(server.address, "") as browser:
        browser.http.headers["user-agent"] = agent
        await browser.post("/api/login", {"name": name, "password": password})
        yield browser


async def is_signed_in(browser: Browser) -> bool:
    """Return whether the server still knows the session of a browser."""
    return (await browser.get("/api/me"))["name"] is not None


async def closed_with(seat: Seat) -> int | None:
    """Wait until the server closes a socket and return the close code."""
    async with asyncio.timeout(PATIENCE):
        await seat.until("problem")
        await seat.socket.wait_closed()
    return seat.socket.close_code


# ------------------------------------------------------------------ scopes
@pytest.fixture
def app(tmp_path: Path) -> Litestar:
    """Return the application, to inspect its routes."""
    from kamchatka.server.http.app import build

    return build(GameServer(ServerSettings(database=sqlite_url(tmp_path / "games.db"))))


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the framework, when the application is built
def test_every_route_declares_what_a_token_needs_for_it(app: Litestar) -> None:
    """Without a declaration a route is closed to tokens, so its author has to decide."""
    undeclared = [
        route.path
        for route in app.routes
        for handler in getattr(route, "route_handlers", [getattr(route, "route_handler", None)])
        if handler is not None and re.match("/(api|ws)/", route.path) and not _is_the_frameworks(handler)
        if handler.opt.get("access") not in ACCESS
    ]
    assert undeclared == []


def _is_the_frameworks(handler: Any) -> bool:
    return not handler.fn.__module__.startswith("kamchatka.")


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_no_token_reaches_what_only_a_session_may_do(server: Server, app: Litestar) -> None:
    """Tokens can't change passwords, sessions, the account, contact data or moderation, whatever the body."""
    routes = [
        (method, re.sub(r"\{\w+:int\}", "1", re.sub(r"\{\w+:str\}", "0" * 16, route.path)))
        for route in app.routes
        for handler in getattr(route, "route_handlers", ())
        if isinstance(handler, HTTPRouteHandler) and route.path.startswith("/api/") and not _is_the_frameworks(handler)
        if access_of(handler) == "session"
        for method in handler.http_methods
    ]

    async def story() -> None:
        async with Browser(server.address, "Ada") as ada, program(server, ada, "read", "play", "organise") as bot:
            for method, path in routes:
                answer = await bot.request(method, path, json={} if method == "POST" else None)
                assert (answer.status_code, answer.json()["code"]) == (403, "scope"), (method, path)
            assert await is_signed_in(ada)

    account_routes = {"/api/tokens", "/api/me/password", "/api/me/delete", "/api/me/sessions", "/api/me/export"}
    assert account_routes | {"/api/logout", "/api/accounts", "/api/notices", "/api/moderation"} <= {
        path for _, path in routes
    }
    to_its_end(story())


@pytest.mark.parametrize(
    ("scopes", "allowed"),
    [((), {"mine"}), (("read",), {"mine"}), (("play",), {"mine", "table"}), (("organise",), {"mine", "event"})],
)
@together
async def test_a_token_does_what_its_scopes_say(server: Server, scopes: tuple[str, ...], allowed: set[str]) -> None:
    """A token has the scopes it was created with. All tokens have `read`; `play` and `organise` are optional."""
    async with Browser(server.address, "Bea") as bea, program(server, bea, *scopes) as bot:
        answers = {
            "mine": await bot.get("/api/mine"),
            "table": await bot.post("/api/tables", json=TABLE),
            "event": await bot.post("/api/events", json=EVENT),
        }
        assert {name for name, answer in answers.items() if answer.status_code in (200, 201)} == allowed
        refused = [answer.json() for name, answer in answers.items() if name not in allowed]
        assert all(one["code"] == "scope" and one["text"] for one in refused)


@together
async def test_a_socket_of_a_token_that_reads_looks_on(server: Server) -> None:
    """A socket with a read-only token sees its user's seat and may ask questions, but cannot act or chat."""
    async with Browser(server.address, "Cleo") as cleo:
        table = await cleo.lay(seats="mrr")
        for scope in ("read", "play"):
            made = await cleo.post("/api/tokens", {"label": scope, "scopes": [scope]})
            seat = cleo.at(table)
            seat.headers = {"Authorization": f"Bearer {made['secret']}"}
            async with seat:
                assert (await seat.until("scene"))["you"] == 0
                await seat.say(type="ping")
                await seat.until("pong")
                await seat.say(type="say", text="hello")
                said = await seat.until("said", "problem")
                assert said.get("code", "") == ("scope" if scope == "read" else "")
                refused = await seat.act({"act": "pass"}, nonce="n1")
                assert (refused.get("code"), refused["nonce"]) == ("scope", "n1") or scope == "play"


# ------------------------------------------------------------------ the end of tokens
@together
async def test_tokens_last_as_long_as_they_were_made_for(server: Server) -> None:
    """A token is valid for one day to one year, 90 days by default; the list shows when each token expires."""
    async with Browser(server.address, "Dora") as dora:
        for days in (0, 366):
            await dora.post("/api/tokens", {"label": "x", "days": days}, 400)
        one, usual = [await dora.post("/api/tokens", body) for body in ({"label": "a", "days": 1}, {"label": "b"})]
        assert round((usual["expires"] - one["expires"]) / 86_400_000) == 89
        assert usual["scopes"] == ["read"]
        assert [token["expires"] for token in await dora.get("/api/tokens")] == [one["expires"], usual["expires"]]


@together
async def test_an_expired_token_is_unknown(server: Server) -> None:
    async with Browser(server.address, "Elsa") as elsa:
        made = await elsa.post("/api/tokens", {"label": "old"})
        ask(server.database, "UPDATE tokens SET expires = 1000 WHERE id = :id", id=made["id"])
        headers = {"Authorization": f"Bearer {made['secret']}"}
        async with httpx.AsyncClient(base_url=server.address, headers=headers, trust_env=False) as bot:
            assert (await bot.get("/api/me")).status_code == 401
        assert await elsa.get("/api/tokens") == []


def test_a_socket_is_closed_when_its_token_expires() -> None:
    """The loop's timer is replaced, so that the test decides when it fires."""
    timers: list[tuple[float, Any]] = []

    def call_later(seconds: float, work: Any, *given: Any) -> _Timer:
        timers.append((seconds, lambda: work(*given)))
        return _Timer()

    async def story() -> None:
        sockets, held = LiveSockets(), asyncio.Event()
        loop = asyncio.get_running_loop()

        async def serve() -> None:
            with sockets.holding("token"), sockets.expiring(61_000, now=lambda: 1.0):
                held.set()
                await asyncio.Event().wait()

        task = loop.create_task(serve())
        loop.call_later = call_later  # type: ignore[assignment]
        await held.wait()
        assert [seconds for seconds, _ in timers] == [60.0]
        timers[0][1]()
        with pytest.raises(Fault) as ended:
            await task
        assert (ended.value.code, ended.value.phrase) == ("not_known", "ended")

    to_its_end(story())


class _Timer:
    def cancel(self) -> None:
        """Do nothing, because no timer is waiting."""


@together
async def test_registering_ends_the_tokens_and_other_sessions_of_the_guest(server: Server) -> None:
    """A guest's token gives no access to the account."""
    async with Browser(server.address, "Fay") as fay, program(server, fay, "play") as bot:
        table = await fay.lay(seats="mrr")
        seat = fay.at(table)
        seat.headers = {"Authorization": bot.headers["authorization"]}
        async with seat:
            assert (await seat.until("scene"))["you"] == 0
            await fay.post("/api/accounts", {"name": "Fay-1", "password": PASSWORD})
            assert await closed_with(seat) == 4401
        assert (await bot.get("/api/me")).status_code == 401
        assert await fay.get("/api/tokens") == []
        assert [one["current"] for one in await fay.get("/api/me/sessions")] == [True]


@together
async def test_a_guest_who_leaves_takes_the_tokens_along(server: Server) -> None:
    """Nobody could list or revoke them any more. Tokens of accounts stay."""
    async with Browser(server.address, "Gil") as gil, program(server, gil) as bot:
        await gil.post("/api/logout")
        assert (await bot.get("/api/me")).status_code == 401
    async with account(server, "Gina") as gina, program(server, gina) as bot:
        await gina.post("/api/logout")
        assert (await bot.get("/api/me")).json()["name"] == "Gina"


@together
async def test_of_registrations_at_once_one_succeeds(server: Server) -> None:
    """Of several concurrent registrations one succeeds and sets name and password; the others are refused."""
    async with Browser(server.address, "Hugo") as hugo:
        asked = [
            hugo.http.post(
                "/api/accounts",
                json={"name": f"Hugo-{n}", "password": f"{PASSWORD} {n}"},
                headers={"X-CSRF-Token": hugo.csrf},
            )
            for n in range(3)
        ]
        answers = await asyncio.gather(*asked)
        assert sorted(answer.status_code for answer in answers) == [200, 409, 409]
        refused = [answer.json()["text"] for answer in answers if answer.status_code == 409]
        assert refused == [Fault("wrong_time", "guest_only").sentence("en")] * 2
        winner = next(n for n, answer in enumerate(answers) if answer.status_code == 200)
    for n in range(3):
        async with Browser(server.address, "") as again:
            body = {"name": f"Hugo-{n}", "password": f"{PASSWORD} {n}"}
            await again.post("/api/login", body, 200 if n == winner else 401)


# ------------------------------------------------------------------ passwords
@together
async def test_a_password_is_changed_by_who_knows_the_old_one(server: Server) -> None:
    """Changing the password requires the old one, ends all other sessions with their sockets, and reports the count."""
    async with account(server, "Ida") as ida, signed_in(server, "Ida") as other, signed_in(server, "Ida") as third:
        table = await other.lay(seats="mrr")
        body = {"old": "wrong horse", "new": ANOTHER}
        assert (await ida.post("/api/me/password", body, 401))["code"] == "wrong_password"
        assert (await ida.post("/api/me/password", {**body, "old": PASSWORD, "new": "short"}, 400))["code"]
        assert await is_signed_in(other)
        before = dict(ida.http.cookies)
        async with other.at(table) as seat:
            await seat.until("scene")
            changed = await ida.post("/api/me/password", {"old": PASSWORD, "new": ANOTHER})
            assert await closed_with(seat) == 4401
        assert changed["ended"] == 2
        assert dict(ida.http.cookies) != before
        ida.csrf = changed["me"]["csrf"]
        await ida.post("/api/tokens", {"label": "goes on"})
        assert [await is_signed_in(one) for one in (ida, other, third)] == [True, False, False]
        async with Browser(server.address, "") as again:
            await again.post("/api/login", {"name": "Ida", "password": PASSWORD}, 401)
            await again.post("/api/login", {"name": "Ida", "password": ANOTHER})


@together
async def test_a_guest_has_no_password_to_change(server: Server) -> None:
    async with Browser(server.address, "Jo") as jo:
        refused = await jo.post("/api/me/password", {"old": "", "new": ANOTHER}, 400)
        assert refused["text"] == Fault("problem", "needs_account").sentence("en")


# ------------------------------------------------------------------ sessions
@together
async def test_sessions_are_listed_and_ended_one_by_one(server: Server) -> None:
    """The session list shows a short browser name and no address. Users cannot end sessions of other users."""
    async with (
        account(server, "Kim") as kim,
        account(server, "Lea") as lea,
        signed_in(server, "Kim", agent=IPHONE) as phone,
        signed_in(server, "Kim", agent=FIREFOX) as other,
    ):
        listed = await kim.get("/api/me/sessions")
        assert {one["browser"] for one in listed} == {"", "Firefox, Linux", "Safari, iPhone"}
        assert [one["browser"] for one in listed if one["current"]] == [""]
        assert all(one["seen"] >= one["created"] > 0 for one in listed)
        assert "127.0.0.1" not in str(listed)
        firefox = next(one for one in listed if one["browser"] == "Firefox, Linux")
        await lea.delete(f"/api/me/sessions/{firefox['id']}")
        assert await is_signed_in(other)
        table = await other.lay(seats="mrr")
        async with other.at(table) as seat:
            await seat.until("scene")
            await kim.delete(f"/api/me/sessions/{firefox['id']}")
            assert await closed_with(seat) == 4401
        assert [await is_signed_in(one) for one in (kim, other, phone)] == [True, False, True]
        assert await kim.post("/api/me/sessions/end-others") == {"ended": 1}
        assert [await is_signed_in(one) for one in (kim, phone)] == [True, False]
    stored = ask(server.database, "SELECT * FROM sessions")
    assert stored
    assert not [row for row in stored if "127.0.0.1" in str(row)]


@together
async def test_logging_out_leaves_other_browsers_signed_in_and_everywhere_does_not(server: Server) -> None:
    async with account(server, "Max") as max, signed_in(server, "Max") as other:
        async with signed_in(server, "Max") as third:
            await third.post("/api/logout")
            assert [await is_signed_in(one) for one in (max, other, third)] == [True, True, False]
        assert (await max.post("/api/logout/everywhere"))["name"] is None
        assert [await is_signed_in(one) for one in (max, other)] == [False, False]


@pytest.mark.parametrize("id", ["0" * 16, "%25", "_" * 16, "0" * 15])
@together
async def test_an_id_of_no_session_ends_none(server: Server, id: str) -> None:
    async with Browser(server.address, "Nino") as nino:
        await nino.http.delete(f"/api/me/sessions/{id}", headers={"X-CSRF-Token": nino.csrf})
        assert await is_signed_in(nino)


@pytest.mark.parametrize(
    ("agent", "said"),
    [
        (FIREFOX, "Firefox, Linux"),
        (IPHONE, "Safari, iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome, Android"),
        ("<script>alert(1)</script>", ""),
        ("", ""),
    ],
)
def test_a_browser_is_described_by_known_names_only(agent: str, said: str) -> None:
    assert describe_browser(agent) == said


# ------------------------------------------------------------------ push subscriptions
@together
async def test_push_subscriptions_go_with_their_session(own_server: Any) -> None:
    """Push subscriptions survive a new cookie in the same browser, and are deleted when the session ends."""
    with PushService() as service:
        server = own_server(push_services=f"push.example.org,{service.host}", logins_a_minute="1000")
        await _subscriptions_of_olga(server, service)
    assert ask(server.database, "SELECT * FROM subscriptions") == []


async def _subscriptions_of_olga(server: Server, service: PushService) -> None:
    async with Browser(server.address, "Olga") as olga:
        await olga.post("/api/notices/push", Called(service, "guest").form())
        await olga.post("/api/accounts", {"name": "Olga-1", "password": PASSWORD})
        assert await _subscribed(olga) == (1, True)
        changed = await olga.post("/api/me/password", {"old": PASSWORD, "new": ANOTHER})
        olga.csrf = changed["me"]["csrf"]
        assert await _subscribed(olga) == (1, True)
        async with signed_in(server, "Olga-1", ANOTHER) as other:
            assert await _subscribed(other) == (1, False)
            await other.post("/api/notices/push", Called(service, "other").form())
            assert await _subscribed(other) == (2, True)
            await other.post("/api/logout")
        assert await _subscribed(olga) == (1, True)
        async with signed_in(server, "Olga-1", ANOTHER) as third:
            await third.post("/api/notices/push", Called(service, "third").form())
            await olga.post("/api/me/sessions/end-others")
        assert await _subscribed(olga) == (1, True)
        ask(server.database, "UPDATE subscriptions SET session = NULL")  # as an older server stored them
        await olga.post("/api/logout")


async def _subscribed(browser: Browser) -> tuple[int, bool]:
    seen: Json = await browser.get("/api/notices")
    return seen["devices"], seen["this_browser"]


# ------------------------------------------------------------------ cookies
async def _with_cookies(server: Server, **cookies: str) -> tuple[str | None, dict[str, str]]:
    """Request the current user with these cookies over HTTP; return the name and the cookies that are set."""
    header = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
    async with httpx.AsyncClient(base_url=server.address, trust_env=False, timeout=PATIENCE) as http:
        answer = await http.get("/api/me", headers=header)
    pairs = [said.partition(";")[0].partition("=") for said in answer.headers.get_list("set-cookie")]
    return answer.json()["name"], {name: value.strip('"') for name, _, value in pairs}


@pytest.mark.parametrize(("secure", "prefix"), [("true", "__Host-"), ("false", "")])
@together
async def test_behind_https_cookies_belong_to_this_host_alone(own_server: Any, secure: str, prefix: str) -> None:
    """`__Host-` needs Secure, the root path and no domain; browsers reject such cookies over plain HTTP."""
    server = own_server(secure_cookies=secure)
    said = httpx.get(f"{server.address}/api/me", trust_env=False).headers.get_list("set-cookie")
    assert {one.partition("=")[0] for one in said} == {f"{prefix}kamchatka", f"{prefix}kamchatka_device"}
    for one in said:
        parts = {part.strip().lower() for part in one.split(";")}
        assert {"path=/", "httponly", "samesite=lax"} <= parts
        assert ("secure" in parts) == bool(prefix)
        assert "domain" not in one.lower()


@together
async def test_a_session_of_before_goes_on_under_the_new_name_and_then_only_there(own_server: Any) -> None:
    """A session with the old cookie name moves to the new name, even from two tabs; then the old name is invalid."""
    server = own_server()
    async with account(server, "Pia") as pia:
        cookie, device = pia.http.cookies["kamchatka"], pia.http.cookies["kamchatka_device"]
    server.stop()
    server.settings["secure_cookies"] = "true"
    server.start()
    for _ in range(2):
        name, given = await _with_cookies(server, kamchatka=cookie, kamchatka_device=device)
        assert name == "Pia"
        assert given == {
            "__Host-kamchatka": cookie,
            "__Host-kamchatka_device": device,
            "kamchatka": "",
            "kamchatka_device": "",
        }
    new = {"__Host-kamchatka": cookie, "__Host-kamchatka_device": device}
    assert await _with_cookies(server, **new) == ("Pia", {})
    name, given = await _with_cookies(server, kamchatka=cookie)
    assert name is None
    assert given["__Host-kamchatka"] not in ("", cookie)


@together
async def test_a_session_opened_behind_https_is_not_known_by_the_plain_name(own_server: Any) -> None:
    """Another host of the same domain can set a cookie of that name, but can't sign a visitor in with it."""
    server = own_server(secure_cookies="true")
    _, given = await _with_cookies(server)
    async with httpx.AsyncClient(base_url=server.address, trust_env=False, timeout=PATIENCE) as http:
        headers = {"Cookie": f"__Host-kamchatka={given['__Host-kamchatka']}"}
        word = (await http.get("/api/me", headers=headers)).json()["csrf"]
        body = {"name": "Eve", "password": PASSWORD}
        made = await http.post("/api/accounts", json=body, headers={**headers, "X-CSRF-Token": word})
    assert made.json()["name"] == "Eve"
    eves = next(said for said in made.headers.get_list("set-cookie") if said.startswith("__Host-kamchatka="))
    eves = eves.partition(";")[0].partition("=")[2]
    assert (await _with_cookies(server, **{"__Host-kamchatka": eves}))[0] == "Eve"
    assert (await _with_cookies(server, kamchatka=eves))[0] is None
