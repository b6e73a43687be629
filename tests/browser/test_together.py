"""Two browsers at one table; a browser that goes and comes back; a server that is killed under them."""

import json
import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser

from kamchatka.journal import parse
from kamchatka.proof import prove
from tests.browser.person import Person, play
from tests.server.running import Server

ME, OPEN, BOT = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}


def version(person: Person, table: str) -> int:
    """How far the game is, as the server's row of the table does not tell: asked over a socket in the page."""
    found: Any = person.page.evaluate(
        """table => new Promise((done) => {
          const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws/tables/${table}`);
          socket.onmessage = (event) => { const said = JSON.parse(event.data);
            if (said.version) { socket.close(); done(said.version); } };
          socket.onerror = () => done(-1);
        })""",
        table,
    )
    return int(found)


def two_at_a_table(browser: Browser, server: Server) -> tuple[list[Person], str]:
    """Ada lays a modern table, Bruno comes by the link."""
    ada, bruno = Person(browser, server.address, "Ada"), Person(browser, server.address, "Bruno")
    table = ada.lay("modern", [ME, OPEN, BOT])
    bruno.post(f"/api/tables/{table}/join")
    for person in (ada, bruno):
        person.open(table)
    return [ada, bruno], table


def finish(people: list[Person], table: str) -> bytes:
    """Everybody votes to stop; the journal of the game."""
    for person in people:
        person.post(f"/api/tables/{table}/stop")
    journal = people[0].context.request.get(f"/api/tables/{table}/journal").body()
    for person in people:
        assert person.troubles == []
        person.context.close()
    return bytes(journal)


def test_two_browsers_play_against_each_other(browser: Browser, server: Server) -> None:
    people, table = two_at_a_table(browser, server)
    acted: dict[int, int] = {}

    def enough() -> bool:
        return version(people[0], table) >= 45

    play(people, random.Random(1), enough)
    assert [person.page.locator("path[data-place]").count() for person in people] == [42, 42]
    journal = finish(people, table)
    for line in journal.splitlines()[1:]:
        seat = json.loads(line).get("seat", -1)
        acted[seat] = acted.get(seat, 0) + 1
    assert acted[0] > 5
    assert acted[1] > 5
    assert prove(parse(journal, "journal")).strays is None


def test_a_browser_closed_and_opened_again_goes_on(browser: Browser, server: Server) -> None:
    """In the middle of whatever is asked: the same question is there again."""
    people, table = two_at_a_table(browser, server)
    play(people, random.Random(2), lambda: version(people[0], table) >= 25)
    for _ in range(2):
        play(people, random.Random(3), lambda: people[0].is_awaited(table))
        before = version(people[0], table)
        people[0].page.close()
        people[0].page = people[0].context.new_page()
        people[0].open(table)
        people[0].page.wait_for_function(
            "() => document.querySelector('.command button:not([disabled])') "
            "|| document.querySelector('path.open[data-place]')"
        )
        assert version(people[0], table) == before  # nothing was decided for who was away a moment
        play(people, random.Random(4), lambda before=before: version(people[0], table) > before)  # type: ignore[misc]
    finish(people, table)


def test_a_server_killed_in_the_middle_of_a_turn(browser: Browser, own_server: Callable[..., Server]) -> None:
    """kill -9, and started again: both pages go on by themselves, nothing is lost or done twice."""
    running = own_server()
    people, table = two_at_a_table(browser, running)
    luck = random.Random(5)
    for wanted in (15, 30):
        play(people, luck, lambda wanted=wanted: version(people[0], table) >= wanted)  # type: ignore[misc]
        for person in people:  # something is on its way when the server dies
            if person.is_asked:
                person.answer(luck)
        running.kill()
        running.start()
    play(people, luck, lambda: version(people[0], table) >= 45)
    journal = finish(people, table)
    kept = parse(journal, "journal")
    assert not kept.torn
    assert prove(kept).strays is None
    assert len(kept.match.entries) >= 45
