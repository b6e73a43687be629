"""Names, accounts, tokens: identity, and what strangers can't do."""

import httpx
import pytest

from tests.server.client import Browser
from tests.server.running import Server
from tests.server.together import together


@together
async def test_a_guest_needs_only_a_name(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada:
        assert await ada.get("/api/me") == {"name": "Ada", "guest": True, "csrf": ada.csrf, "avatar": ""}


@together
async def test_the_cookie_cannot_be_read_by_scripts_and_stays_at_home(server: Server) -> None:
    async with httpx.AsyncClient(base_url=server.address, trust_env=False) as stranger:
        cookie = (await stranger.get("/api/me")).headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "samesite=lax" in cookie.lower()


@together
async def test_a_guest_becomes_an_account_and_keeps_its_games(server: Server) -> None:
    async with Browser(server.address, "Bea") as bea:
        table = await bea.lay(seats="moo")
        me = await bea.post("/api/accounts", {"name": "Bea-1", "password": "correct horse"})
        assert (me["name"], me["guest"]) == ("Bea-1", False)
        assert [row["id"] for row in (await bea.get("/api/mine"))["tables"]] == [table]
    async with Browser(server.address, "") as again:
        refused = await again.post("/api/login", {"name": "bea-1", "password": "wrong horse"}, 401)
        assert refused["code"] == "wrong_password"
        assert (await again.post("/api/login", {"name": "bea-1", "password": "correct horse"}))["name"] == "Bea-1"
        assert [row["id"] for row in (await again.get("/api/mine"))["tables"]] == [table]
        again.csrf = (await again.get("/api/me"))["csrf"]
        await again.post("/api/logout")
        assert (await again.get("/api/me"))["name"] is None


@together
async def test_an_accounts_name_is_its_own(server: Server) -> None:
    async with Browser(server.address, "Carla") as carla:
        await carla.post("/api/accounts", {"name": "Carla-1", "password": "correct horse"})
    async with Browser(server.address, "") as other:
        assert (await other.post("/api/session", {"name": "CARLA-1"}, 409))["code"] == "taken"
        taken = await other.post("/api/accounts", {"name": "carla-1", "password": "another one"}, 409)
        assert taken["code"] == "taken"


@pytest.mark.parametrize("name", ["", " ", "x" * 21, "a\u202eb", "line\nbreak\x00", "\u200b"])
@together
async def test_names_are_one_line_of_visible_characters(server: Server, name: str) -> None:
    async with Browser(server.address, "") as browser:
        refused = await browser.post("/api/session", {"name": name}, 400)
        assert refused["code"] in ("problem", "malformed")


@together
async def test_a_token_stands_for_its_owner_until_it_is_dropped(server: Server) -> None:
    async with (
        Browser(server.address, "Dino") as dino,
        httpx.AsyncClient(base_url=server.address, trust_env=False) as program,
    ):
        made = await dino.post("/api/tokens", {"label": "my bot", "scopes": ["play"]})
        program.headers["authorization"] = f"Bearer {made['secret']}"
        assert (await program.get("/api/me")).json()["name"] == "Dino"
        seats = [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]
        laid = await program.post("/api/tables", json={"edition": "modern", "seats": seats})
        assert laid.status_code == 201
        assert await dino.get("/api/tokens") == [{**made, "secret": ""}]
        gone = await dino.http.delete(f"/api/tokens/{made['id']}", headers={"X-CSRF-Token": dino.csrf})
        assert gone.status_code == 204
        assert (await program.get("/api/me")).status_code == 401


@together
async def test_a_change_needs_the_word_of_our_own_page(server: Server) -> None:
    async with Browser(server.address, "Elsa") as elsa:
        for headers in (
            {},
            {"X-CSRF-Token": "0" * 32},
            {"X-CSRF-Token": elsa.csrf, "Origin": "https://elsewhere.example"},
        ):
            refused = await elsa.http.post("/api/tokens", json={"label": "x"}, headers=headers)
            assert (refused.status_code, refused.json()["code"]) == (403, "csrf")
        assert await elsa.get("/api/tokens") == []


@together
async def test_secrets_are_in_no_log(server: Server) -> None:
    async with Browser(server.address, "Furio") as furio:
        await furio.post("/api/accounts", {"name": "Furio-1", "password": "tell nobody this"})
        await furio.post("/api/login", {"name": "Furio-1", "password": "tell nobody that"}, 401)
        token = (await furio.post("/api/tokens", {"label": "x"}))["secret"]
        cookie = next(iter(furio.http.cookies.values()))
    log = server.log.read_text()
    assert "wrong_password" in log
    assert not [secret for secret in ("tell nobody", token, cookie) if secret in log]
