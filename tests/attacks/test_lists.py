"""Lists imported by strangers: known encodings only, parsed in one pass by a worker."""

from collections.abc import Callable

from tests.attacks.victim import a_player_waits
from tests.server.client import PATIENCE, Browser
from tests.server.clubhouse import Desk
from tests.server.running import Server
from tests.server.together import to_its_end

LARGE = 495_000  # bytes
ODD = ("punycode", "idna", "unicode_escape", "zlib_codec", "hex", "rot13", "utf-7", "klingon", "x" * 41)


def test_odd_encodings(own_server: Callable[..., Server]) -> None:
    """Odd encodings get a clear message, not a minute of work or a traceback."""
    server = own_server()

    async def attack() -> None:
        async with Browser(server.address, "Mallory") as mallory:
            desk = await Desk.open(mallory)
            headers = {"X-CSRF-Token": mallory.csrf, "X-Event-Key": desk.key}
            for encoding in ODD:
                async with a_player_waits(server) as waits:
                    answer = await mallory.http.post(
                        f"/api/events/{desk.id}/import/entrants",
                        content=b"name\n" + b"a" * 10 + b"-" + b"b" * LARGE,
                        headers=headers,
                        params={"encoding": encoding, "lang": "en"},
                        timeout=10 * PATIENCE,
                    )
                print(f"list as {encoding[:20]}: {answer.status_code}, {waits}")
                assert (answer.status_code, "encoding" in answer.json()["text"]) == (400, True)

    to_its_end(attack())


def test_a_list_of_very_many_lines(own_server: Callable[..., Server]) -> None:
    """A worker parses it and refuses it as too long."""
    server = own_server()

    async def attack() -> None:
        async with Browser(server.address, "Mallory") as mallory, a_player_waits(server) as waits:
            desk = await Desk.open(mallory)
            answer = await desk.send("import/entrants", b"name\n" + b"a\n" * (LARGE // 2), 413)
        print(f"long list: {answer['code']}, {waits}")

    to_its_end(attack())
