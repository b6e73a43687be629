"""Notifications by push and e-mail: encrypted, once per turn, switched off by kind; and the calendar."""

import base64
import json
import re
from collections.abc import Callable
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from kamchatka.server.faults import Fault
from kamchatka.server.notices.calendar import calendar, day_of
from kamchatka.server.notices.mail import clean_address
from tests.people.kit import people
from tests.people.services import Called, MailServer, PushService
from tests.server.client import Browser
from tests.server.running import Server
from tests.server.together import together

DAYS: Any = {"clock": {"per": "turn", "seconds": 86_400}}


def settings(push: PushService | None = None, mail: MailServer | None = None) -> dict[str, str]:
    found = {"logins_a_minute": "1000", "requests_a_minute": "100000", "public_address": "http://kamchatka.test"}
    if push:
        found["push_services"] = f"push.example.org,{push.host}"
    if mail:
        found |= {"smtp_host": "127.0.0.1", "smtp_port": str(mail.port), "smtp_security": "none"}
        found["mail_from"] = "Kamchatka <play@kamchatka.test>"
    return found


async def days_table(host: Browser, *others: Browser) -> str:
    """Start a game over days with no player connected."""
    table = await host.lay(seats="m" + "o" * len(others), **DAYS)
    for other in others:
        await other.post(f"/api/tables/{table}/join")
    return table


@together
async def test_a_turn_over_days_calls_the_browser_of_who_is_asked_and_nobody_elses(
    own_server: Callable[..., Server],
) -> None:
    with PushService() as service:
        running = own_server(**settings(service))
        async with people(running, "Host", "Two", "Three") as everybody:
            calls = [Called(service, name) for name in ("Host", "Two", "Three")]
            for one, call in zip(everybody, calls, strict=True):
                seen = await one.post("/api/notices/push?lang=it", call.form())
                assert seen["devices"] == 1
            table = await days_table(*everybody)
            await service.until(1)
            asked = (await everybody[0].get("/api/mine"))["tables"][0]
            path, headers, sealed = service.handed[0]
            told = next(call for call in calls if call.endpoint.endswith(path))
            message = told.read(sealed)
            assert (message["title"], message["link"]) == ("Tocca a te", f"/t/{table}")
            assert asked["edition_name"] not in sealed.decode("latin-1")
            key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decoded(seen["push_key"]))
            token = re.search(r"t=([^,]+)", headers["authorization"])
            assert token is not None
            claims = jwt.decode(token.group(1), key, ["ES256"], options={"verify_aud": False})
            assert claims["sub"].startswith("mailto:")
            assert claims["aud"].startswith("http://127.0.0.1")
            who = ["Host", "Two", "Three"].index(path.strip("/"))
            async with everybody[who].at(table) as seat:  # the same turn sends no second notification
                scene = await seat.asked()
                choice = scene["ask"]["ranges"][0]
                first = choice["choices"][0]["action"] if choice["kind"] == "choice" else None
                assert first is not None, "the first question is a choice of colours"
                await seat.act(first)
            await service.until(2)
            assert service.handed[1][0] != path


def _decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@together
async def test_what_is_switched_off_stays_silent_and_a_browser_that_is_gone_is_forgotten(
    own_server: Callable[..., Server],
) -> None:
    with PushService() as service:
        running = own_server(**settings(service))
        async with people(running, "Caller", "Friend", "Silent") as (caller, friend, silent):
            for other, name in ((friend, "gone-friend"), (silent, "silent")):
                await other.post("/api/notices/push", Called(service, name).form())
            await silent.post("/api/notices", {"push_off": ["invitation"]})
            table = await caller.lay(seats="moo")
            await caller.post(f"/api/tables/{table}/invite", {"name": "Silent"})
            await caller.post(f"/api/tables/{table}/invite", {"name": "Friend"})
            await caller.post(f"/api/tables/{table}/invite", {"name": "Friend"})  # one notification is enough
            await service.until(1)
            second = await caller.lay(seats="moo")
            await silent.post("/api/notices", {"push_off": []})
            await caller.post(f"/api/tables/{second}/invite", {"name": "Silent"})
            await service.until(2)
            assert [path for path, _, _ in service.handed] == ["/gone-friend", "/silent"]
            assert (await friend.get("/api/notices"))["devices"] == 0


@together
async def test_letters_go_to_confirmed_addresses_alone_and_digests_wait(own_server: Callable[..., Server]) -> None:
    with MailServer() as mail:
        running = own_server(**settings(mail=mail))
        async with people(running, "Writer", "Reader", "Silent") as (writer, reader, silent):
            assert (await reader.post("/api/notices/email", {"email": "no address"}, 400))["code"] == "problem"
            seen = await reader.post("/api/notices/email?lang=en", {"email": "reader@example.org"})
            assert (seen["email"], seen["confirmed"]) == ("reader@example.org", False)
            letter = await mail.until(1)
            code = re.search(r"\n +(\w{8})\n", letter.get_content().replace("\r", ""))
            assert code is not None
            assert (await reader.post("/api/notices/email/confirm", {"code": "wrong-code"}, 400))["code"] == "problem"
            assert (await reader.post("/api/notices/email/confirm", {"code": code.group(1)}))["confirmed"]
            await silent.post("/api/notices/email", {"email": "silent@example.org"})  # and never confirms it
            await mail.until(2)
            await reader.post("/api/notices?lang=en", {"digest": True})
            first, second = [await writer.lay(seats="moo") for _ in range(2)]
            await writer.post(f"/api/tables/{first}/invite", {"name": "Silent"})
            await writer.post(f"/api/tables/{first}/invite", {"name": "Reader"})
            letter = await mail.until(3)
            assert (letter["To"], letter["Subject"]) == ("reader@example.org", "An invitation")
            assert f"http://kamchatka.test/t/{first}" in letter.get_content()
            await writer.post(f"/api/tables/{second}/invite", {"name": "Reader"})  # waits for tomorrow's digest
            await reader.post("/api/notices?lang=en", {"digest": False, "mail_off": ["friend"]})
            third = await writer.lay(seats="moo")
            await writer.post(f"/api/tables/{third}/invite", {"name": "Reader"})
            letters = [(await mail.until(number)).get_content() for number in (4, 5)]
            assert [table for table in (second, third) if not any(table in text for text in letters)] == []
            assert [letter["To"] for letter in mail.letters].count("silent@example.org") == 1
            assert (await writer.get("/api/notices"))["email"] == ""
            assert "reader@example.org" not in running.log.read_text()
            seen = json.dumps((await writer.http.get("/api/profile", params={"name": "Reader"})).json())
            assert "example.org" not in seen


@together
async def test_a_friend_who_waits_is_told_once_an_hour(own_server: Callable[..., Server]) -> None:
    with PushService() as service:
        running = own_server(**settings(service))
        async with people(running, "Waits", "Hears", "Stranger") as (waits, hears, stranger):
            await hears.post("/api/notices/push", call_form(service, "hears"))
            await stranger.post("/api/notices/push", call_form(service, "stranger"))
            await waits.post("/api/friends", {"name": "Hears"})
            await hears.post("/api/friends", {"name": "Waits"})
            await waits.lay(seats="moo")
            await waits.lay(seats="moo")
            table = await waits.lay(seats="moo")
            await waits.post(f"/api/tables/{table}/invite", {"name": "Stranger"})
            await service.until(2)
            assert sorted(path for path, _, _ in service.handed) == ["/hears", "/stranger"]


def call_form(service: PushService, name: str) -> dict[str, str]:
    return Called(service, name).form()


@pytest.mark.parametrize("address", ["", "x", "a@b", "a b@c.de", "a@b.de\nBcc: x@y.de", "a@b.de,c@d.ef", "@b.de"])
def test_an_address_is_one_address(address: str) -> None:
    with pytest.raises(Fault):
        clean_address(address)


def test_days_are_read_as_organisers_write_them() -> None:
    days: list[Any] = [day_of(text) for text in ("2026-11-20", "20/11/2026", "20.11.2026", "soon", "31.2.2026")]
    assert [str(day) if day else None for day in days] == ["2026-11-20"] * 3 + [None, None]
    assert calendar([], "", {"name": "A; b", "round": "", "table": ""}).splitlines()[3] == "X-WR-CALNAME:A\\; b"


@together
async def test_the_calendar_has_ones_own_events_and_a_round_is_told(own_server: Callable[..., Server]) -> None:
    with PushService() as service:
        running = own_server(**settings(service), events_a_minute="1000")
        async with people(running, "Organiser", "Player") as (organiser, player):
            made = await organiser.post("/api/events", {"name": "Cup, the", "preset": "ranking", "date": "2026-12-05"})
            key = {"X-Event-Key": made["key"], "X-CSRF-Token": organiser.csrf}
            for name in ("A", "B", "C", "D"):
                entered = await organiser.http.post(
                    f"/api/events/{made['id']}/entrants", json={"name": name}, headers=key
                )
                assert entered.is_success, entered.text
            feed = (await player.get("/api/notices"))["calendar"]
            assert "VEVENT" not in (await player.http.get(feed)).text
            await player.post("/api/notices/push", call_form(service, "player"))
            await player.post(f"/api/events/{made['id']}/follow")
            text = (await player.http.get(feed)).text
            assert "SUMMARY:Cup\\, the\r\n" in text
            assert "DTSTART;VALUE=DATE:20261205" in text
            drawn = (await organiser.http.post(f"/api/events/{made['id']}/draw", json={}, headers=key)).json()
            assert "seed" in drawn, drawn
            published = await organiser.http.post(
                f"/api/events/{made['id']}/publish", json={"seed": drawn["seed"]}, headers=key
            )
            assert published.is_success, published.text
            await service.until(1)
            renewed = (await player.post("/api/notices/calendar"))["calendar"]
            assert (await player.http.get(feed)).status_code == 404
            assert (await player.http.get(renewed)).status_code == 200
            await player.post(f"/api/events/{made['id']}/follow", {"on": False})
            assert "VEVENT" not in (await player.http.get(renewed)).text
