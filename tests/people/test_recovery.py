"""Password recovery: printed codes and codes by e-mail, each valid once, that reveal nothing to strangers."""

import re
from collections.abc import Callable
from typing import Any

from kamchatka.server.people.recovery import normalise_code
from tests.people.kit import PASSWORD, people
from tests.people.services import MailServer
from tests.people.test_notices import settings
from tests.server.client import Browser
from tests.server.databases import ask
from tests.server.running import Server
from tests.server.together import together

FRESH = "battery staple"


async def recover(server: Server, name: str, code: str, status: int) -> Any:
    """Choose a new password in another browser."""
    async with Browser(server.address, "", "127.0.8.1") as stranger:
        return await stranger.post("/api/recovery", {"name": name, "code": code, "password": FRESH}, status)


async def login(server: Server, name: str, password: str, status: int) -> None:
    """Sign in from another browser."""
    async with Browser(server.address, "", "127.0.8.2") as browser:
        await browser.post("/api/login", {"name": name, "password": password}, status)


@together
async def test_a_printed_code_works_once_and_ends_all_sessions(own_server: Callable[..., Server]) -> None:
    """Printing requires the password; the codes are stored as digests and replace the former ones."""
    running = own_server(**settings())
    async with people(running, "Ada", "Eva") as (ada, eva):
        await ada.post("/api/me/recovery/codes", {"password": "wrong horse"}, 401)
        former = (await ada.post("/api/me/recovery/codes", {"password": PASSWORD}))["codes"]
        codes = (await ada.post("/api/me/recovery/codes", {"password": PASSWORD}))["codes"]
        assert len(set(codes)) == 10
        stored = {str(row[0]) for row in ask(running.database, "SELECT digest FROM recovery_codes")}
        assert len(stored) == 10
        assert not any(normalise_code(code) in digest for code in codes for digest in stored)
        assert await ada.get("/api/me/recovery") == {"codes": 10, "email": ""}
        await recover(running, "Ada", former[0], 401)
        await recover(running, "Eva", codes[0], 401)
        me = await recover(running, "ada", codes[0].upper().replace("-", " "), 200)
        assert (me["name"], me["guest"]) == ("Ada", False)
        await recover(running, "Ada", codes[0], 401)
        assert (await ada.get("/api/me"))["name"] is None
        assert (await eva.get("/api/me"))["name"] == "Eva"
        await login(running, "Ada", PASSWORD, 401)
        await login(running, "Ada", FRESH, 200)


@together
async def test_wrong_codes_count_as_wrong_passwords(own_server: Callable[..., Server]) -> None:
    """Ten an hour are allowed for a network; an unknown name and a wrong code get the same response."""
    running = own_server(**settings())
    async with people(running, "Ada"):
        known = [await recover(running, "Ada", f"{n}", 401) for n in range(10)]
        unknown = [await recover(running, "Nobody", f"{n}", 401) for n in range(10)]
        assert known == unknown
        assert (await recover(running, "Ada", "1", 429))["code"] == "too_many"
        assert (await recover(running, "Nobody", "1", 429))["code"] == "too_many"


@together
async def test_a_code_comes_by_mail_to_the_address_that_the_password_allowed(own_server: Callable[..., Server]) -> None:
    """The owner must allow it with the password, and again after changing the address."""
    with MailServer() as mail:
        running = own_server(**settings(mail=mail))
        async with people(running, "Ada", "Eva") as (ada, eva):
            assert await ada.get("/api/recovery") == {"mail": True}
            await ada.post("/api/me/recovery/mail", {"password": PASSWORD, "on": True}, 400)  # not confirmed
            await _confirm(ada, mail, "ada@example.org", 1)
            await ada.post("/api/me/recovery/mail", {"password": "wrong horse", "on": True}, 401)
            seen = await ada.post("/api/me/recovery/mail", {"password": PASSWORD, "on": True})
            assert seen == {"codes": 0, "email": "ada@example.org"}
            answers = [await _ask_letter(eva, name) for name in ("Nobody", "Eva", "Ada")]
            assert answers == [answers[0]] * 3
            letter = await mail.until(2)
            assert letter["To"] == "ada@example.org"
            code = re.search(r"\w{4}-\w{4}-\w{4}-\w{4}", letter.get_content())
            assert code is not None
            await recover(running, "Ada", code[0], 200)
            await recover(running, "Ada", code[0], 401)
            assert len(mail.letters) == 2


async def _confirm(person: Browser, mail: MailServer, email: str, number: int) -> None:
    await person.post("/api/notices/email?lang=en", {"email": email})
    code = re.search(r"\n +(\w{8})\n", (await mail.until(number)).get_content().replace("\r", ""))
    assert code is not None
    await person.post("/api/notices/email/confirm", {"code": code[1]})


async def _ask_letter(person: Browser, name: str) -> tuple[int, str]:
    answer = await person.http.post("/api/recovery/letter", json={"name": name}, headers={"X-CSRF-Token": person.csrf})
    return answer.status_code, answer.text


@together
async def test_a_deleted_account_leaves_no_code(own_server: Callable[..., Server]) -> None:
    running = own_server(**settings())
    async with people(running, "Ada") as (ada,):
        await ada.post("/api/me/recovery/codes", {"password": PASSWORD})
        await ada.post("/api/me/delete", {"password": PASSWORD})
        assert ask(running.database, "SELECT COUNT(*) FROM recovery_codes") == [(0,)]
