"""API responses over ASGI: caching, allowed origins and extreme calendars."""

from pathlib import Path
from typing import Any

import pytest

from kamchatka.server.http.access.identity import is_same_origin
from kamchatka.server.settings import ServerSettings
from tests.attacks.inside import Answer, Inside, running_inside
from tests.server.together import together


async def guest(inside: Inside, name: str) -> dict[str, str]:
    """Create a guest; return the headers of a change it requests."""
    first = await inside.ask("GET", "/api/me")
    headers = {"cookie": _cookies(first), "x-csrf-token": first.json["csrf"]}
    made = await inside.ask("POST", "/api/session", {"name": name}, headers)
    assert made.status == 200, made.body
    return {"cookie": _cookies(made), "x-csrf-token": made.json["csrf"]}


def _cookies(answer: Answer) -> str:
    return "; ".join(f"{name}={value}" for name, value in answer.cookies.items())


@together
async def test_no_cache_keeps_an_answer_of_the_api(tmp_path: Path) -> None:
    """API responses and refusals aren't cached; public ones, such as the page's texts, allow it explicitly."""
    async with running_inside(tmp_path, requests_a_minute=100000.0) as inside:
        ada = await guest(inside, "Ada")
        paths = ("/api/me", "/api/mine", "/api/friends", "/api/tokens", "/api/notices", "/api/tables", "/api/quick")
        for path in (*paths, "/api/nothing", "/api/tables/nothing", "/api/moderation", "/api//mine"):
            answer = await inside.ask("GET", path, headers=ada)
            assert answer.headers["cache-control"] == "no-store", (path, answer)
        refused = await inside.ask("POST", "/api/tables", {}, {"cookie": ada["cookie"]})
        assert (refused.status, refused.headers["cache-control"]) == (403, "no-store")
        assert (await inside.ask("GET", "/api/words")).headers["cache-control"] == "no-cache"
        assert (await inside.ask("GET", "/%00")).headers["cache-control"] == "no-store"


# ------------------------------------------------------------------ origins
class Connection:
    """The part of a connection that `is_same_origin` reads."""

    def __init__(self, scheme: str, origin: str | None, secure_cookies: bool) -> None:
        self.scope = {"scheme": scheme}
        self.headers = {"host": "play.example"} | ({} if origin is None else {"origin": origin})
        self.app: Any = self
        self.state: Any = self
        self.server: Any = self
        self.settings = ServerSettings(secure_cookies=secure_cookies)


@pytest.mark.parametrize(
    ("scheme", "origin", "secure_cookies", "is_ours"),
    [
        ("http", "http://play.example", False, True),
        ("https", "https://play.example", False, True),
        ("ws", "http://play.example", False, True),
        ("wss", "https://play.example", False, True),
        ("http", None, False, True),
        ("http", "https://play.example", False, False),
        ("https", "http://play.example", False, False),
        ("ws", "https://play.example", False, False),
        ("wss", "http://play.example", True, False),
        ("http", "https://play.example", True, True),  # a proxy that doesn't forward the HTTPS scheme
        ("http", "http://other.example", False, False),
        ("http", "//play.example", False, False),
        ("http", "null", False, False),
        ("http", "http://[", False, False),
    ],
)
def test_an_origin_is_a_scheme_and_a_host(scheme: str, origin: str | None, secure_cookies: bool, is_ours: bool) -> None:
    connection: Any = Connection(scheme, origin, secure_cookies)
    assert is_same_origin(connection) == is_ours


@together
async def test_a_page_of_the_same_host_under_another_scheme_changes_nothing(tmp_path: Path) -> None:
    async with running_inside(tmp_path) as inside:
        ada = {**await guest(inside, "Ada"), "origin": "https://test"}
        refused = await inside.ask("POST", "/api/session", {"name": "Eva"}, ada)
        assert (refused.status, refused.json["code"]) == (403, "csrf")
        allowed = await inside.ask("POST", "/api/session", {"name": "Eva"}, ada, scheme="https")
        assert allowed.status == 200


# ------------------------------------------------------------------ calendars
@pytest.mark.parametrize("secret", ["1-%C3%A9", "%C3%A9", "1-", "-", "%EF%BC%91-x", "999999999-x", "1-%C3%A9.ics"])
@together
async def test_an_address_that_is_no_calendar(tmp_path: Path, secret: str) -> None:
    async with running_inside(tmp_path) as inside:
        await guest(inside, "Ada")
        answer = await inside.ask("GET", f"/api/calendar/{secret}")
        assert (answer.status, answer.json["code"]) == (404, "not_found")


@together
async def test_an_event_on_the_last_day_there_is(tmp_path: Path) -> None:
    """The event is on the last representable day, which has no next day."""
    async with running_inside(tmp_path) as inside:
        ada = await guest(inside, "Ada")
        made = await inside.ask("POST", "/api/events", {"name": "Last", "date": "9999-12-31"}, ada)
        assert made.status == 201, made.body
        contact = await inside.ask("POST", f"/api/events/{made.json['id']}/follow", {"on": True}, ada)
        feed = await inside.ask("GET", contact.json["calendar"])
        assert feed.status == 200, feed.body
        assert b"DTSTART;VALUE=DATE:99991231" in feed.body
        assert b"DTEND" not in feed.body
