"""Password guessing in virtual time: few guesses for each account from any number of addresses, and no lockout."""

from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

from argon2 import PasswordHasher

from kamchatka.server.http.access.browser_marks import MOST_MARKS, add_mark, find_mark
from kamchatka.server.limit_table import GUESS, GUESS_KNOWN, GUESS_NEARBY
from tests.attacks.inside import Answer, Inside, running_inside
from tests.server.together import together

NEAR = [f"2001:db8:1:1::{n:x}" for n in range(60)]  # one /64
FAR = [f"2001:db8:{n:x}::1" for n in range(200)]  # as many /48 networks
RIGHT = "correct horse"
HOME = "198.51.100.1"


@asynccontextmanager
async def bank(folder: Path) -> AsyncIterator[Inside]:
    """Run a server with the account Ada, whose passwords are hashed quickly."""
    async with running_inside(folder, requests_a_minute=1e6, logins_a_minute=1e6) as inside:
        inside.server.accounts.passwords.hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        for name in ("Ada", "Eva"):
            made = await inside.ask("POST", "/api/accounts", _form(name, RIGHT), await _page(inside), HOME)
            assert made.status == 200, made.body
        yield inside


def _form(name: str, password: str) -> dict[str, str]:
    return {"name": name, "password": password}


async def _page(inside: Inside, known: str = "") -> dict[str, str]:
    """Open the page without a session but with a cookie of marks; return the response headers."""
    first = await inside.ask("GET", "/api/me", address=HOME)
    cookie = f"kamchatka={first.cookies['kamchatka']}; kamchatka_known={known}"
    return {"cookie": cookie, "x-csrf-token": first.json["csrf"]}


async def login(inside: Inside, password: str, address: str, name: str = "ada", known: str = "") -> Answer:
    """Try a password."""
    return await inside.ask("POST", "/api/login", _form(name, password), await _page(inside, known), address)


async def guesses(inside: Inside, addresses: Iterable[str], name: str = "ada", known: str = "") -> Counter[int]:
    """Try wrong passwords from these addresses; return the number of responses by status."""
    return Counter([(await login(inside, "wrong horse", one, name, known)).status for one in addresses])


@together
async def test_a_network_has_ten_guesses_an_hour(tmp_path: Path) -> None:
    """All addresses of a network share ten guesses per account and hour; six minutes add one."""
    async with bank(tmp_path) as inside:
        print(f"\nsixty guesses of one /64: {dict(found := await guesses(inside, NEAR))}")
        assert found == {401: GUESS_NEARBY.count, 429: 60 - GUESS_NEARBY.count}
        refused = await login(inside, RIGHT, NEAR[0])
        assert (refused.status, refused.json["code"]) == (429, "too_many")
        assert "Too many wrong passwords" in refused.json["text"]
        assert await guesses(inside, NEAR[:2], "eva") == {401: 2}
        inside.time.now += 361.0
        assert await guesses(inside, NEAR[:3]) == {401: 1, 429: 2}


@together
async def test_all_networks_together_have_sixty(tmp_path: Path) -> None:
    """Unknown names count alike, so that they reveal nothing."""
    async with bank(tmp_path) as inside:
        assert await guesses(inside, FAR) == {401: GUESS.count, 429: 200 - GUESS.count}
        assert await guesses(inside, FAR, "nobody") == {401: GUESS.count, 429: 200 - GUESS.count}
        inside.time.now += 61.0
        assert await guesses(inside, FAR[:3]) == {401: 1, 429: 2}


@together
async def test_strangers_do_not_lock_the_owner_out(tmp_path: Path) -> None:
    """A known browser can sign in during an attack, even from the attacker's network; a new one waits a minute."""
    async with bank(tmp_path) as inside:
        known = (await login(inside, RIGHT, HOME)).cookies["kamchatka_known"]
        await guesses(inside, FAR)
        await guesses(inside, [HOME] * 20)
        assert (await login(inside, RIGHT, "203.0.113.1")).status == 429
        assert (await login(inside, RIGHT, HOME, known=known)).status == 200
        assert await guesses(inside, FAR[:30], known=known) == {401: GUESS_KNOWN.count, 429: 30 - GUESS_KNOWN.count}
        inside.time.now += 61.0
        assert (await login(inside, RIGHT, "203.0.113.1")).status == 200


@together
async def test_a_mark_is_of_one_account_and_one_password(tmp_path: Path) -> None:
    """Eva's mark and marks of a former password allow no guesses at Ada's."""
    async with bank(tmp_path) as inside:
        eva = (await login(inside, RIGHT, HOME, "eva")).cookies["kamchatka_known"]
        entered = await login(inside, RIGHT, HOME)
        former = entered.cookies["kamchatka_known"]
        headers = {"cookie": f"kamchatka={entered.cookies['kamchatka']}", "x-csrf-token": entered.json["csrf"]}
        form = {"old": RIGHT, "new": "battery staple"}
        changed = await inside.ask("POST", "/api/me/password", form, headers, HOME)
        assert changed.status == 200, changed.body
        await guesses(inside, FAR)
        for known in (eva, former, "", "x", ".", f"{eva}.{former}", "\xe9" * 64):
            assert (await login(inside, "battery staple", HOME, known=known)).status == 429
        present = changed.cookies["kamchatka_known"]
        assert (await login(inside, "battery staple", HOME, known=f"{eva}.{present}")).status == 200


@together
async def test_right_passwords_cost_nothing(tmp_path: Path) -> None:
    async with bank(tmp_path) as inside:
        for _ in range(30):
            assert (await login(inside, RIGHT, HOME)).status == 200
        assert await guesses(inside, [HOME] * 20) == {401: 10, 429: 10}


@together
async def test_a_stolen_session_guesses_no_more_than_a_stranger(tmp_path: Path) -> None:
    """Wrong passwords when deleting the account or changing the password count as guesses."""
    async with bank(tmp_path) as inside:
        entered = await login(inside, RIGHT, HOME)
        headers = {"cookie": f"kamchatka={entered.cookies['kamchatka']}", "x-csrf-token": entered.json["csrf"]}
        statuses = Counter[int]()
        for path, form in (
            ("/api/me/delete", {"password": "wrong horse"}),
            ("/api/me/password", {"old": "wrong horse", "new": "battery staple"}),
        ):
            statuses.update([(await inside.ask("POST", path, form, headers, HOME)).status for _ in range(10)])
        assert statuses == {401: 10, 429: 10}


def test_a_cookie_holds_a_few_marks() -> None:
    """The oldest are dropped, and an existing one isn't repeated."""
    marks = ""
    for n in range(MOST_MARKS + 2):
        marks = add_mark(marks, f"hash {n}")
        assert add_mark(marks, f"hash {n}") == marks
    held = [n for n in range(MOST_MARKS + 2) if find_mark(marks, f"hash {n}")]
    assert held == [*range(2, MOST_MARKS + 2)]
    assert find_mark(marks, None) is None
